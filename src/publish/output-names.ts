import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { dirname, foldName, type OutputPath } from '../shared/paths.ts';
import { isReservedEntry } from './disk.ts';

// Device names of Windows, reserved with any extension ("Naming Files, Paths, and Namespaces", Win32 documentation).
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
// A percent escape of a control character, a dot, a slash, a backslash or a percent sign.
const UNSAFE_ESCAPE = /%(?:[01][\da-f]|2[5ef]|5c|7f)/i;
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const MAX_SEGMENT_BYTES = 255;

/** Checks that an output path stays inside the output folder and is valid on all file systems. */
export function nameProblem(path: string, origin?: Location): Diagnostic | undefined {
  const segments = path.split('/');
  if (path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) || segments.includes('..'))
    return diagnostic('path-outside-root', {
      message: `the output path ${JSON.stringify(path)} leads out of the output folder`,
      location: origin,
    });
  const problem = segments.flatMap((one, index) => segmentProblem(one, index === 0) ?? [])[0];
  if (problem === undefined) return undefined;
  return diagnostic('output-name', {
    message: `cannot publish ${quoted(path)}: ${problem}`,
    location: origin,
    hint: `rename ${origin === undefined ? 'the source' : nameOrigin(origin)}, or give the page another slug`,
  });
}

function segmentProblem(segment: string, first: boolean): string | undefined {
  if (segment === '' || segment === '.') return 'it has an empty segment';
  if (/\p{Cc}/u.test(segment)) return 'it has a control character';
  if (BIDI_CONTROL.test(segment)) return 'it has a bidirectional control character';
  if (segment.includes('\\')) return 'it has a backslash, which separates folders on Windows';
  if (/[<>:"|?*]/.test(segment))
    return `${JSON.stringify(segment)} has a character that Windows does not allow`;
  const escape = UNSAFE_ESCAPE.exec(segment)?.[0];
  if (escape !== undefined) return `it has ${escape}, which some servers decode`;
  if (WINDOWS_DEVICE.test(segment))
    return `${JSON.stringify(segment)} is a reserved name on Windows`;
  if (/[. ]$/.test(segment))
    return `${JSON.stringify(segment)} ends in a full stop or space, which Windows drops`;
  if (first && isReservedEntry(foldName(segment)))
    return `${JSON.stringify(segment)} is not a name for a part of a site`;
  return Buffer.byteLength(segment) > MAX_SEGMENT_BYTES
    ? `a segment is longer than ${MAX_SEGMENT_BYTES} bytes`
    : undefined;
}

function nameOrigin(origin: Location | undefined): string {
  if (origin === undefined) return 'the build itself';
  return origin.pointer === undefined ? origin.file : `${origin.pointer} of ${origin.file}`;
}

export type Claims = ReturnType<typeof createClaims>;

/** Registers the output paths of one build and detects collisions. */
export function createClaims() {
  const paths = new Map<OutputPath, Location | undefined>();
  const files = new Map<string, OutputPath>();
  // The first path below each folder, by the folder's folded name.
  const folders = new Map<string, OutputPath>();

  return {
    /** Claims a path for its origin; on a collision, returns `output-collision` and does not claim the path. */
    claim(path: OutputPath, origin?: Location): Diagnostic | undefined {
      const key = foldName(path);
      const above = [...foldersAbove(path)];
      const fileAbove = above.map((folder) => files.get(folder)).find((file) => file !== undefined);
      const other = files.get(key) ?? folders.get(key) ?? fileAbove;
      if (other !== undefined)
        return collision({ path, origin }, { path: other, origin: paths.get(other) });
      paths.set(path, origin);
      files.set(key, path);
      for (const folder of above) if (!folders.has(folder)) folders.set(folder, path);
      return undefined;
    },
    has: (path: string): boolean => files.get(foldName(path)) === path,
    /** The claimed path that some file systems consider the same name as `path`. */
    aliasOf: (path: string): OutputPath | undefined => files.get(foldName(path)),
    /** In the order of the claims. */
    paths: (): Iterable<OutputPath> => paths.keys(),
  };
}

interface ClaimList {
  readonly claims: Claims;
  readonly diagnostics: Diagnostic[];
}

/** Claims a path; false if it cannot be written, which is reported: for the name of a source with several files once. */
export function claimOutput(
  { claims, diagnostics }: ClaimList,
  path: OutputPath,
  origin?: Location,
): boolean {
  const name = nameProblem(path, origin);
  const problem = name ?? claims.claim(path, origin);
  if (problem === undefined) return true;
  const isKnown = ({ code, location }: Diagnostic): boolean =>
    code === name?.code && location?.file === origin?.file && location?.line === origin?.line;
  if (!diagnostics.some(isKnown)) diagnostics.push(problem);
  return false;
}

/** Folded names of the folders above a path, nearest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(foldName(path)); folder !== ''; folder = dirname(folder)) yield folder;
}

interface Claim {
  readonly path: OutputPath;
  readonly origin: Location | undefined;
}

function collision(claim: Claim, other: Claim): Diagnostic {
  return diagnostic('output-collision', {
    message: `${collisionMessage(claim.path, other.path)}${sources(claim, other)}`,
    location: claim.origin ?? other.origin,
    hint: claim.origin?.pointer?.startsWith('redirects')
      ? `"from" is the old address: swap it with "to", remove the redirect, or move the page of ${nameOrigin(other.origin)}`
      : 'rename one of the sources, or give one page another slug',
  });
}

function collisionMessage(path: OutputPath, other: OutputPath): string {
  if (path === other) return `two outputs would be written to ${quoted(path)}`;
  const same = foldName(path) === foldName(other);
  const reason = same
    ? 'differ in upper and lower case or Unicode form only'
    : 'would be a file and a folder of the same name';
  return `the outputs ${quoted(other)} and ${quoted(path)} ${reason}`;
}

/** The origins of both outputs, in the order of the message. */
function sources(claim: Claim, other: Claim): string {
  if (claim.origin === undefined && other.origin === undefined) return '';
  return `, by ${nameOrigin(other.origin)} and by ${nameOrigin(claim.origin)}`;
}

/** A path as a JSON string, with its bidirectional controls as escapes. */
function quoted(path: string): string {
  return JSON.stringify(path).replace(
    new RegExp(BIDI_CONTROL, 'g'),
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

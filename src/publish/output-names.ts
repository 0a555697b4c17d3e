import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { nameOrigin } from './origin.ts';
import { isReservedEntry } from './staging-layout.ts';

// Device names of Windows, with any extension ("Naming Files, Paths, and Namespaces", Win32 documentation).
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const MAX_SEGMENT_BYTES = 255;

/**
 * Checks a path relative to the output folder by its segments: it stays inside, and every file system can hold it.
 * The diagnostic is `path-outside-root` or `output-name` at the origin of the output; undefined when the path is fine.
 */
export function nameProblem(path: string, origin?: Location): Diagnostic | undefined {
  const segments = path.split('/');
  if (leavesRoot(path, segments)) {
    return diagnostic('path-outside-root', {
      message: `the output path ${JSON.stringify(path)} leads out of the output folder`,
      location: origin,
    });
  }
  for (const [index, segment] of segments.entries()) {
    const problem = segmentProblem(segment, index === 0);
    if (problem !== undefined) return nameDiagnostic(path, problem, origin);
  }
  return undefined;
}

/**
 * The form in which names are compared that some file systems take for the same one:
 * Unicode normalisation form C in lower case.
 */
export function foldName(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function leavesRoot(path: string, segments: readonly string[]): boolean {
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) || segments.includes('..');
}

function segmentProblem(segment: string, first: boolean): string | undefined {
  if (segment === '' || segment === '.') return 'it has an empty segment';
  if (hasControlCharacter(segment)) return 'it has a control character';
  if (segment.includes('\\')) return 'it has a backslash, which separates folders on Windows';
  if (process.platform === 'win32' && /[<>:"|?*]/.test(segment)) {
    return `${JSON.stringify(segment)} has a character that Windows does not allow`;
  }
  if (WINDOWS_DEVICE.test(segment))
    return `${JSON.stringify(segment)} is a reserved name on Windows`;
  if (/[. ]$/.test(segment))
    return `${JSON.stringify(segment)} ends in a full stop or space, which Windows drops`;
  if (first && isReservedEntry(foldName(segment)))
    return `${JSON.stringify(segment)} is not a name for a part of a site`;
  return isTooLong(segment) ? `a segment is longer than ${MAX_SEGMENT_BYTES} bytes` : undefined;
}

// A UTF-16 code unit is at most 3 bytes in UTF-8, so that short names need no counting.
function isTooLong(segment: string): boolean {
  return segment.length * 3 > MAX_SEGMENT_BYTES && Buffer.byteLength(segment) > MAX_SEGMENT_BYTES;
}

function hasControlCharacter(segment: string): boolean {
  for (let index = 0; index < segment.length; index++) {
    const unit = segment.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function nameDiagnostic(path: string, problem: string, origin: Location | undefined): Diagnostic {
  return diagnostic('output-name', {
    message: `cannot publish ${JSON.stringify(path)}: ${problem}`,
    location: origin,
    hint: `rename ${origin === undefined ? 'the source' : nameOrigin(origin)}, or give the page another slug`,
  });
}

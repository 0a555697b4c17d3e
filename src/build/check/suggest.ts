import { nearest } from '../../diagnostics/nearest.ts';
import { dirname } from '../../shared/paths.ts';
import type { AnchorPage, CheckInput, LinkUse } from './check-input.ts';

/** The nearest thing that a broken destination may have meant, in the author's own style. */
export function suggestTarget(input: CheckInput, use: LinkUse): string | undefined {
  const end = use.href.search(/[?#]/);
  const path = end < 0 ? use.href : use.href.slice(0, end);
  const suffix = end < 0 ? '' : use.href.slice(end);
  const near = path.startsWith('/') ? suggestPath(input, path) : suggestFile(input, use, path);
  return near === undefined ? undefined : near + suffix;
}

function suggestPath(input: CheckInput, path: string): string | undefined {
  return (
    nearest(path, input.paths) ?? only(input.paths.filter((candidate) => sameName(candidate, path)))
  );
}

function suggestFile(input: CheckInput, use: LinkUse, path: string): string | undefined {
  if (use.file === undefined) return undefined;
  const folder = dirname(use.file);
  const withExtension = /\.[a-z0-9]+$/i.test(path);
  const style = (file: string): string => {
    const relative = relativePath(folder, file);
    const printed = withExtension ? relative : relative.replace(/\.md$/, '');
    return path.startsWith('.') || printed.startsWith('.') ? dotted(printed) : printed;
  };
  // Nobody links to the page itself by its name.
  const printed = input.files.filter((file) => file !== use.file).map(style);
  return nearest(path, printed) ?? only(printed.filter((candidate) => sameName(candidate, path)));
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `./${path}`;
}

/** The path from a folder to a file, both relative to the site folder. */
function relativePath(folder: string, file: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = file.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** A page of the same name elsewhere: what remains when a file was moved. */
function sameName(candidate: string, path: string): boolean {
  const name = path.replace(/\/$/, '').slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
  return name.length > 2 && candidate.slice(candidate.lastIndexOf('/') + 1) === name;
}

function only(candidates: readonly string[]): string | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The nearest anchor on the page, with the line of its heading. */
export function suggestAnchor(page: AnchorPage, fragment: string): string | undefined {
  const near = nearest(fragment, page.ids);
  if (near === undefined) return undefined;
  const heading = page.headings?.find(({ id }) => id === near);
  const place =
    heading === undefined || page.file === undefined ? '' : ` (${page.file}:${heading.line})`;
  return `the nearest heading there is "#${near}"${place}`;
}

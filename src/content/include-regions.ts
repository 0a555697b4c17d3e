import { slugify } from '../shared/slug.ts';

/** A line of a file. */
export interface NumberedLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** A line that opens or closes regions. */
type Marker =
  | { readonly kind: 'start' | 'end'; readonly names: readonly string[] }
  | { readonly kind: 'end'; readonly names: undefined };

/** `ANCHOR: name`, `ANCHOR_END: name`; `[start:name]`, `[end:name]`, also behind a scissors line `--8<--`. */
const ANCHOR = /\bANCHOR(_END)?:\s*([\w-]+)/;
const SECTION =
  /(?:^|\s|<!--)(?:-+8<-+)?\s*\[(start|end):\s*([\w.-]+)\s*\]\s*(?:--+>|\*+\/\}?|\*\))?\s*$/;

/** `#region name`, `#docregion a, b` and their ends, alone in a comment of any language. */
const HASHED =
  /^\s*(?:\/\/+|\/\*+|<!--|--|::|[;%']|\{\/\*|\(\*|\{\{!--)?\s*#\s?(end)?\s?(?:doc)?region\b[ \t]*(.*?)\s*(?:\*+\/\}?|--\}?\}?>?|\*\))?\s*$/i;
const PLAIN =
  /^\s*(?:\/\/+|\/\*+|<!--|#pragma|#)\s*(end)?(?:doc)?region(?:[ \t]+([\w*.-]+))?\s*(?:\*+\/|-->)?\s*$/;

/**
 * Selects the lines of a region, each time it is opened, without any marker lines; undefined if there is none of that name.
 * Without a name: all lines that are no markers.
 */
export function selectRegion(
  lines: readonly NumberedLine[],
  name?: string,
): readonly NumberedLine[] | undefined {
  const open: string[] = [];
  const taken: NumberedLine[] = [];
  let found = name === undefined;
  for (const line of lines) {
    const marker = readMarker(line.text);
    if (marker === undefined) {
      if (name === undefined || open.includes(name)) taken.push(line);
    } else if (marker.kind === 'start') {
      open.push(...marker.names);
      found ||= name !== undefined && marker.names.includes(name);
    } else close(open, marker.names);
  }
  return found ? taken : undefined;
}

/** Ends the innermost region of each name; without names, the innermost one. */
function close(open: string[], names: readonly string[] | undefined): void {
  if (names === undefined) open.pop();
  for (const name of names ?? []) {
    const at = open.lastIndexOf(name);
    if (at >= 0) open.splice(at, 1);
  }
}

/** Selects the text of a Markdown file between the heading with an id and the next one of its level or above. */
export function selectSection(
  lines: readonly NumberedLine[],
  id: string,
): readonly NumberedLine[] | undefined {
  let fence = '';
  let level = 0;
  let start = -1;
  for (const [index, { text }] of lines.entries()) {
    const [marker = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(text) ?? [];
    if (fence === '') fence = marker.trim();
    else if (text.trim().startsWith(fence)) fence = '';
    const [, signs, title = '', given] =
      (fence === '' && /^(#{1,6})[ \t]+(.*?)(?:[ \t]*\{#([^\s{}]+)\})?[ \t]*$/.exec(text)) || [];
    if (signs === undefined) continue;
    if (start >= 0 && signs.length <= level) return lines.slice(start, index);
    if (start >= 0 || (given ?? slugify(title)) !== id) continue;
    start = index + 1;
    level = signs.length;
  }
  return start < 0 ? undefined : lines.slice(start);
}

/** The names of all regions, in order. */
export function regionNames(lines: readonly NumberedLine[]): readonly string[] {
  const names = lines.flatMap(({ text }) => {
    const marker = readMarker(text);
    return marker?.kind === 'start' ? marker.names : [];
  });
  return [...new Set(names)].filter((name) => name !== '');
}

function readMarker(text: string): Marker | undefined {
  if (text.includes('ANCHOR')) {
    const [, end, name] = ANCHOR.exec(text) ?? [];
    if (name !== undefined) return { kind: end === undefined ? 'start' : 'end', names: [name] };
  }
  if (text.includes('[')) {
    const [, kind, name] = SECTION.exec(text) ?? [];
    if (name !== undefined) return { kind: kind === 'start' ? 'start' : 'end', names: [name] };
  }
  if (!/region/i.test(text)) return undefined;
  const [whole, end, written = ''] = HASHED.exec(text) ?? PLAIN.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const isDoc = /docregion/i.test(whole);
  const names = isDoc && written !== '' ? written.split(/\s*,\s*/) : [written.trim()];
  if (end === undefined) return { kind: 'start', names };
  return { kind: 'end', names: written === '' ? undefined : names };
}

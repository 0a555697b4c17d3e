/** Splits the text of a description into parts, so that revisions share those that are equal. */

/** A value of a file: what is under a path of keys. */
export interface TextPart {
  readonly path: readonly string[];
  /** A map with one key, the last of the path. */
  readonly text: string;
}

/** Sections whose values are parts, and how many maps are around these. */
const DEPTHS: Readonly<Record<string, number>> = {
  paths: 1,
  webhooks: 1,
  'x-webhooks': 1,
  definitions: 1,
  parameters: 1,
  responses: 1,
  components: 2,
};

const JSON_KEY = /^"((?:[^"\\]|\\.)*)"\s*:/;
const YAML_KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#'"{}[\],&*!|>%@`?-][^#]*?)):(?=\s|$)/;

/**
 * Splits YAML or indented JSON by the indentation of its lines; undefined for a text in which it does not tell where
 * values end. Mistakes inside a part show when it is read.
 */
export function splitText(text: string): readonly TextPart[] | undefined {
  const isJson = /^\s*\{/.test(text);
  const lines = readLines(text, isJson);
  if (lines === undefined) return undefined;
  const parts: TextPart[] = [];
  const split = (
    [from, to]: readonly [number, number],
    above: readonly string[],
    depth: number,
  ): boolean => {
    const [first] = lines.slice(from, from + 1);
    if (first === undefined) return false;
    for (let at = from; at < to; ) {
      const line = lines[at];
      if (line === undefined || line.indent !== first.indent || line.key === undefined)
        return false;
      let end = at + 1;
      while (end < to && isInside(lines[end], first.indent)) end += 1;
      const path = [...above, line.key];
      const inner = above.length === 0 ? (DEPTHS[line.key] ?? 0) : depth - 1;
      const closes = isJson && lines[end - 1]?.indent === first.indent;
      const isMap = inner > 0 && line.opens && end - at > (closes ? 2 : 1);
      if (!isMap || !split([at + 1, closes ? end - 1 : end], path, inner))
        parts.push({ path, text: text.slice(line.start, lines[end]?.start ?? text.length) });
      at = end;
    }
    return true;
  };
  const last = isJson ? lines.length - 1 : lines.length;
  return split([isJson ? 1 : 0, last], [], 0) ? parts : undefined;
}

interface Line {
  readonly start: number;
  readonly indent: number;
  /** Undefined for what is no key of the first three levels. */
  readonly key: string | undefined;
  /** True for what belongs to a key above it: a closing bracket, an item of a list. */
  readonly isClosing: boolean;
  /** True if its value begins on the next line. */
  readonly opens: boolean;
}

function isInside(line: Line | undefined, indent: number): boolean {
  if (line === undefined) return false;
  return line.indent > indent || (line.indent === indent && line.isClosing);
}

/** Levels of keys that are read, as steps of indentation. */
const LEVELS = 3;

/** The lines with content that may be keys of parts, or end them. */
function readLines(text: string, isJson: boolean): readonly Line[] | undefined {
  const lines: Line[] = [];
  let deepest = Number.POSITIVE_INFINITY;
  const pattern = isJson ? JSON_KEY : YAML_KEY;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    let at = start;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const indent = at - start;
    if (indent > deepest) continue;
    const line = text.slice(at, end).trimEnd();
    if (indent > 0 && deepest > LEVELS * indent) deepest = LEVELS * Math.max(indent, 2);
    if (line === '' || (!isJson && line.startsWith('#'))) continue;
    if (!isJson && line === '---' && lines.length === 0) continue;
    const found = pattern.exec(line);
    const isClosing = isJson ? /^[}\]]/.test(line) : /^-(?:\s|$)/.test(line);
    if (indent === 0 && found === null && !isClosing && !(isJson && line === '{')) return undefined;
    const [all = '', double, single, plain] = found ?? [];
    const rest = line.slice(all.length).trim();
    lines.push({
      start,
      indent,
      isClosing,
      key: found === null ? undefined : (double ?? single?.replaceAll("''", "'") ?? plain),
      opens: isJson ? rest === '{' : rest === '' || rest.startsWith('#'),
    });
  }
  return lines;
}

const SPACE = 0x20;

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A line whose value begins a list or map in brackets that goes on below, or a block of text. */
const OPENED =
  /^([ \t]*(?:-[ \t]+)*)(?:(?:"[^"\n]*"|'[^'\n]*'|[^\s#"'[\]{},-][^:#\n]{0,200}?)[ \t]*:[ \t]+)?(?:([[{])|[|>][-+\d]*[ \t]*(?:#.*)?$)/;

/**
 * Joins the lines of lists and maps in brackets, at the same offsets: YAML wants them indented more than their key
 * (1.2.2, 8.1.2), and other readers do not.
 */
export function joinFlowLines(text: string): string {
  const joined: string[] = [];
  let done = 0;
  let at = 0;
  /** Indentation of a block of text: what is indented more is text. */
  let block = Number.POSITIVE_INFINITY;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    const indent = line.search(/\S/);
    const start = at;
    at = end + 1;
    if (indent < 0 || indent > block) continue;
    block = Number.POSITIVE_INFINITY;
    const [opened, before = '', bracket] = OPENED.exec(line.trimEnd()) ?? [];
    if (opened === undefined) continue;
    if (bracket === undefined) {
      block = before.length;
      continue;
    }
    const open = start + opened.length - 1;
    const flow = readFlow(text, open);
    if (flow === undefined) break;
    if (flow.end <= end) continue;
    joined.push(text.slice(done, open), flow.joined);
    done = flow.end;
    at = done;
  }
  return joined.join('') + text.slice(done);
}

/** A quoted text, a comment, a bracket or the end of a line. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|'[^']*'|(?<=\s)#[^\n]*|[[\]{}]|\r?\n/g;

/** Reads up to the bracket that closes the one at the offset; undefined if there is none. */
function readFlow(
  text: string,
  open: number,
): { readonly joined: string; readonly end: number } | undefined {
  const closers: string[] = [];
  let joined = '';
  let done = open;
  TOKEN.lastIndex = open;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [token] = match;
    const closer = CLOSING[token];
    if (closer !== undefined) closers.push(closer);
    else if (/^[\r\n#]/.test(token)) {
      joined += text.slice(done, match.index) + ' '.repeat(token.length);
      done = TOKEN.lastIndex;
    } else if (/^[\]}]/.test(token)) {
      if (closers.pop() !== token) return undefined;
      if (closers.length === 0) {
        const end = TOKEN.lastIndex;
        return { joined: joined + text.slice(done, end), end };
      }
    }
  }
  return undefined;
}

import { isDigit, isSpace } from './characters.ts';

/** The address of a meta refresh, and its delay (HTML standard 4.2.5.3, "shared declarative refresh steps"). */
export interface Refresh {
  readonly seconds: number;
  /** Span of the address in the value; absent where the page only reloads. */
  readonly start?: number;
  readonly end?: number;
}

export function parseRefresh(content: string): Refresh | undefined {
  let at = skipSpace(content, 0);
  const digits = at;
  while (isDigit(content.charCodeAt(at))) at += 1;
  if (at === digits && content[at] !== '.') return undefined;
  const seconds = Number(content.slice(digits, at));
  while (isDigit(content.charCodeAt(at)) || content[at] === '.') at += 1;
  if (at >= content.length) return { seconds };
  const afterTime = at;
  at = skipSpace(content, at);
  const separated = content[at] === ';' || content[at] === ',';
  if (!separated && at === afterTime) return undefined;
  if (separated) at = skipSpace(content, at + 1);
  return at >= content.length ? { seconds } : { seconds, ...refreshAddress(content, at) };
}

function refreshAddress(
  content: string,
  from: number,
): { readonly start: number; readonly end: number } {
  const prefix = /url[\t\n\f\r ]*=[\t\n\f\r ]*/iy;
  prefix.lastIndex = from;
  const start = prefix.test(content) ? prefix.lastIndex : from;
  const quote = content.charAt(start);
  if (quote !== '"' && quote !== "'") return { start, end: content.length };
  const close = content.indexOf(quote, start + 1);
  return { start: start + 1, end: close < 0 ? content.length : close };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

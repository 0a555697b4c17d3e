/** How a scalar is written in YAML or JSON; block scalars are plain for this purpose. */
type Quote = '"' | "'" | '';

interface Written {
  readonly source: string;
  readonly quote: Quote;
}

/**
 * Offsets in a scalar's source of the given offsets in its value, in the order of `offsets` (ascending): past
 * quotes, indentation, folded lines and escapes (YAML 1.2.2, 7.3 and 8.1; RFC 8259, 7).
 */
export function writtenOffsets(
  value: string,
  written: Written,
  offsets: readonly number[],
): readonly number[] {
  const found: number[] = [];
  let at = 0;
  for (let index = 0; found.length < offsets.length; index += 1) {
    const isSpace = index < value.length && /\s/.test(value.charAt(index));
    if (!isSpace) at = skipSpace(written, at);
    while (offsets[found.length] === index) found.push(at);
    if (index >= value.length) break;
    if (!isSpace) at += unitLength(written, at);
  }
  while (found.length < offsets.length) found.push(Math.min(at, written.source.length));
  return found;
}

/** Past white space, written as such or escaped. */
function skipSpace(written: Written, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(written.source.charAt(at))) at += 1;
    else if (written.quote === '"' && /^\\(?:[nrt \n]|\r\n)/.test(written.source.slice(at, at + 3)))
      at += 2;
    else return at;
  }
}

/** Length in the source of what stands for one character of the value. */
function unitLength({ source, quote }: Written, at: number): number {
  if (quote === "'") return source.startsWith("''", at) ? 2 : 1;
  if (quote === '' || source.charAt(at) !== '\\') return 1;
  const kind = source.charAt(at + 1);
  return kind === 'u' ? 6 : kind === 'x' ? 4 : 2;
}

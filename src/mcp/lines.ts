/** Maximum length of a message, in bytes. */
export const LONGEST_MESSAGE = 1_000_000;

const NEWLINE = 10;

/** Splits a stream at line feeds; undefined for a line that is too long, of which nothing is kept. */
export async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  most = LONGEST_MESSAGE,
): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | undefined => {
    const line = size > most ? undefined : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

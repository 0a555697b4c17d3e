/** Length of `content` in the index's documents, in UTF-16 code units. */
const CONTENT_LENGTH = 300;

/** The beginning of a text, at most `length` UTF-16 code units, cut between words; white space folded. */
export function cutContent(text: string, length: number = CONTENT_LENGTH): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= length) return folded;
  const space = folded.lastIndexOf(' ', length);
  return folded.slice(0, space > 0 ? space : length);
}

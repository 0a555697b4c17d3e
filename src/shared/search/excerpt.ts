/** Length of `content` in the index's documents, in UTF-16 code units. */
const CONTENT_LENGTH = 300;

/** The beginning of a text, cut between words; white space folded. */
export function cutContent(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= CONTENT_LENGTH) return folded;
  const space = folded.lastIndexOf(' ', CONTENT_LENGTH);
  return folded.slice(0, space > 0 ? space : CONTENT_LENGTH);
}

/** Copies a text that is kept: a string that V8 slices from a page keeps the whole page in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

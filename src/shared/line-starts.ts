/** Offsets at which the lines of a text start; CR LF, LF and CR end a line. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)];
}

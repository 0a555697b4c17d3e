/** Collapses every run of whitespace to one space, and trims. */
export function collapseSpace(text: string): string {
  // Single spaces, which most are, stay: a third of the time.
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

/**
 * The beginning of a text, with whitespace collapsed: more than `length` UTF-16 code units, if the text has them. For what is
 * cut at `length`, the rest of a long text needs no pass.
 */
export function collapsedStart(text: string, length: number): string {
  for (let end = length * 2; ; end *= 2) {
    const start = collapseSpace(text.slice(0, end));
    if (start.length > length || end >= text.length) return start;
  }
}

/** Maximum length of what is left out to cut between words: some scripts have no spaces. */
const LONGEST_WORD = 40;

/** Cuts a text between words at `length` UTF-16 code units; long words and scripts without spaces between characters. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  if (space > Math.max(0, length - LONGEST_WORD)) return text.slice(0, space);
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The end of a sentence before another one. Initials and `e.g.` end none, nor does a full stop before a small letter. */
const SENTENCE_END =
  /(?<!(?:^|[\s(.])\p{L})[.!?…]+["'”’»)\]]*(?=\s+[^\p{Ll}\s])|[。！？]+["'”’」』）]*/gu;

/**
 * Cuts a text at the last end of a sentence within `length` UTF-16 code units, but after `least` of them; if there is none,
 * between words, with an ellipsis.
 */
export function cutAtSentence(text: string, length: number, least = 0): string {
  if (text.length <= length) return text;
  let end = 0;
  for (const { index, 0: mark } of text.slice(0, length + 2).matchAll(SENTENCE_END)) {
    const next = index + mark.length;
    if (next <= length) end = next;
  }
  if (end > least) return text.slice(0, end);
  return `${cutText(text, length - 1).replace(/[\s\p{P}]+$/u, '')}…`;
}

/** Returns the first sentence of a text, cut between words if it is longer than `length`. */
export function firstSentence(text: string, length: number): string {
  const [end] = text.matchAll(SENTENCE_END);
  return cutAtSentence(end === undefined ? text : text.slice(0, end.index + end[0].length), length);
}

/**
 * English words that say nothing about what a text is about. The index leaves them out of content and keeps
 * them in titles, tags and categories; a query that holds other words is not judged by them.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a about am an and are as at be been but by can did do does for from had has have he her his how i if in into is it its may me my no not of on or our s she should so such t than that the their them then there these they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Whether a folded word is one of them. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

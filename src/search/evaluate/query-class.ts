const OPERATION = /^(?:(?:get|put|post|patch|delete|head|options|trace|query)\s+)?\/\S*$/i;

const QUESTION =
  /^(?:how|why|what|which|who|whose|when|where|can|could|do|does|did|is|are|should|will)\s|[?？]$/i;

/** One word of letters, with apostrophes (`can't`), that is not written in camel case. */
const WORD = /^(?!.*(?:\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}))[\p{L}\p{M}'’]+$/u;

/** The class of a query that names none, by its form. */
export function classOf(query: string): string {
  const text = query.trim();
  if (OPERATION.test(text)) return 'operation';
  if (QUESTION.test(text)) return 'question';
  if (/\s/.test(text)) return 'phrase';
  return WORD.test(text) ? 'word' : 'identifier';
}

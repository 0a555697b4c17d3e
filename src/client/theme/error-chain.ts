/** Longest chain that is told: getters may make up causes without end. */
const LONGEST = 20;

/** The messages of an error and of every cause below it, outermost first. Cycles end; anything can be thrown. */
export function errorChain(error: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const messages: string[] = [];
  let cause = error;
  while (!seen.has(cause) && seen.size < LONGEST) {
    seen.add(cause);
    messages.push(describe(cause));
    if (!(cause instanceof Error) || cause.cause === undefined) break;
    cause = cause.cause;
  }
  return messages;
}

function describe(error: unknown): string {
  try {
    if (error instanceof Error) return error.message === '' ? error.name : error.message;
    return typeof error === 'object' && error !== null ? JSON.stringify(error) : String(error);
  } catch {
    return typeof error;
  }
}

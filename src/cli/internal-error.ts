/** What is printed of docwright's own faults: the one case in which a stack trace helps. */
export function internalErrorText(cause: unknown): string {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return `docs: internal error\n${text}\n`;
}

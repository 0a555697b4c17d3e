/** Why a text is not a regular expression (ECMA-262); undefined where it is one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    return void new RegExp(pattern, 'u');
  } catch {
    // Many patterns escape what needs no escape, which only the older syntax allows.
  }
  try {
    return void new RegExp(pattern);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return text.slice(text.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** The names in the braces of a template, or what is wrong with it. */
export interface Template {
  readonly names: readonly string[];
  /** What is wrong, to stand after "the path". */
  readonly problem?: string;
}

/** Reads `/tenants/{tenantId}`. */
export function readTemplate(text: string): Template {
  const names: string[] = [];
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{') {
      if (open >= 0) return { names, problem: 'has a "{" inside of braces' };
      open = at;
    } else if (char === '}') {
      if (open < 0) return { names, problem: 'has a "}" without its "{"' };
      const name = text.slice(open + 1, at);
      if (name === '') return { names, problem: 'has empty braces' };
      names.push(name);
      open = -1;
    }
  }
  return open < 0 ? { names } : { names, problem: 'has a "{" that is never closed' };
}

const CUT = /^\s*\/\/\s?---cut(?:-(before|after|start|end))?---\s*$/;
/** `// ^?`, `//   ^|` and `// ^^^`: questions about the line above. */
const QUESTION = /^\s*\/\/\s*(?:\^[?|]|\^{2,}).*$/;
/** Settings of the compiler and of the checker. */
const SETTING =
  /^\s*\/\/\s*@(?:errors|twoslash-cache|noErrors\w*|noErrorValidation|keepNotations|showEmit\w*|noStaticSemanticInfo|strict\w*|target|module\w*|lib|types|jsx\w*|esModuleInterop|allowJs|checkJs|noImplicitAny|declaration\w*)\b.*$/;

/** Removes from code what is meant for the type checker: what is cut, questions and settings. */
export function withoutTwoslash(code: string): string {
  const shown: string[] = [];
  let isCut = false;
  for (const line of code.split('\n')) {
    const cut = CUT.exec(line);
    if (cut === null) {
      if (!isCut && !QUESTION.test(line) && !SETTING.test(line)) shown.push(line);
      continue;
    }
    const kind = cut[1] ?? 'before';
    if (kind === 'before') shown.length = 0;
    if (kind === 'after') break;
    isCut = kind === 'start';
  }
  return shown.join('\n');
}

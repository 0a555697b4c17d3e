const NAMED: ReadonlyMap<number, string> = new Map([
  [10, '\\n'],
  [13, '\\r'],
  [9, '\\t'],
]);

// Control characters, line and paragraph separators, marks that turn the direction of text or have no width, the byte
// order mark and unpaired surrogates: what a reader cannot see or no file can hold.
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Writes what cannot be seen as escapes: `\n`, `\r`, `\t`, else by the language's own way from the UTF-16 code unit. */
export function escapeControls(text: string, escape: (code: number) => string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    return NAMED.get(code) ?? escape(code);
  });
}

/** True where no name stands twice. */
export function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

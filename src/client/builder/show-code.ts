import { element } from '../app/root.ts';

/** The content of code blocks as the build has made it. */
const originals = new WeakMap<HTMLElement, readonly Node[]>();

/** Number of characters that are colored. */
export const MOST_COLORED = 50_000;

/** Strings, comments, numbers and keywords, by class: enough to read code that changes while it is typed. */
const TOKENS =
  /(?<s>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<c>(?:#|\/\/) .*)|(?<n>\b\d+(?:\.\d+)?\b)|(?<k>\b(?:await|const|def|do|else|end|for|func|if|import|let|new|null|return|true|false|use|val|var)\b)/g;

/** Shows another text in a code block, with the colors of the build if it is the one that the build has printed. */
export function showCode(code: HTMLElement, text: string): void {
  if (code.textContent === text) return;
  const original = originals.get(code) ?? [...code.childNodes].map((node) => node.cloneNode(true));
  originals.set(code, original);
  if (original.map((node) => node.textContent).join('') === text)
    return code.replaceChildren(...original.map((node) => node.cloneNode(true)));
  code.replaceChildren(...coloredCode(text));
}

/** Colors a text; the colors of a long one would take longer than an answer. */
export function coloredCode(text: string): readonly (Node | string)[] {
  if (text.length > MOST_COLORED) return [text];
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index, groups } of text.matchAll(TOKENS)) {
    const [kind] = Object.entries(groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    nodes.push(text.slice(end, index), element('span', `t-${kind}`, word));
    end = index + word.length;
  }
  return [...nodes, text.slice(end)];
}

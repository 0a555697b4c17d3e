import { findLanguage } from './languages.ts';
import { color, createPrismLoader, escapeCode, printTokens } from './prism.ts';

/** Longer code is shown without colors: each token is an element that the browser has to lay out. */
const MAX_LINES = 120;
const MAX_LENGTH = 6000;

/** Converts code to escaped HTML with token classes; plain if the language is unknown or the code is long. */
export type Highlight = (code: string, language: string) => string;

/** Creates a highlighter for code outside Markdown. It caches grammars: create one and reuse it. */
export function createHighlighter(): Highlight {
  const prism = createPrismLoader();
  return (code, name) => {
    if (code.length > MAX_LENGTH || code.split('\n').length > MAX_LINES) return escapeCode(code);
    const found = findLanguage(prism, name);
    if (found.kind !== 'language') return escapeCode(code);
    const language = found.language.id;
    const stream = color(code, { prism, meter: { spent: 0 }, language });
    return stream === undefined ? escapeCode(code) : printTokens(stream);
  };
}

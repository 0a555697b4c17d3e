import { findLanguage } from './languages.ts';
import { color, createColorMeter, createPrismLoader, escapeCode, printTokens } from './prism.ts';

/** Longer code is shown without colors: each token is an element that the browser has to lay out. */
const MAX_LINES = 120;
const MAX_LENGTH = 6000;

/** Turns code into escaped HTML with token classes; plain where the language is unknown or the code long. */
export type Highlight = (code: string, language: string) => string;

/** Makes a highlighter for code outside Markdown. It keeps its grammars: make one and use it often. */
export function createHighlighter(): Highlight {
  const prism = createPrismLoader();
  return (code, name) => {
    if (code.length > MAX_LENGTH || code.split('\n').length > MAX_LINES) return escapeCode(code);
    const found = findLanguage(prism, name);
    if (found.kind !== 'language') return escapeCode(code);
    const language = found.language.id;
    const stream = color(code, { prism, meter: createColorMeter(), language });
    return stream === undefined ? escapeCode(code) : printTokens(stream);
  };
}

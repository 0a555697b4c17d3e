import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiTexts, fillText } from '../../shared/texts.ts';
import type { PageScope } from './page-scope.ts';

export interface CodeFigure {
  readonly code: string;
  /** Of the highlighter. */
  readonly language: string;
  /** What the region is called. */
  readonly name: string;
  readonly caption?: string;
}

/** A code block as Markdown's: copy and wrap work on it. Long code is cut, and has no colours when the page has many. */
export function codeFigure(
  scope: PageScope,
  { code, language, name, caption }: CodeFigure,
): string {
  const { budget, context } = scope;
  const room = Math.max(LEAST, Math.min(LONGEST, budget.code));
  const shown = code.length > room ? code.slice(0, room) : code;
  budget.code -= shown.length;
  const isColoured = shown.length <= budget.colours;
  if (isColoured) budget.colours -= shown.length;
  const html = isColoured ? context.highlight(shown, language) : escapeHtml(shown);
  const title = caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  const label = escapeHtml(scope.uniqueName(fillText(context.texts.codeName, { name })));
  const languageClass = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  const figure =
    `<figure class="code" data-code>${title}<pre role="region" tabindex="0" aria-label="${label}">` +
    `<code${languageClass}>${html}</code></pre></figure>`;
  return shown === code ? figure : figure + cutWords(context.texts, code.length);
}

/** Longest code block, and what each has in any case, in characters. */
const LONGEST = 60_000;
const LEAST = 400;

function cutWords(texts: ApiTexts, size: number): string {
  const words = fillText(texts.textCut, { size: String(size) });
  return `<p class="prop-note">${escapeHtml(words)}</p>`;
}

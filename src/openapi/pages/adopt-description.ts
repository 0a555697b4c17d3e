import { decodeEntities } from '../../html/character-references.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type Html, raw } from '../../shared/jsx-runtime.ts';
import { decodeSafely } from '../../shared/paths.ts';
import { applyEdits } from '../../html/text-edits.ts';
import type { Text } from '../model/api-model.ts';
import { fragment } from './elements.tsx';
import type { PageScope } from './page-scope.ts';

/**
 * Adds a description's HTML to a page: renames ids and regions that the page already uses, with the links to them.
 * `rise` is the number of levels that headings move up.
 */
export function adoptDescription(scope: PageScope, html: string, rise = 0): string {
  if (!needsCare(html)) return html;
  const values: { tag: string; name: string; start: number; end: number }[] = [];
  // The digits of the levels of headings.
  const levels: number[] = [];
  scanHtml(html, {
    startTag: ({ name: tag, start, attributes }) => {
      if (/^h[1-6]$/.test(tag)) levels.push(start + 2);
      for (const { name, valueStart, valueEnd } of attributes) {
        values.push({ tag, name, start: valueStart, end: valueEnd });
        if (name === 'class' && /^heading heading-\d$/.test(html.slice(valueStart, valueEnd)))
          levels.push(valueEnd - 1);
      }
    },
    endTag: (name, start) => {
      if (/^h[1-6]$/.test(name)) levels.push(start + 3);
    },
  });
  const valueOf = ({ start, end }: Span): string => decodeEntities(html.slice(start, end));
  const ids = new Map<string, string>();
  for (const span of values) {
    const id = span.name === 'id' ? valueOf(span) : undefined;
    if (id !== undefined && !ids.has(id)) ids.set(id, scope.ids.claim(id));
  }
  const edits = values.flatMap((span) => {
    const value = valueOf(span);
    const next = newValue(scope, ids, { ...span, value });
    return next === value ? [] : [{ ...span, after: escapeHtml(next) }];
  });
  const risen = (rise === 0 ? [] : levels).map((start) => {
    const level = Math.max(2, Number(html[start]) - rise);
    return { start, end: start + 1, after: String(level) };
  });
  return applyEdits(html, [...edits, ...risen]);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the HTML of a text for a page; undefined if it is empty. */
export function describeHtml(scope: PageScope, text: Text): Html | undefined {
  return finished(adoptDescription(scope, scope.describe(text)));
}

/** Returns HTML as such; undefined if it is empty. */
export function finished(html: string): Html | undefined {
  return html === '' ? undefined : raw(html);
}

/** True for HTML with ids, headings or named regions, which must be made unique. */
export function needsCare(html: string): boolean {
  return html !== '' && NEEDS_CARE.test(html);
}

const NEEDS_CARE = /\sid="|<h[1-6]|\saria-label="/;

function newValue(
  scope: PageScope,
  ids: ReadonlyMap<string, string>,
  { tag, name, value }: { tag: string; name: string; value: string },
): string {
  if (name === 'id') return ids.get(value) ?? value;
  if (name === 'aria-label' && tag === 'pre') return scope.uniqueName(value);
  if (name === 'href' && value.startsWith('#')) {
    const fragmentId = value.slice(1);
    const id = decodeSafely(fragmentId) ?? fragmentId;
    const next = ids.get(id);
    return next === undefined || next === id ? value : fragment(next);
  }
  if (name === 'aria-labelledby' || name === 'aria-describedby' || name === 'for')
    return ids.get(value) ?? value;
  return value;
}

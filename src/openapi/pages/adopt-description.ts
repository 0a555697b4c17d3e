import { decodeEntities } from '../../html/character-references.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type Html, raw } from '../../shared/jsx-runtime.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { Text } from '../model/api-model.ts';
import { fragment } from './elements.tsx';
import type { PageScope } from './page-scope.ts';

/**
 * Adds a description's HTML to a page: renames ids and regions that the page already uses, with the links to them.
 * `rise` is the number of levels that headings move up.
 */
export function adoptDescription(scope: PageScope, html: string, rise = 0): string {
  if (!needsCare(html)) return html;
  const ids = claimIds(scope, html);
  const edits: Edit[] = [];
  scanHtml(html, {
    startTag: (tag) => {
      const level = headingLevel(tag.name);
      for (const { name, valueStart, valueEnd } of tag.attributes) {
        const value = decodeEntities(html.slice(valueStart, valueEnd));
        const next = newValue(scope, ids, { tag: tag.name, name, value });
        if (next !== value)
          edits.push({ start: valueStart, end: valueEnd, text: escapeHtml(next) });
        if (name === 'class' && rise > 0 && /^heading heading-\d$/.test(value))
          edits.push({ start: valueEnd - 1, end: valueEnd, text: risen(value.at(-1), rise) });
      }
      if (level > 0 && rise > 0)
        edits.push({ start: tag.start + 2, end: tag.start + 3, text: risen(String(level), rise) });
    },
    endTag: (name, start) => {
      const level = headingLevel(name);
      if (level > 0 && rise > 0)
        edits.push({ start: start + 3, end: start + 4, text: risen(String(level), rise) });
    },
  });
  return applyEdits(html, edits);
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

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    result += html.slice(at, start) + text;
    at = end;
  }
  return result + html.slice(at);
}

function claimIds(scope: PageScope, html: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  scanHtml(html, {
    startTag: ({ attributes }) => {
      for (const { name, valueStart, valueEnd } of attributes) {
        if (name !== 'id') continue;
        const id = decodeEntities(html.slice(valueStart, valueEnd));
        if (!ids.has(id)) ids.set(id, scope.ids.claim(id));
      }
    },
    endTag: () => {},
  });
  return ids;
}

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

function headingLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : 0;
}

function risen(level: string | undefined, rise: number): string {
  return String(Math.max(2, Number(level ?? '2') - rise));
}

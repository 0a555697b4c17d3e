import { escapeHtml } from '../../shared/escape-html.ts';
import type { TocEntry } from '../../shared/page.ts';
import { contentId } from '../../shared/page-ids.ts';
import type { ApiContext } from './api-page.ts';
import { heading, wellFormed } from './elements.ts';
import type { RowCache } from './row-cache.ts';

export interface PageScope extends ApiContext {
  readonly cache: RowCache;
  readonly ids: PageIds;
  /** Names for the regions of the page: each is given once. */
  readonly uniqueName: (name: string) => string;
  readonly budget: Budget;
  /** Named schemas that the page has shown as a whole response body: where each stands. */
  readonly bodies: Map<object, ShownBody>;
  /** Where the page's own part of the description can be had. */
  readonly sourceHref: string;
}

export interface PageIds {
  /** An id of the page: what is wished for, without white space; numbered where another part has it. */
  readonly claim: (wish: string) => string;
  readonly has: (id: string) => boolean;
  readonly all: ReadonlySet<string>;
}

export interface ShownBody {
  readonly id: string;
  readonly name: string;
}

/** What a page may still hold. */
export interface Budget {
  rows: number;
  elements: number;
  code: number;
  /** Characters of code that may be coloured. */
  colors: number;
}

/** Chosen so that no page has more than 8,000 elements or 30 KB of HTML when compressed. */
const LIMITS: Readonly<Budget> = { rows: 1500, elements: 5500, code: 120_000, colors: 12_000 };

export function createScope(context: ApiContext, cache: RowCache, sourceHref: string): PageScope {
  return {
    ...context,
    cache,
    sourceHref,
    ids: createIds(),
    uniqueName: createNames(),
    budget: { ...LIMITS },
    bodies: new Map(),
  };
}

function createIds(): PageIds {
  const all = new Set<string>();
  const next = new Map<string, number>();
  const has = (id: string): boolean => all.has(id);
  return {
    all,
    has,
    claim: (wish) => {
      const base = cleanId(wish);
      let id = base;
      if (has(id)) {
        let count = next.get(base) ?? 1;
        while (has(id)) id = `${base}-${count++}`;
        next.set(base, count);
      }
      all.add(id);
      return id;
    },
  };
}

/** An id holds no white space (HTML standard 3.2.6), and something. */
function cleanId(wish: string): string {
  if (/^[\w.-]+$/.test(wish)) return contentId(wish);
  const id = wellFormed(wish).replace(/[\s\p{Cc}]+/gu, '_');
  return id === '' ? '_' : contentId(id);
}

function createNames(): PageScope['uniqueName'] {
  const used = new Map<string, number>();
  return (name) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

/** Prints headings and remembers them for the table of contents. */
export interface Headings {
  /** A heading; an id that the page has already is numbered. */
  readonly print: (level: 2 | 3, text: string, id: string) => string;
  readonly toc: () => readonly TocEntry[];
}

export function createHeadings(scope: PageScope): Headings {
  const found: { id: string; html: string; children: TocEntry[] }[] = [];
  return {
    print: (level, text, wish) => {
      const id = scope.ids.claim(wish);
      const entry = { id, html: escapeHtml(text), children: [] };
      const parent = level === 3 ? found.at(-1) : undefined;
      if (parent === undefined) found.push(entry);
      else parent.children.push({ ...entry, level });
      return heading(scope.texts, { level, id, text });
    },
    toc: () => found.map((entry) => ({ ...entry, level: 2 })),
  };
}

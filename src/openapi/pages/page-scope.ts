import { escapeHtml, wellFormed } from '../../shared/escape-html.ts';
import type { Html } from '../../shared/jsx-runtime.ts';
import type { TocEntry } from '../../shared/page.ts';
import { contentId } from '../../shared/page-ids.ts';
import { uniqueSlug } from '../../shared/slug.ts';
import type { ApiContext } from './api-page.ts';
import { flag, heading, type HeadingOptions } from './elements.tsx';
import type { RowCache } from './row-cache.ts';

export interface PageScope extends ApiContext {
  readonly cache: RowCache;
  readonly ids: PageIds;
  /** Returns a region name not used on the page yet. */
  readonly uniqueName: (name: string) => string;
  readonly budget: Budget;
  /** Named schemas shown as a whole response body, with their locations. */
  readonly bodies: Map<object, ShownBody>;
  /** In place of the rows of a schema that contains itself. */
  readonly recursive: Html;
}

interface PageIds {
  /** Returns a free id of the page: the requested one without white space, numbered if it is taken. */
  readonly claim: (requested: string) => string;
  readonly has: (id: string) => boolean;
  readonly all: ReadonlySet<string>;
}

export interface ShownBody {
  readonly id: string;
  readonly name: string;
}

/** Remaining room on a page. */
export interface Budget {
  rows: number;
  elements: number;
  code: number;
  /** Characters of code that may be highlighted. */
  colors: number;
}

/** Keep every page below 8,000 elements and 30 KB of compressed HTML. */
const LIMITS: Readonly<Budget> = { rows: 1500, elements: 5500, code: 120_000, colors: 12_000 };

export function createScope(context: ApiContext, cache: RowCache): PageScope {
  const names = new Map<string, number>();
  return {
    ...context,
    cache,
    ids: createIds(),
    uniqueName: (name) => {
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      return count === 1 ? name : `${name} (${count})`;
    },
    budget: { ...LIMITS },
    bodies: new Map(),
    recursive: flag(context.messages, 'recursive'),
  };
}

function createIds(): PageIds {
  const all = new Set<string>();
  const next = new Map<string, number>();
  return {
    all,
    has: (id) => all.has(id),
    claim: (requested) => {
      // Without white space (HTML standard 3.2.6), and never empty.
      const isPlain = /^[\w.-]+$/.test(requested);
      const clean = isPlain ? requested : wellFormed(requested).replace(/[\s\p{Cc}]+/gu, '_');
      const base = clean === '' ? '_' : contentId(clean);
      const id = uniqueSlug(base, { has: (taken) => all.has(taken), next });
      all.add(id);
      return id;
    },
  };
}

/** Renders a heading; its id is numbered if the page already has it. */
export function section(scope: PageScope, options: HeadingOptions): Html {
  return heading(scope, { ...options, id: scope.ids.claim(options.id) });
}

/** Prints headings and collects them for the table of contents. */
export interface Headings {
  /** Prints a heading; its id is numbered if the page already has it. */
  readonly print: (level: 2 | 3, text: string, id: string) => Html;
  readonly toc: () => readonly TocEntry[];
}

export function createHeadings(scope: PageScope): Headings {
  const found: { id: string; html: string; children: TocEntry[] }[] = [];
  return {
    print: (level, text, requested) => {
      const id = scope.ids.claim(requested);
      const entry = { id, html: escapeHtml(text), children: [] };
      const parent = level === 3 ? found.at(-1) : undefined;
      if (parent === undefined) found.push(entry);
      else parent.children.push({ ...entry, level });
      return heading(scope, { level, id, text });
    },
    toc: () => found.map((entry) => ({ ...entry, level: 2 })),
  };
}

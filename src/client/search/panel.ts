import type { Correction, SearchDocument, SearchHitDetails } from '../../shared/search/types.ts';
import { fillText, type SearchTexts } from '../../shared/texts.ts';
import type { SearchActionRow, SearchGroup, SearchHitRow, SearchPanel } from './dialog-props.ts';
import { excerptAround } from './excerpts.ts';
import { createMatcher, markParts } from './matches.ts';
import type { SearchSnapshot } from './session.ts';

/** What choosing an action row does. */
export type SearchAction =
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'literal' }
  | { readonly type: 'filter'; readonly only: SearchDocument['type'] | undefined }
  | { readonly type: 'clearRecent' }
  | { readonly type: 'switchHotkeys' }
  | { readonly type: 'go'; readonly href: string };

/** What choosing a row does. */
export type SearchChoice =
  | SearchAction
  | {
      readonly type: 'hit';
      readonly hit: SearchHitDetails;
      /** Place among the hits, from 1. */
      readonly position: number;
      readonly href: string;
    };

export interface PanelInput {
  readonly texts: SearchTexts;
  readonly query: string;
  readonly answered: SearchSnapshot['answered'];
  readonly recent: readonly string[];
  /** Links that are offered where nothing is found. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  /** The shortcuts, and whether they are on; undefined where the site has none. */
  readonly hotkeys: { readonly keys: string; readonly on: boolean } | undefined;
  /** Texts around the matches, by the hit's route, where they are known. */
  readonly excerpts: ReadonlyMap<string, string>;
  /** The URL of a section, by its route. */
  readonly hrefOf: (sectionRoute: string) => string;
  /** The address that opens this page with a query. */
  readonly searchUrl: (query: string) => string;
}

/** A panel, and what its rows do, by their ids. */
export interface BuiltPanel {
  readonly panel: SearchPanel;
  readonly choices: ReadonlyMap<string, SearchChoice>;
}

type Action = Omit<SearchActionRow, 'type' | 'id'> & { readonly action: SearchAction };

/** What stands below the input: hits, what can be done else, or recent searches. Undefined where there is nothing to show. */
export function buildPanel(input: PanelInput): BuiltPanel | undefined {
  const builder = createBuilder();
  if (input.query.trim() === '') {
    if (input.recent.length === 0) return undefined;
    builder.actions(input.texts.recent, recentActions(input));
    builder.actions(input.texts.options, [clearAction(input), ...hotkeyActions(input)]);
    return builder.finish({ count: 0 });
  }
  const { answered } = input;
  if (answered === undefined) return undefined;
  const { reply, question } = answered;
  addHits(builder, input, answered);
  if (reply.hits.length === 0) builder.actions(input.texts.suggestions, suggestions(input));
  builder.actions(input.texts.options, [
    ...literalActions(input, answered),
    ...filterActions(input, answered),
    ...hotkeyActions(input),
  ]);
  return builder.finish({
    count: reply.hits.length,
    correctedTo: correctedQuery(question.query, reply.corrections),
    nothingFor: reply.hits.length === 0 ? question.query.trim() : undefined,
    warning: warning(input.texts, answered),
  });
}

interface Builder {
  readonly hits: (page: HitPage) => void;
  readonly actions: (heading: string, actions: readonly Action[]) => void;
  readonly finish: (notes: Partial<SearchPanel>) => BuiltPanel;
}

interface Hit {
  readonly row: Omit<SearchHitRow, 'id'>;
  readonly choice: SearchChoice;
}

interface HitPage {
  readonly label: string;
  readonly heading: readonly string[];
  readonly hits: Hit[];
}

/** Gives rows their ids. */
function createBuilder(): Builder {
  const groups: SearchGroup[] = [];
  const choices = new Map<string, SearchChoice>();
  const note = (choice: SearchChoice): string => {
    const id = `search-row-${choices.size}`;
    choices.set(id, choice);
    return id;
  };
  return {
    hits: ({ hits, ...page }) =>
      groups.push({
        ...page,
        kind: 'hits',
        rows: hits.map(({ row, choice }) => ({ ...row, id: note(choice) })),
      }),
    actions: (label, actions) => {
      if (actions.length === 0) return;
      groups.push({
        label,
        kind: 'actions',
        heading: [label],
        rows: actions.map(({ action, ...row }) => ({ ...row, type: 'action', id: note(action) })),
      });
    },
    finish: (notes) => ({
      choices,
      panel: {
        correctedTo: undefined,
        nothingFor: undefined,
        warning: undefined,
        count: 0,
        groups,
        ...notes,
      },
    }),
  };
}

type Answered = NonNullable<PanelInput['answered']>;

/** Groups the hits by page, in the order of each page's best hit. */
function addHits(builder: Builder, input: PanelInput, { reply }: Answered): void {
  const pages = new Map<string, HitPage>();
  reply.hits.forEach((hit, index) => {
    const { pageTitle, sectionRoute, sidebarParentCategories: categories } = hit.document;
    const [address = ''] = sectionRoute.split('#');
    const row = hitRow(input, hit);
    const heading = row.isPage ? categories : [...categories, pageTitle];
    const page = pages.get(address) ?? { label: pageTitle, heading, hits: [] };
    pages.set(address, page);
    const choice = { type: 'hit', hit, position: index + 1, href: row.href } as const;
    page.hits.push({ row, choice });
  });
  let above = '';
  for (const page of pages.values()) {
    const heading = page.heading.join('\n');
    builder.hits(heading === above ? { ...page, heading: [] } : page);
    above = heading;
  }
}

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY)$/;

function hitRow(
  { excerpts, hrefOf }: PanelInput,
  { document, missing, terms }: SearchHitDetails,
): Omit<SearchHitRow, 'id'> {
  const matcher = createMatcher(terms);
  const excerpt = excerpts.get(document.sectionRoute) ?? excerptAround(document.content, matcher);
  const badge = document.tags.find((tag) => METHOD.test(tag));
  const path = badge === undefined ? undefined : document.tags.find((tag) => tag.startsWith('/'));
  return {
    type: 'hit',
    href: hrefOf(document.sectionRoute),
    title: markParts(document.sectionTitle, matcher),
    excerpt: markParts(excerpt, matcher),
    badge,
    path: markParts(path ?? '', matcher),
    isPage: !document.sectionRoute.includes('#'),
    missing,
  };
}

/** The query with its corrections in the place of the words; undefined where there is none. */
export function correctedQuery(
  query: string,
  corrections: readonly Correction[],
): string | undefined {
  if (corrections.length === 0) return undefined;
  const used = new Map(corrections.map(({ typed, used: [best = typed] }) => [typed, best]));
  const words = query.trim().split(/\s+/);
  return words.map((word) => used.get(word.toLowerCase()) ?? word).join(' ');
}

function warning(texts: SearchTexts, { reply }: Answered): string | undefined {
  if (!reply.incomplete) return undefined;
  return reply.hits.length === 0 ? texts.notLoaded : texts.partlyLoaded;
}

function searchAction(
  { searchUrl }: PanelInput,
  query: string,
  icon: SearchActionRow['icon'],
): Action {
  return { icon, label: query, href: searchUrl(query), action: { type: 'search', query } };
}

function recentActions(input: PanelInput): readonly Action[] {
  return input.recent.map((query) => searchAction(input, query, 'recent'));
}

function clearAction({ texts }: PanelInput): Action {
  const action = { type: 'clearRecent' } as const;
  return { icon: 'clear', label: texts.clearRecent, href: undefined, action };
}

function hotkeyActions({ texts, hotkeys }: PanelInput): readonly Action[] {
  if (hotkeys === undefined) return [];
  const text = hotkeys.on ? texts.hotkeysOff : texts.hotkeysOn;
  const label = fillText(text, { keys: hotkeys.keys });
  return [{ icon: 'keys', label, href: undefined, action: { type: 'switchHotkeys' } }];
}

function literalActions({ texts, searchUrl }: PanelInput, answered: Answered): readonly Action[] {
  const { question, reply } = answered;
  if (reply.corrections.length === 0) return [];
  const query = question.query.trim();
  const label = fillText(texts.literal, { query });
  return [{ icon: 'search', label, href: searchUrl(query), action: { type: 'literal' } }];
}

function filterActions({ texts }: PanelInput, { question, reply }: Answered): readonly Action[] {
  const labels = { docs: texts.onlyDocs, blog: texts.onlyBlog, others: texts.onlyOthers };
  const filter = (label: string, only: SearchDocument['type'] | undefined): Action => ({
    icon: 'filter',
    label,
    href: undefined,
    action: { type: 'filter', only },
  });
  if (question.options.types !== undefined) return [filter(texts.everywhere, undefined)];
  if (reply.types.length < 2 || reply.hits.length === 0) return [];
  return reply.types.map((type) => filter(labels[type], type));
}

/** Where readers may go whose search found nothing. */
function suggestions(input: PanelInput): readonly Action[] {
  const others = input.recent.filter((query) => query !== input.query.trim());
  const links = input.links.map(
    ({ label, href }): Action => ({ icon: 'page', label, href, action: { type: 'go', href } }),
  );
  return [...others.slice(0, 3).map((query) => searchAction(input, query, 'recent')), ...links];
}

import { collapseSpace } from '../../shared/cut-text.ts';
import type {
  SearchDocument,
  SearchHitDetails,
  Substitution,
} from '../../search/query/search-index.ts';
import { fold } from '../../search/query/words.ts';
import { isHttpMethod } from '../../shared/page.ts';
import { fillMessage, type SearchMessages } from '../../shared/ui-messages.ts';
import type {
  SearchActionRow,
  SearchGroup,
  SearchHitRow,
  SearchPanel,
  SearchRow,
} from './dialog-props.ts';
import { excerptAround } from './excerpts.ts';
import { createMatcher, markParts } from './matches.ts';
import type { SearchSnapshot } from './session.ts';

export interface PanelInput {
  readonly messages: SearchMessages;
  readonly query: string;
  readonly answered: SearchSnapshot['answered'];
  readonly recent: readonly string[];
  /** The site's entry pages. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  /** The shortcuts, and whether they are on; undefined if the site has none. */
  readonly hotkeys: { readonly keys: string; readonly on: boolean } | undefined;
  /** Text around the matches by the result's route, if loaded. */
  readonly excerpts: ReadonlyMap<string, string>;
  readonly hrefOf: (sectionRoute: string) => string;
  /** The address that opens this page with a query. */
  readonly searchUrl: (query: string) => string;
}

/** Builds the content below the input: results and actions; for a blank query, recent searches and entry pages. */
export function buildPanel(input: PanelInput): SearchPanel | undefined {
  const { answered, query } = input;
  if (query.trim() !== '') return answered && answerPanel(input, answered);
  return { ...EMPTY, groups: numbered(startGroups(input)) };
}

const EMPTY: Omit<SearchPanel, 'groups'> = {
  correctedTo: undefined,
  alsoFor: [],
  nothingFor: undefined,
  warning: undefined,
  count: 0,
};

function startGroups(input: PanelInput): readonly SearchGroup[] {
  const { recent, messages } = input;
  const searches = recent.map((old) => searchRow(input, old, 'recent'));
  const choice = { type: 'clearRecent' } as const;
  const clear = action({ icon: 'clear', label: messages.clearRecent, choice });
  const options = recent.length === 0 ? hotkeyRows(input) : [clear, ...hotkeyRows(input)];
  return [
    ...actionGroup(messages.recent, searches),
    ...actionGroup(messages.entryPages, linkRows(input)),
    ...actionGroup(messages.options, options),
  ];
}

function answerPanel(input: PanelInput, answered: Answered): SearchPanel {
  const { messages } = input;
  const { question, reply } = answered;
  const count = reply.hits.length;
  const rows = reply.hits.map((hit, index) => hitRow(input, hit, index + 1));
  const label = messages.tryAgain;
  const repeat = reply.incomplete
    ? [action({ icon: 'repeat', label, choice: { type: 'repeat' } })]
    : [];
  // For a search without results.
  const others = input.recent.filter((query) => query !== input.query.trim()).slice(0, 3);
  const suggestions = [
    ...repeat,
    ...others.map((query) => searchRow(input, query, 'recent')),
    ...linkRows(input),
  ];
  const missing = count === 0 ? messages.notLoaded : messages.partlyLoaded;
  return {
    correctedTo: correctedQuery(question.query, reply.corrections),
    alsoFor: [...new Set(reply.synonyms.flatMap(({ used }) => used))],
    nothingFor: count === 0 ? question.query.trim() : undefined,
    warning: reply.incomplete ? missing : undefined,
    count,
    groups: numbered([
      ...(count === 0
        ? []
        : [{ label: messages.results, kind: 'hits', heading: '', rows } as const]),
      ...actionGroup(messages.suggestions, count === 0 ? suggestions : []),
      ...actionGroup(messages.options, [
        ...(count === 0 ? [] : repeat),
        ...literalRows(input, answered),
        ...filterRows(input, answered),
        ...hotkeyRows(input),
      ]),
    ]),
  };
}

function numbered(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  let count = 0;
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({ ...row, id: `dw-search-row-${(count += 1)}` })),
  }));
}

type Answered = NonNullable<PanelInput['answered']>;

function hitRow(
  { excerpts, hrefOf }: PanelInput,
  hit: SearchHitDetails,
  position: number,
): SearchHitRow {
  const { document, missing, terms } = hit;
  const matcher = createMatcher(terms);
  const excerpt = excerpts.get(document.sectionRoute) ?? excerptAround(document.content, matcher);
  // Methods of operations are in upper case; a page may have a tag "query".
  const badge = document.tags.find((tag) => isHttpMethod(tag) && tag === tag.toUpperCase());
  const hasOwner = document.kind === 'parameter' || document.kind === 'property';
  const path = badge === undefined ? undefined : document.tags.find((tag) => tag.startsWith('/'));
  const isPage = !document.sectionRoute.includes('#');
  const { pageTitle, sidebarParentCategories: categories } = document;
  return {
    type: 'hit',
    id: '',
    choice: { type: 'hit', hit, position },
    href: hrefOf(document.sectionRoute),
    title: markParts(document.sectionTitle, matcher),
    owner: markParts(hasOwner ? document.pageTitle : '', matcher),
    excerpt: markParts(excerpt, matcher),
    badge,
    path: markParts(path ?? '', matcher),
    isPage,
    crumbs: isPage || hasOwner ? categories : [...categories, pageTitle],
    missing,
  };
}

/** The query with corrected words; undefined if nothing was corrected. */
export function correctedQuery(
  query: string,
  corrections: readonly Substitution[],
): string | undefined {
  if (corrections.length === 0) return undefined;
  const used = new Map(corrections.map(({ typed, used: [best = typed] }) => [typed, best]));
  const written = collapseSpace(query);
  return written.replace(/[\p{L}\p{M}]+/gu, (word) => used.get(fold(word)) ?? word);
}

function actionGroup(label: string, rows: readonly SearchRow[]): readonly SearchGroup[] {
  return rows.length === 0 ? [] : [{ label, kind: 'actions', heading: label, rows }];
}

function action(
  row: Pick<SearchActionRow, 'icon' | 'label' | 'choice'> & { readonly href?: string },
): SearchActionRow {
  return { type: 'action', id: '', href: undefined, ...row };
}

function searchRow(
  { searchUrl }: PanelInput,
  query: string,
  icon: SearchActionRow['icon'],
): SearchActionRow {
  return action({ icon, label: query, href: searchUrl(query), choice: { type: 'search', query } });
}

function hotkeyRows({ messages, hotkeys }: PanelInput): readonly SearchActionRow[] {
  if (hotkeys === undefined) return [];
  const text = hotkeys.on ? messages.hotkeysOff : messages.hotkeysOn;
  const label = fillMessage(text, { keys: hotkeys.keys });
  return [action({ icon: 'keys', label, choice: { type: 'switchHotkeys' } })];
}

function literalRows(
  { messages, searchUrl }: PanelInput,
  { question, reply }: Answered,
): readonly SearchActionRow[] {
  if (reply.corrections.length === 0 && reply.synonyms.length === 0) return [];
  const query = question.query.trim();
  const label = fillMessage(messages.literal, { query });
  return [action({ icon: 'search', label, href: searchUrl(query), choice: { type: 'literal' } })];
}

function filterRows(
  { messages }: PanelInput,
  { question, reply }: Answered,
): readonly SearchActionRow[] {
  const labels = { docs: messages.onlyDocs, blog: messages.onlyBlog, others: messages.onlyOthers };
  const filter = (label: string, only?: SearchDocument['type']): SearchActionRow =>
    action({ icon: 'filter', label, choice: { type: 'filter', only } });
  if (question.options.types !== undefined) return [filter(messages.everywhere)];
  if (reply.types.length < 2 || reply.hits.length === 0) return [];
  return reply.types.map((type) => filter(labels[type], type));
}

function linkRows({ links }: PanelInput): readonly SearchActionRow[] {
  return links.map((link) => action({ ...link, icon: 'page', choice: { type: 'go' } }));
}

export function rowsOf(groups: readonly SearchGroup[]): readonly SearchRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** The active row for a new query: the first result, else the row that asks again, if any. */
export function firstActive(groups: readonly SearchGroup[]): string | undefined {
  return rowsOf(groups).find(({ type, choice }) => type === 'hit' || choice.type === 'repeat')?.id;
}

/**
 * The row that an arrow key moves to: down through results and actions and back to the first; up through the results and
 * from the first to the last result, from actions up to the results.
 */
export function moveActive(
  groups: readonly SearchGroup[],
  activeId: string | undefined,
  step: 'up' | 'down',
): string | undefined {
  const rows = rowsOf(groups);
  const at = rows.findIndex(({ id }) => id === activeId);
  if (step === 'down') return (rows[at + 1] ?? rows[0])?.id;
  if (at > 0) return rows[at - 1]?.id;
  const lastHit = rows.findLast(({ type }) => type === 'hit');
  return (lastHit ?? rows.at(-1))?.id;
}

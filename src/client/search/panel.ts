import type {
  SearchDocument,
  SearchHitDetails,
  Substitution,
} from '../../search/query/search-index.ts';
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
  /** Suggestions for a search without results. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  /** The shortcuts, and whether they are on; undefined if the site has none. */
  readonly hotkeys: { readonly keys: string; readonly on: boolean } | undefined;
  /** Text around the matches by the result's route, if loaded. */
  readonly excerpts: ReadonlyMap<string, string>;
  readonly hrefOf: (sectionRoute: string) => string;
  /** The address that opens this page with a query. */
  readonly searchUrl: (query: string) => string;
}

/** Builds the content below the input: results and actions, or recent searches. Undefined if there is nothing to show. */
export function buildPanel(input: PanelInput): SearchPanel | undefined {
  const { answered, query, recent, messages } = input;
  if (query.trim() !== '') return answered && answerPanel(input, answered);
  if (recent.length === 0) return undefined;
  const recentRows = recent.map((old) => searchRow(input, old, 'recent'));
  const groups = numbered([
    ...actionGroup(messages.recent, recentRows),
    ...actionGroup(messages.options, [
      action({ icon: 'clear', label: messages.clearRecent, choice: { type: 'clearRecent' } }),
      ...hotkeyRows(input),
    ]),
  ]);
  return { correctedTo: undefined, nothingFor: undefined, warning: undefined, count: 0, groups };
}

function answerPanel(input: PanelInput, answered: Answered): SearchPanel {
  const { messages } = input;
  const { question, reply } = answered;
  const count = reply.hits.length;
  return {
    correctedTo: correctedQuery(question.query, reply.corrections),
    nothingFor: count === 0 ? question.query.trim() : undefined,
    warning: reply.incomplete
      ? count === 0
        ? messages.notLoaded
        : messages.partlyLoaded
      : undefined,
    count,
    groups: numbered([
      ...hitGroups(input, answered),
      ...actionGroup(messages.suggestions, count === 0 ? suggestions(input) : []),
      ...actionGroup(messages.options, [
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

/** Groups the results by page, in the order of each page's best result. */
function hitGroups(input: PanelInput, { reply }: Answered): readonly SearchGroup[] {
  const pages = new Map<string, SearchGroup & { readonly rows: SearchRow[] }>();
  let above = '';
  reply.hits.forEach((hit, index) => {
    const { pageTitle, sectionRoute, sidebarParentCategories: categories } = hit.document;
    const row = hitRow(input, hit, index + 1);
    const [address = ''] = sectionRoute.split('#');
    const page = pages.get(address);
    if (page !== undefined) {
      page.rows.push(row);
      return;
    }
    const heading = row.isPage ? categories : [...categories, pageTitle];
    // Does not repeat the heading of the previous group.
    const shown = heading.join() === above ? [] : heading;
    above = heading.join();
    pages.set(address, { label: pageTitle, kind: 'hits', heading: shown, rows: [row] });
  });
  return [...pages.values()];
}

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
  const path = badge === undefined ? undefined : document.tags.find((tag) => tag.startsWith('/'));
  return {
    type: 'hit',
    id: '',
    choice: { type: 'hit', hit, position },
    href: hrefOf(document.sectionRoute),
    title: markParts(document.sectionTitle, matcher),
    excerpt: markParts(excerpt, matcher),
    badge,
    path: markParts(path ?? '', matcher),
    isPage: !document.sectionRoute.includes('#'),
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
  const words = query.trim().split(/\s+/);
  return words.map((word) => used.get(word.toLowerCase()) ?? word).join(' ');
}

function actionGroup(label: string, rows: readonly SearchRow[]): readonly SearchGroup[] {
  return rows.length === 0 ? [] : [{ label, kind: 'actions', heading: [label], rows }];
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
  if (reply.corrections.length === 0) return [];
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

/** Suggestions for a search without results. */
function suggestions(input: PanelInput): readonly SearchActionRow[] {
  const others = input.recent.filter((query) => query !== input.query.trim()).slice(0, 3);
  return [
    ...others.map((query) => searchRow(input, query, 'recent')),
    ...input.links.map((link) => action({ ...link, icon: 'page', choice: { type: 'go' } })),
  ];
}

export function rowsOf(groups: readonly SearchGroup[]): readonly SearchRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** The active row for a new query: the first result, if any. */
export function firstActive(groups: readonly SearchGroup[]): string | undefined {
  return rowsOf(groups).find(({ type }) => type === 'hit')?.id;
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

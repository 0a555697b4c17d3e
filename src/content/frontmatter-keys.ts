import type { Location } from '../diagnostics/diagnostic.ts';
import { asBoolean, asNumber, asText, asTexts, isEmpty, type KeySpec } from './yaml/keys.ts';

/** Frontmatter after validation; keys as the author writes them, in camel case. */
export interface Frontmatter {
  readonly title?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly sidebarLabel?: string;
  readonly sidebarPosition?: number;
  /** False: in no sidebar and no pager. */
  readonly sidebar?: false;
  readonly tags?: readonly string[];
  readonly keywords?: readonly string[];
  readonly image?: string;
  readonly draft?: boolean;
  readonly unlisted?: boolean;
  readonly hideTableOfContents?: boolean;
  readonly tocMinHeadingLevel?: number;
  readonly tocMaxHeadingLevel?: number;
  /** Doc id of the neighbour, or null for none. */
  readonly paginationPrev?: string | null;
  readonly paginationNext?: string | null;
  /** Patterns of destinations that the link check leaves alone on this page. */
  readonly ignoredLinks?: readonly string[];
}

/** The place of each frontmatter key's value, for diagnostics of later stages. */
export type FrontmatterPlaces = ReadonlyMap<keyof Frontmatter, Location>;

/** Frontmatter while it is being read. */
export type FrontmatterDraft = { -readonly [Key in keyof Frontmatter]: Frontmatter[Key] };

interface FrontmatterKey extends KeySpec<FrontmatterDraft> {
  readonly name: keyof Frontmatter;
}

type TextKey = 'title' | 'description' | 'slug' | 'sidebarLabel' | 'image';
type TextsKey = 'tags' | 'keywords';
type FlagKey = 'draft' | 'unlisted' | 'hideTableOfContents';
type LevelKey = 'tocMinHeadingLevel' | 'tocMaxHeadingLevel';
type DocKey = 'paginationPrev' | 'paginationNext';

/** The keys that authors may write, as they write them. */
export const FRONTMATTER_KEYS: ReadonlyMap<string, FrontmatterKey> = new Map<
  string,
  FrontmatterKey
>([
  ['title', textKey('title')],
  ['description', textKey('description')],
  ['slug', textKey('slug')],
  ['sidebar_label', textKey('sidebarLabel')],
  ['sidebar_position', positionKey()],
  ['sidebar', sidebarKey()],
  ['tags', textsKey('tags')],
  ['keywords', textsKey('keywords')],
  ['image', textKey('image')],
  ['draft', flagKey('draft')],
  ['unlisted', flagKey('unlisted')],
  ['hide_table_of_contents', flagKey('hideTableOfContents')],
  ['toc_min_heading_level', levelKey('tocMinHeadingLevel')],
  ['toc_max_heading_level', levelKey('tocMaxHeadingLevel')],
  ['pagination_prev', docKey('paginationPrev')],
  ['pagination_next', docKey('paginationNext')],
  ['links', linksKey()],
]);

/** The name in `Frontmatter` of a key as authors write it. */
export function frontmatterName(key: string): keyof Frontmatter | undefined {
  return FRONTMATTER_KEYS.get(key)?.name;
}

function textKey(name: TextKey): FrontmatterKey {
  return optional(name, 'text', (draft, node) => {
    const text = asText(node);
    if (text === undefined) return false;
    draft[name] = text;
    return true;
  });
}

function textsKey(name: TextsKey): FrontmatterKey {
  return optional(name, 'a list of texts', (draft, node) => {
    const texts = asTexts(node);
    if (texts === undefined) return false;
    draft[name] = texts;
    return true;
  });
}

function flagKey(name: FlagKey): FrontmatterKey {
  return optional(name, 'true or false', (draft, node) => {
    const flag = asBoolean(node);
    if (flag === undefined) return false;
    draft[name] = flag;
    return true;
  });
}

function levelKey(name: LevelKey): FrontmatterKey {
  return optional(name, 'a heading level from 1 to 6', (draft, node) => {
    const level = asNumber(node);
    if (level === undefined || !Number.isInteger(level) || level < 1 || level > 6) return false;
    draft[name] = level;
    return true;
  });
}

function positionKey(): FrontmatterKey {
  return optional('sidebarPosition', 'a number', (draft, node) => {
    const position = asNumber(node);
    if (position === undefined) return false;
    draft.sidebarPosition = position;
    return true;
  });
}

function sidebarKey(): FrontmatterKey {
  return optional('sidebar', 'false (or left out)', (draft, node) => {
    if (asBoolean(node) !== false) return false;
    draft.sidebar = false;
    return true;
  });
}

// A doc id, or `null` (also written as an empty value): no neighbour on this side.
function docKey(name: DocKey): FrontmatterKey {
  const expected = 'a doc id or null';
  return {
    name,
    expected,
    read: (draft, node) => {
      if (node.kind !== 'scalar') return false;
      draft[name] = node.value === null ? null : node.source;
      return true;
    },
  };
}

function linksKey(): FrontmatterKey {
  return optional(
    'ignoredLinks',
    'a group with the key "ignore", a list of texts',
    (draft, node) => {
      if (node.kind !== 'map') return false;
      const [ignore, ...others] = node.entries;
      const patterns = ignore?.key === 'ignore' ? asTexts(ignore.value) : undefined;
      if (patterns === undefined || others.length > 0) return false;
      draft.ignoredLinks = patterns;
      return true;
    },
  );
}

function optional(
  name: keyof Frontmatter,
  expected: string,
  read: KeySpec<FrontmatterDraft>['read'],
): FrontmatterKey {
  return { name, expected, read: (draft, node) => isEmpty(node) || read(draft, node) };
}

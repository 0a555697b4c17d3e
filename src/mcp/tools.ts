import { decodeEntities } from '../html/character-references.ts';
import type { SearchHitDetails } from '../search/query/search-index.ts';
import type { SectionKind } from '../shared/page.ts';
import { markdownFile, printFile } from '../shared/paths.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import { slugify, uniqueSlug } from '../shared/slug.ts';
import { findOperation, findSchema, operationLine } from './api-pages.ts';
import { type Arguments, count, inputSchema, type Parameters, text } from './arguments.ts';
import {
  type BuiltSite,
  type Failure,
  isFailure,
  type Page,
  routeOf,
  urlOf,
} from './built-site.ts';
import { findPage, inDefaultLocale } from './find-page.ts';

/** The result of a tool: texts, or data with its JSON. */
export type ToolResult =
  | { readonly texts: readonly string[] }
  | { readonly data: object }
  | Failure;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ReturnType<typeof inputSchema>;
  readonly outputSchema?: object;
  /** The tool is only listed for a site with such pages. */
  readonly pages?: SectionKind;
  readonly run: (built: BuiltSite, given: Arguments) => Promise<ToolResult>;
}

/** The tools of a site; the choices of versions and locales are part of their schemas. */
export function createTools({ site }: SiteFacts): readonly Tool[] {
  const { locales, search } = site;
  const { sets } = search;
  const versions = sets.flatMap((set) => Object.keys(set.versions));
  const [codes, ids] = [locales.map(({ code }) => code), sets.map(({ id }) => id)];
  const edition: Parameters = {
    ...(locales.length > 1 && {
      locale: text('Language of the pages. Default: the first.', codes),
    }),
    ...(versions.length > sets.length && {
      version: text('Version of the documentation. Default: the current one.', versions),
    }),
    ...(sets.length > 1 && { set: text('Part of the site. Default: all.', ids) }),
  };
  return [searchTool(edition), readPageTool(site.baseUrl), ...apiTools(edition), listTool(edition)];
}

/** Number of results that a search returns if the call does not say. */
const RESULTS = 8;

function searchTool(edition: Parameters): Tool {
  return {
    name: 'search',
    title: 'Search the documentation',
    description:
      'Search this documentation and its API reference; the best sections come first. Use a few keywords, an exact name or error code, or a method with a path such as "GET /users". Read the results with read_page: excerpts are only the beginnings of sections.',
    inputSchema: inputSchema(
      {
        query: text('Words to look for. Misspelled words are corrected.'),
        limit: count(`Number of results. Default: ${RESULTS}.`, { minimum: 1, maximum: 50 }),
        ...edition,
      },
      ['query'],
    ),
    outputSchema: SEARCH_OUTPUT,
    async run(built, given) {
      const file = await built.site(given.text('locale'));
      if (isFailure(file)) return file;
      const [query = '', limit = RESULTS] = [given.text('query'), given.number('limit')];
      const answer = await built.search(query, limit, given.edition);
      if (isFailure(answer)) return answer;
      const notes = answer.corrections.map(
        ({ typed, used }) => `Searched for ${used.join(', ')} instead of ${typed}.`,
      );
      if (answer.hits.length === 0)
        notes.push('Nothing was found. Try fewer or other words, or list_pages.');
      const results = answer.hits.map((hit) => describeHit(file, hit));
      return { data: { results, ...(notes.length > 0 && { note: notes.join(' ') }) } };
    },
  };
}

const TEXTS = { type: 'array', items: { type: 'string' } } as const;

const SEARCH_OUTPUT = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: text('Title of the section.'),
          page: text('Title of the page, if the result is not its beginning.'),
          path: text('Address with #section, for read_page.'),
          url: text('Address for people.'),
          markdown: text('Address of the Markdown version of the page.'),
          kind: text('Of API pages: info, tag, operation, parameter, property, schema.'),
          operation: text('Method and path.'),
          categories: TEXTS,
          excerpt: text('The beginning of the section.'),
          missing: { ...TEXTS, description: 'Words of the query that the section lacks.' },
        },
        required: ['title', 'path', 'url', 'markdown', 'excerpt'],
      },
    },
    note: text('Which words were searched instead, or what to try.'),
  },
  required: ['results'],
};

function describeHit(file: SiteFacts, { document, missing }: SearchHitDetails): object {
  const { sectionRoute, title, pageTitle, kind, content, sidebarParentCategories } = document;
  const [path = '', anchor] = sectionRoute.split('#');
  const route = routeOf(file, path);
  const operation = operationLine(document);
  const isApi = kind !== undefined && kind !== 'news';
  const markdown = markdownFile(isApi ? inDefaultLocale(file, route) : route);
  return {
    title,
    ...(anchor !== undefined && { page: pageTitle }),
    path: sectionRoute,
    url: urlOf(file, route, anchor),
    markdown: printFile(markdown, file.site),
    ...(kind !== undefined && { kind }),
    ...(operation !== undefined && { operation }),
    ...(sidebarParentCategories.length > 0 && { categories: sidebarParentCategories }),
    excerpt: content,
    ...(missing.length > 0 && { missing }),
  };
}

/** Characters of a page that a call returns if it does not say. */
const CHARACTERS = 40_000;

function readPageTool(baseUrl: string): Tool {
  return {
    name: 'read_page',
    title: 'Read a page',
    description:
      'Read a page of this documentation as Markdown, or one section of it. Long pages come in parts: continue with the offset that the end of a part names.',
    inputSchema: inputSchema(
      {
        path: text(
          `Path or URL of the page, with or without #section: that of a search result, or such as "${baseUrl}intro#install".`,
        ),
        section: text('Id of a section, to read only that.'),
        offset: count('Character to begin at. Default: 0.', { minimum: 0 }),
        limit: count(`Most characters to return. Default: ${CHARACTERS}.`, {
          minimum: 100,
          maximum: 200_000,
        }),
      },
      ['path'],
    ),
    async run(built, given) {
      const page = await findPage(built, given.text('path') ?? '');
      if (isFailure(page)) return page;
      const id = given.text('section')?.replace(/^#/, '') ?? page.section;
      const section = id === undefined ? page.text : sectionOf(page.text, page.html, id);
      const all = section ?? page.text;
      const [offset = 0, limit = CHARACTERS] = [given.number('offset'), given.number('limit')];
      const { start, end } = partOf(all, offset, limit);
      const [, ...sections] = headingsOf(page.text);
      const ids = sections.map((heading) => heading.id).join(', ');
      const notes = [
        ...(section === undefined
          ? [`No heading has the id "${id}", so this is the whole page. Its sections: ${ids}.`]
          : []),
        ...(end - start < all.length ? [`Characters ${start} to ${end} of ${all.length}.`] : []),
        ...(end < all.length ? [`Continue with offset ${end}.`] : []),
      ];
      return { texts: [all.slice(start, end), [`URL: ${page.url}`, ...notes].join('\n')] };
    },
  };
}

function apiTools(edition: Parameters): readonly Tool[] {
  const api = text('Title or path of the API, if the site has several.');
  return [
    {
      name: 'get_operation',
      title: 'Get an API operation',
      description:
        'Get the reference of one API operation as Markdown: authentication, parameters, request body, responses, errors, examples and code samples. Name it by method and path, or by its operationId.',
      inputSchema: inputSchema({
        method: text('HTTP method, such as "GET".'),
        path: text('Path, such as "/users/{id}" or "/users/42".'),
        operationId: text('In place of method and path.'),
        api,
        ...edition,
      }),
      pages: 'operation',
      run: (built, given) => readFound(built, given, (pages) => findOperation(pages, given)),
    },
    {
      name: 'get_schema',
      title: 'Get an API schema',
      description:
        'Get one schema (data type) of the API reference as Markdown: its properties with types and limits, an example, and the operations that use it.',
      inputSchema: inputSchema(
        { name: text('Name of the schema, such as "User".'), api, ...edition },
        ['name'],
      ),
      pages: 'schema',
      run: (built, given) => readFound(built, given, (pages) => findSchema(pages, given)),
    },
  ];
}

async function readFound(
  built: BuiltSite,
  given: Arguments,
  find: (pages: readonly Page[]) => Page | Failure,
): Promise<ToolResult> {
  const pages = await built.pages(given.edition);
  const found = isFailure(pages) ? pages : find(pages);
  const page = isFailure(found) ? found : await findPage(built, found.path);
  return isFailure(page) ? page : { texts: [page.text, `URL: ${page.url}`] };
}

/** Pages that a call lists if it does not say. */
const LISTED = 200;

function listTool(edition: Parameters): Tool {
  return {
    name: 'list_pages',
    title: 'List the pages',
    description:
      'List the pages of this documentation by category, with their addresses, to see what it covers. To find something, search is quicker.',
    inputSchema: inputSchema({
      prefix: text('Only pages whose path begins so, such as "/docs/guides".'),
      offset: count('Page to begin with. Default: 0.', { minimum: 0 }),
      limit: count(`Most pages to list. Default: ${LISTED}.`, { minimum: 1, maximum: 1000 }),
      ...edition,
    }),
    async run(built, given) {
      const pages = await built.pages(given.edition);
      if (isFailure(pages)) return pages;
      const prefix = given.text('prefix') ?? '/';
      const all = pages
        .filter(({ path, route }) => [path, route].some((one) => one.startsWith(prefix)))
        .map((page) => ({ ...page, category: page.start.sidebarParentCategories.join(' › ') }));
      if (all.length === 0) return { problem: `No path begins with ${JSON.stringify(prefix)}.` };
      // The pages of each category together, after those without one.
      const categories = new Set(['', ...all.map(({ category }) => category)]);
      const ranks = new Map(Array.from(categories, (category, rank) => [category, rank] as const));
      const rankOf = ({ category }: (typeof all)[number]): number => ranks.get(category) ?? 0;
      const [offset = 0, limit = LISTED] = [given.number('offset'), given.number('limit')];
      const shown = all
        .toSorted((one, other) => rankOf(one) - rankOf(other))
        .slice(offset, offset + limit);
      const lines = shown.flatMap(({ path, start, category }, index) => {
        const isNext = category !== (shown[index - 1]?.category ?? '');
        const operation = operationLine(start);
        const details = operation === undefined ? '' : ` (${operation})`;
        const line = `- ${start.pageTitle}${details}: ${path}`;
        return isNext ? [`\n## ${category}\n`, line] : [line];
      });
      const next = offset + shown.length;
      const rest =
        next < all.length
          ? [`${shown.length} of ${all.length} pages. Continue with offset ${next}.`]
          : [];
      return { texts: [lines.join('\n').trim(), ...rest] };
    },
  };
}

interface Heading {
  readonly level: number;
  readonly id: string;
  /** Offset of its line. */
  readonly at: number;
}

/** CommonMark 4.2 and 4.5; headings of other forms are not in Markdown versions. */
const LINE = /^(?: {0,3}(`{3,}|~{3,})(.*)|(#{1,6})[ \t]+(.*))$/gm;

/** The headings of a Markdown version, with the ids that they have on the page. */
function headingsOf(markdown: string): readonly Heading[] {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const taken = { has: (id: string) => ids.has(id), next: new Map<string, number>() };
  let fence = '';
  for (const { index, 1: mark = '', 2: rest = '', 3: hashes, 4: words = '' } of markdown.matchAll(
    LINE,
  )) {
    if (mark !== '') {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence) && rest.trim() === '') fence = '';
    } else if (fence === '' && hashes !== undefined) {
      const id = uniqueSlug(slugify(plainText(words)), taken);
      ids.add(id);
      headings.push({ level: hashes.length, id, at: index });
    }
  }
  return headings;
}

/** The text of a heading's Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/(?<!\\)(?:`+|\*+)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/**
 * The part of a page from a heading to the next one that is not below it; undefined if there is no such heading. Ids that
 * authors gave to headings are only in the HTML.
 */
function sectionOf(markdown: string, html: string, id: string): string | undefined {
  const headings = headingsOf(markdown);
  const [, , inner] =
    [...html.matchAll(HEADING)].find(([, own = '']) => decodeEntities(own) === id) ?? [];
  const slug = inner && slugify(decodeEntities(inner.replace(/<[^>]*>/g, '')));
  const start =
    headings.find((heading) => heading.id === id) ??
    headings.find((heading) => heading.id === slug);
  if (start === undefined) return undefined;
  const end = headings.find(({ level, at }) => at > start.at && level <= start.level);
  return markdown.slice(start.at, end?.at).trimEnd();
}

const HEADING = /<h[1-6](?: [^>]*)? id="([^"]*)"[^>]*>(.*?)<\/h[1-6]>/gs;

/** The part of a text from `offset` on; it ends at the end of a line, if there is one in its second half. */
function partOf(markdown: string, offset: number, limit: number): { start: number; end: number } {
  const start = Math.min(offset, markdown.length);
  if (markdown.length - start <= limit) return { start, end: markdown.length };
  const line = markdown.lastIndexOf('\n', start + limit - 1) + 1;
  const end = line > start + limit / 2 ? line : start + limit;
  // Not between the halves of a character.
  return { start, end: /[\udc00-\udfff]/.test(markdown.charAt(end)) ? end - 1 : end };
}

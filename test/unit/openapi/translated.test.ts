import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiMessages,
  articleMessages,
  constraintMessages,
  searchMessages,
  uiMessages,
} from '../../../src/shared/ui-messages.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { PLAIN, RICH } from './support/rich-description.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** A table in which every text is its name and its placeholders, in brackets: `⟦showOne|{name}⟧`. */
function pseudo(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, english]) => {
      const placeholders = english.match(/\{\w+\}/g) ?? [];
      return [name, `⟦${name}|${placeholders.join(' ')}⟧`];
    }),
  );
}

const CONFIG = {
  title: 'ΤΕΣΤ',
  url: 'https://α.test',
  i18n: { defaultLocale: 'fr', locales: [{ code: 'fr' }, { code: 'en' }] },
  openapi: [
    { id: 'rich', spec: 'openapi/rich.json', routeBase: '/rich', downloads: 'operations' },
    { id: 'plain', spec: 'openapi/plain.json', routeBase: '/plain' },
  ],
};

const TABLES = {
  interface: pseudo(uiMessages),
  search: pseudo(searchMessages),
  article: pseudo(articleMessages),
  api: pseudo(apiMessages),
  constraints: pseudo(constraintMessages),
};

let made: SiteDriver;
beforeAll(async () => {
  made = await site({
    'site.config.ts': `export default ${JSON.stringify(CONFIG)};\n`,
    'openapi/rich.json': JSON.stringify(RICH),
    'openapi/plain.json': JSON.stringify(PLAIN),
    'i18n/fr/messages.yml': JSON.stringify(TABLES, undefined, 2),
  }).build();
});
afterAll(() => made.dispose());

const isPage = (file: string): boolean => /^(?:rich|plain)\/.*\.html$/.test(file);

/** Returns visible and accessible text of a part of a page, without code, keys, types and methods. */
function readable(node: Node): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  if (!('childNodes' in node)) return '';
  const inner = (): string => node.childNodes.map(readable).join('');
  if (!('tagName' in node)) return inner();
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  const said = ['aria-label', 'title', 'placeholder', 'alt']
    .map((name) => attributes.get(name) ?? '')
    .filter((value) => value !== '')
    .map((value) => `\n${value}\n`)
    .join('');
  const isCode =
    node.tagName === 'code' ||
    node.tagName === 'kbd' ||
    node.tagName === 'small' ||
    /(?:^| )(?:badge(?:-\w+)?|prop-type)(?: |$)/.test(attributes.get('class') ?? '');
  const isBlock = /^(?:p|li|h\d|summary|div|figcaption)$/.test(node.tagName);
  return said + (isCode ? '' : inner()) + (isBlock ? '\n' : '');
}

function find(node: Node, matches: (tag: string, className: string) => boolean): readonly Node[] {
  if ('tagName' in node) {
    const className = node.attrs.find(({ name }) => name === 'class')?.value ?? '';
    if (matches(node.tagName, className)) return [node];
  }
  return 'childNodes' in node ? node.childNodes.flatMap((child) => find(child, matches)) : [];
}

/** Returns the text outside brackets, which may be nested. */
function outside(text: string): string {
  const inner = /⟦[^⟦⟧]*⟧/g;
  let rest = text;
  while (inner.test(rest)) rest = rest.replace(inner, '');
  return rest;
}

// Reason phrases are part of the protocol (RFC 9110, section 15); addresses, media types and the status `default` are
// the description's.
const NO_WORDS =
  /https:\/\/\S+|[a-z]+\/[a-z-]+|\d{3} (?:OK|Created|Accepted|No Content|Non-Authoritative Information)|default|cURL|JavaScript|Python|Go$/gm;

function foreignWords(text: string): readonly string[] {
  const rest = outside(text).replace(NO_WORDS, '');
  return rest.split('\n').filter((line) => /[a-z⟦⟧]/.test(line));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/⟦(\w+)\|/g)].map(([, name = '']) => name);
}

describe('an API reference whose default locale has a table of texts', () => {
  it('has no word of another language but what the description says', () => {
    expect(made.result().diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const pages = made.files().filter(isPage);
    expect(pages).toContain('rich/post-a/index.html');
    for (const page of pages) {
      const [article] = find(parse(made.file(page)), (tag) => tag === 'article');
      const words = article === undefined ? ['no article'] : foreignWords(readable(article));
      expect({ page, words }).toEqual({ page, words: [] });
    }
  });

  it('has the same groups in the sidebar as on the pages', () => {
    const [sidebar] = find(parse(made.file('rich/query-b/index.html')), (_, name) =>
      /\bsidebar\b/.test(name),
    );
    const words = sidebar === undefined ? '' : readable(sidebar);
    expect(foreignWords(words)).toEqual([]);
    expect(namesIn(words)).toEqual(
      expect.arrayContaining(['otherOperations', 'webhooks', 'schemas']),
    );
  });

  it('uses every text of the tables', () => {
    const files = made
      .files()
      .filter((file) => isPage(file) || /^(?:rich|plain)\/.*\.md$/.test(file));
    const used = new Set(files.flatMap((file) => namesIn(made.file(file))));
    // Those of the history need one in git: test/unit/openapi/pages/history-page.test.ts.
    const ofHistory =
      /^(?:changes|changesLead|changesFeed|since|changedIn|breaking|risky|compatible|inOperations|removedOperation|removedIn|replacedBy)$/;
    const all = [...Object.keys(apiMessages), ...Object.keys(constraintMessages)];
    expect(all.filter((name) => !used.has(name) && !ofHistory.test(name))).toEqual([]);
  });

  it('is in English in a locale without a table, below the same ids', () => {
    const ids = (html: string): readonly string[] =>
      [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    for (const page of made.files().filter(isPage)) {
      const english = made.file(`en/${page}`);
      expect(english).not.toContain('⟦');
      const articles = [made.file(page), english].map((html) =>
        html.slice(html.indexOf('<article'), html.indexOf('</article')),
      );
      expect(ids(articles[0] ?? '')).toEqual(ids(articles[1] ?? ''));
    }
  });
});

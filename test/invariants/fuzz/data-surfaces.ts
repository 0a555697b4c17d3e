import * as fc from 'fast-check';
import { createMatcher, markParts } from '../../../src/client/search/matches.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { validateConfig } from '../../../src/config/validate.ts';
import {
  madeUpSections,
  openSections,
  openSliced,
  searchSection,
  slicedFiles,
} from '../../support/search.ts';
import { rereadArticle } from '../../unit/markdown/support/reread.ts';
import { buildApiSite } from '../../unit/openapi/support/api-site.ts';
import { PLAIN, RICH } from '../../unit/openapi/support/rich-description.ts';
import { harmIn } from './html-oracle.ts';
import { hostileText } from './markdown-grammar.ts';
import { expectNone, inputs, misplaced, type Surface } from './surface.ts';

type Path = readonly (string | number)[];

/** Any value that JSON and a configuration can have. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    '',
    [],
    {},
    [[]],
    [null],
    'https://a.example',
    '/a',
    './a',
    '../a',
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(
    fc.constantFrom(
      'type',
      'to',
      'label',
      'items',
      'id',
      'path',
      '__proto__',
      'constructor',
      '$ref',
      'enum',
    ),
    hostileText,
    { maxKeys: 3 },
  ),
);

/** Every path of a value, the parents before their parts. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const own = Array.isArray(value)
    ? value.map((part, index) => [index, part] as const)
    : Object.entries(value);
  return [path, ...own.flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

type Edit = 'replace' | 'delete' | 'rename' | 'double';

/** A copy of a value with one part changed. */
function changed(
  value: unknown,
  path: Path,
  edit: { readonly kind: Edit; readonly to: unknown; readonly name: string },
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return edit.to;
  if (Array.isArray(value)) {
    return value.flatMap((part: unknown, index) => {
      if (index !== Number(key)) return [part];
      if (rest.length > 0) return [changed(part, rest, edit)];
      if (edit.kind === 'delete') return [];
      return edit.kind === 'double' ? [part, part] : [edit.to];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (name !== String(key)) return [[name, part]];
      if (rest.length > 0) return [[name, changed(part, rest, edit)]];
      if (edit.kind === 'delete') return [];
      if (edit.kind === 'rename') return [[edit.name, part]];
      return edit.kind === 'double'
        ? [
            [name, part],
            [edit.name, part],
          ]
        : [[name, edit.to]];
    }),
  );
}

/** Copies of a value with a few of its parts changed to anything. */
function mutationsOf(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value);
  const edit = fc.record({
    kind: fc.constantFrom<Edit>('replace', 'replace', 'replace', 'delete', 'rename', 'double'),
    to: fc.oneof(
      { weight: 3, arbitrary: anyValue },
      fc.nat(paths.length - 1).map((index) => partAt(value, paths[index] ?? [])),
    ),
    name: fc.oneof(hostileText, fc.constantFrom('x-y', '$ref', '__proto__', 'default')),
  });
  return fc
    .array(fc.tuple(fc.nat(paths.length - 1), edit), { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce((all, [index, one]) => changed(all, paths[index] ?? [], one), value),
    );
}

function partAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
}

const CONFIG = {
  title: 'A',
  tagline: 'b',
  url: 'https://a.example',
  baseUrl: '/b/',
  favicon: '/c.svg',
  trailingSlash: true,
  docs: [
    { id: 'docs', path: 'docs', routeBase: '/docs', versions: { current: { label: 'Next' } } },
  ],
  sidebars: {
    a: [
      'index',
      {
        type: 'category',
        label: 'B',
        items: [{ type: 'link', label: 'C', href: 'https://c.example' }],
      },
    ],
  },
  navbar: {
    title: 'A',
    logo: { src: '/c.svg', alt: 'x', width: 1, height: 2 },
    items: [
      { label: 'B', to: '/docs' },
      { type: 'dropdown', label: 'C', items: [{ label: 'D', href: 'https://d.example' }] },
      { type: 'html', html: '<b>x</b>' },
    ],
  },
  footer: { links: [{ title: 'E', items: [{ label: 'F', to: '/' }] }], copyright: 'G' },
  announcementBar: { id: 'x', content: '<b>x</b>', isCloseable: true },
  redirects: [{ from: '/old', to: '/docs' }],
  head: [{ tag: 'meta', attributes: { name: 'a', content: 'b' } }],
  security: { origins: { img: ['https://i.example'] }, trustedTypes: ['x'] },
  hosting: 'none',
  markdown: {
    html: 'sanitize',
    dialects: ['docusaurus'],
    languages: { a: 'js' },
    components: { md: true, map: { A: './a.tsx' } },
  },
  openapi: [
    { spec: 'api.yaml', routeBase: '/api', server: 'https://s.example', errors: { 404: '/docs' } },
  ],
  search: { maxIndexKilobytes: 10 },
  links: {
    rules: { 'empty-href': 'off' },
    schemes: ['slack'],
    ignore: [{ href: 'x', reason: 'y' }],
  },
  i18n: { defaultLocale: 'en', locales: [{ code: 'en', label: 'English' }, { code: 'fr' }] },
  rules: { 'bidi-control': 'off' },
  variables: { v: '1' },
  toc: { min: 2, max: 3 },
  includeRoots: ['..'],
  plugins: [],
};

const config: Surface = {
  name: 'config',
  runs: 500,
  open: async () => ({
    property: inputs(mutationsOf(CONFIG), (value) => {
      const source = `export default ${JSON.stringify(value, null, 1) ?? 'undefined'};\n`;
      const place = {
        siteDir: '/site',
        configFile: 'site.config.ts',
        exists: () => true,
        folders: () => ['docs'],
      };
      const { config: checked, diagnostics } = validateConfig(value, { ...place, source });
      expectNone(
        'locations',
        misplaced(diagnostics, (file) => (file === 'site.config.ts' ? source : undefined)),
      );
      if (checked === undefined) return;
      const { siteDir, contentDir, outDir, docs } = resolveConfig(checked, place);
      const paths = [
        contentDir,
        outDir,
        ...docs.flatMap(({ versions }) => versions.map(({ path }) => `${siteDir}/${path}`)),
      ];
      expectNone(
        'folders outside',
        paths.filter((path) => !`${path}/`.startsWith('/site/') || /\/\.\.?(?:\/|$)/.test(path)),
      );
    }),
  }),
};

const api: Surface = {
  name: 'api',
  runs: 12,
  open: async () => ({
    property: inputs(
      fc.oneof({ weight: 6, arbitrary: mutationsOf(PLAIN) }, mutationsOf(RICH)),
      (value) => {
        const text = JSON.stringify(value, null, 1);
        const { pages, diagnostics } = buildApiSite(text);
        expectNone(
          'locations',
          misplaced(diagnostics, (file) => (file === 'openapi/api.yaml' ? text : undefined)),
        );
        for (const page of pages) {
          const { elements } = rereadArticle(page.html);
          // Several servers are a choice.
          const found = harmIn(elements, 'https://docs.example.com/api/');
          expectNone(
            page.route,
            found.filter((what) => what !== '<select>'),
          );
          page.markdown();
          page.description();
        }
      },
    ),
  }),
};

const ODD = [
  'constructor',
  '__proto__',
  'toString',
  '日本語 テキスト',
  'größe Straße',
  'a.b.c-d_e',
  '<img src=x onerror=a>',
  '--save-dev -g .env ~1.2.3 git+ssh://',
];
const SEARCHED = [...madeUpSections(60), ...ODD.map((text) => searchSection(text, text))];

const queries: Surface = {
  name: 'queries',
  runs: 800,
  open: async () => {
    const indexes = [openSections(SEARCHED), openSliced(slicedFiles(SEARCHED))];
    const query = fc.oneof(
      hostileText,
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .array(
          fc.constantFrom(
            ...ODD,
            '"',
            '-',
            '+',
            '*',
            '~1',
            '^',
            ':',
            'title:',
            ' ',
            'OR',
            '\0',
            '\ud800',
          ),
          { maxLength: 6 },
        )
        .map((parts) => parts.join('')),
    );
    return {
      property: inputs(query, async (text) => {
        for (const index of indexes) {
          const { hits, incomplete } = await index.search(text);
          if (incomplete) throw new Error('slices are missing');
          for (const { document, terms } of hits) {
            const shown = markParts(document.content, createMatcher(terms))
              .map((part) => part.text)
              .join('');
            if (shown !== document.content) throw new Error('marks change the text');
          }
        }
      }),
    };
  },
};

/** Slices of an index with other values in them. */
const slices: Surface = {
  name: 'slices',
  runs: 150,
  open: async () => {
    const files = slicedFiles(SEARCHED);
    const value = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9+/]{0,40}$/),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.jsonValue(),
    );
    const edit = fc.record({ slice: fc.nat(), key: fc.nat(), value });
    return {
      property: inputs(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
        const served = new Map(files.slices);
        const names = [...served.keys()];
        for (const { slice, key, value: next } of edits) {
          const name = names[slice % names.length] ?? '';
          const content = JSON.parse(served.get(name) ?? '');
          const keys = Object.keys(content);
          content[keys[key % keys.length] ?? ''] = next;
          served.set(name, JSON.stringify(content));
        }
        const index = openSliced({ ...files, slices: served });
        for (const text of ['conga', 'ba', 'congaa', 'GET /conga', 'save constructor unknwon'])
          for (const { document } of (await index.search(text)).hits)
            if (typeof document.title !== 'string') throw new Error('a hit without a title');
      }),
    };
  },
};

export const DATA_SURFACES: readonly Surface[] = [config, api, queries, slices];

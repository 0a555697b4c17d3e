import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { isRecord } from '../../src/config/problem.ts';
import { SITE_SCHEMA } from '../../src/config/schema.ts';
import { FRONTMATTER_SCHEMA } from '../../src/content/frontmatter.ts';
import { CATALOG } from '../../src/diagnostics/codes.ts';
import { inlineCodeOf, linesOf, MANUAL_PAGES, type ManualLine, ROOT } from '../support/manual.ts';
import { site } from '../support/site.ts';
import { statedDefaults } from '../support/stated-defaults.ts';
import { commandReader } from './support/docs-commands.ts';

const guides = MANUAL_PAGES.filter(({ isReference }) => !isReference);
const code = guides.flatMap(inlineCodeOf);

/** Names in the guides that are not docwright's, and whose they are. */
const FOREIGN: Readonly<Record<string, string>> = {
  '--save-dev': 'npm',
  '--omit=optional': 'npm',
  '--ignore-scripts': 'npm',
  'node --version': 'Node',
  'sitemap.hostname': 'VitePress',
  'navigation.indexes': 'Material for MkDocs',
  'navigation.tabs': 'Material for MkDocs',
  'search.comparison': 'the report of check-search',
  ':::name': 'a placeholder',
  '::name': 'a placeholder',
  ':::': 'the end of a block',
  ':::v-pre': 'VitePress',
  '::: package.name': 'mkdocstrings',
};

/** Code that does not pass, with its location. */
async function problems(
  list: readonly ManualLine[],
  isRight: (text: string) => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const own = list.filter(({ text }) => FOREIGN[text] === undefined);
  expect(own.length).toBeGreaterThan(0);
  const results = await Promise.all(
    own.map(async (line) => [line, await isRight(line.text)] as const),
  );
  return results.flatMap(([{ at, text }, right]) => (right ? [] : [`${at} ${text}`]));
}

const matching = (pattern: RegExp): readonly ManualLine[] =>
  code.filter(({ text }) => pattern.test(text));

function schemaOf(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, `schema/${name}.schema.json`), 'utf8'));
}

/** The keys of a schema, with those inside of them: `navbar.items`. */
function keysOf(schema: unknown, path = '', depth = 0): readonly string[] {
  if (!isRecord(schema) || depth > 8) return [];
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  const own = isRecord(properties) ? Object.entries(properties) : [];
  const parts = [items, additionalProperties, ...[anyOf, oneOf].flatMap((list) => list ?? [])];
  return [
    ...parts.flatMap((part) => keysOf(part, path, depth + 1)),
    ...own.flatMap(([key, value]) => {
      const at = path === '' ? key : `${path}.${key}`;
      return [at, ...keysOf(value, at, depth + 1)];
    }),
  ];
}

describe('code in the text of the manual', () => {
  const schemas = ['site-config', 'frontmatter', 'category'].map(schemaOf);
  const keys = new Set(schemas.flatMap((schema) => keysOf(schema)));
  const first = [...keys].filter((key) => !key.includes('.'));

  it('names commands and flags that exist', async () => {
    const read = await commandReader();
    const isCommand = (text: string): boolean => read(text).length === 0;
    expect(await problems(matching(/^(?:npx )?docs [a-z-]/), isCommand)).toEqual([]);
    const { commands, options } = await createProgram();
    const flags = [...options, ...commands.flatMap((command) => [...command.options])];
    const names = new Set(flags.flatMap(({ long, short }) => [long, short]));
    const isFlag = (text: string): boolean => names.has(/^-+[\w-]+/.exec(text)?.[0]);
    expect(await problems(matching(/^--?[a-z][\w-]*(?:[= ]|$)/), isFlag)).toEqual([]);
  });

  it('names keys that exist', async () => {
    const isPath = ({ text }: ManualLine): boolean =>
      /^\w+(?:\[\])?(?:\.\w+(?:\[\])?)+$/.test(text) && first.includes(text.split(/[.[]/)[0] ?? '');
    const paths = code.filter(
      (line) => isPath(line) && !/\.(?:ico|png|svg|xml|json|txt|ts)$/.test(line.text),
    );
    expect(await problems(paths, (text) => keys.has(text.replaceAll('[]', '')))).toEqual([]);
  });

  it('has keys with values that a site may have', async () => {
    const settings = matching(/^\w+: ./).filter(({ text }) =>
      first.includes(/^\w+/.exec(text)?.[0] ?? ''),
    );
    const isAccepted = (text: string): boolean => {
      const setting = Object(load(`{${text}}`));
      const config = { title: 'Site', url: 'https://docs.example.com', ...setting };
      return [v.safeParse(SITE_SCHEMA, config), v.safeParse(FRONTMATTER_SCHEMA, setting)].some(
        ({ success }) => success,
      );
    };
    expect(await problems(settings, isAccepted)).toEqual([]);
  });

  it('names codes that exist', () => {
    const named = guides
      .flatMap(linesOf)
      .flatMap(({ at, text }) =>
        Array.from(
          text.matchAll(
            /\b(?:errors?|warnings?|info) `([a-z]+(?:-[a-z]+)+)`|\(`([a-z]+(?:-[a-z]+)+)`\)/g,
          ),
          ([, plain, inParentheses]) => ({ at, code: plain ?? inParentheses ?? '' }),
        ),
      );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ code: name }) => !Object.hasOwn(CATALOG, name))).toEqual([]);
  });

  it('has blocks that build without a finding', async () => {
    const blocks = matching(/^:::?\S/).filter(({ text }) => FOREIGN[text] === undefined);
    expect(blocks.length).toBeGreaterThan(2);
    const driver = site(FILES);
    onTestFinished(driver.dispose);
    for (const [at, { text }] of blocks.entries()) {
      const inside = text.includes('code-group') ? '```sh [npm]\nnpm test\n```' : 'Text.';
      // Two colons are a block without content.
      const block = text.startsWith(':::') ? `${text}\n${inside}\n:::` : `${text}\n\n${inside}`;
      driver.write(`content/docs/block-${at}.md`, `# Block\n\n${block}\n`);
    }
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
  });

  it('names components that exist', async () => {
    const files = readdirSync(join(ROOT, 'templates/components'));
    const known = [
      ...files.map((file) => file.replace(/\.\w+$/, '')),
      'Listing',
      'Include',
      'Part',
    ];
    const isKnown = (text: string): boolean => known.includes(/\w+/.exec(text)?.[0] ?? '');
    expect(await problems(matching(/^<[A-Z]/), isKnown)).toEqual([]);
  });
});

const FILES = { 'content/docs/index.md': '# Start\n\nText.\n' };

/** The defaults that guides state, in the words of the reference, which are tried, or with what tries them. */
const STATED: readonly (readonly [text: string, key: string, value: string])[] = [
  ['There is none by default: no page', 'agents.assistants', 'none'],
  ['by default, all have one', 'openapi[].schemas', '`all`'],
  ['The first server is the default.', 'openapi[].server', 'the first one'],
  ['| `pretty` | people; the default |', 'check-search --format', 'pretty'],
  ['(default `error`), and no more warnings', 'check-links --fail-on', 'error'],
  ['With `trailingSlash: true` (the default)', 'trailingSlash', '`true`, or as the dialect does'],
  ['`collapsible` (default `true`)', 'docs[].sidebars.*[].collapsible', '`true`'],
  [
    '`id` of an [API description](./api-reference.md); default: the first one',
    'docs[].sidebars.*[].id',
    'the first one',
  ],
  ["(`'left'`, the default, or `'right'`)", 'navbar.items[].position', '`left`'],
  [
    '`docsPluginId` is the id of a docs set; the default is the first one',
    'navbar.items[].docsPluginId',
    'the first one',
  ],
  [
    '`routeBase` defaults to the path of the folder below `content/`',
    'docs[].routeBase',
    "the folder's path below the content folder",
  ],
  ['is a separate result (default 4)', 'markdown.searchHeadingLevel', '`4`'],
  ['`htmlLang` to the code, `dir` to the direction', 'i18n.locales[].htmlLang', 'the code'],
];

const TRIED_ELSEWHERE: readonly (readonly [text: string, test: string])[] = [
  [
    '`data-lines` the greatest number of lines (default: 3)',
    'test/unit/render/social-image.test.ts',
  ],
  ['The default is the default locale and the latest version', 'test/unit/mcp/stdio.test.ts'],
  ['may be read: 8000 by default.', 'test/unit/cli/check-agents.test.ts'],
  ['(default `mcp`; `false`: none)', 'test/unit/pipeline/agent-files.test.ts'],
  ['when it comes into view (default)', 'test/unit/bundle/islands.test.ts'],
  ['value of the tab that is selected by default', 'test/unit/markdown/blocks/tabs.test.ts'],
  ['value of the tab; default: the label as a slug', 'test/unit/markdown/blocks/tabs.test.ts'],
];

/** Uses of the word that say nothing about a key without a value. */
const NO_CLAIM =
  /the default$|default (?:locale|template|theme|styles|export|versions|branch|language)|search-index-docs-default|\bdefault-(?:src|theme)|\/default\.conf|default=|CI_DEFAULT|their defaults?\b|the defaults?\.? in|replace the defaults|of its (?:default|name)|import the(?:ir)? default|whose default|`default`|The default fonts|which is the default of/i;

describe('a default that a guide states', () => {
  const lines = guides.flatMap(linesOf).filter(({ text }) => /default/i.test(text));
  const isHeader = ({ text }: ManualLine): boolean => /^\|.*\| Default \|/.test(text);

  it('is that of the reference, or has a test', async () => {
    const unknown = lines.filter(
      (line) =>
        !isHeader(line) &&
        !NO_CLAIM.test(line.text) &&
        ![...STATED, ...TRIED_ELSEWHERE].some(([text]) => line.text.includes(text)),
    );
    expect(unknown.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
    const wrong = await Promise.all(
      STATED.map(async ([text, key, value]) => ({ text, key, value, is: await statedValue(key) })),
    );
    expect(wrong.filter(({ is, value }) => is !== value)).toEqual([]);
    const gone = [...STATED, ...TRIED_ELSEWHERE].filter(
      ([text]) => !lines.some((line) => line.text.includes(text)),
    );
    expect(gone).toEqual([]);
    const tests = TRIED_ELSEWHERE.map(([, path]) => join(ROOT, path));
    expect(tests.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('in a table is that of the reference', async () => {
    const rows = guides.flatMap((page) =>
      Array.from(
        page.text.matchAll(/^\| Key of `(\w+)` \| Default \| Meaning \|\n.*\n((?:\|.*\n)+)/gm),
        ([, key = '', body = '']) =>
          body
            .trim()
            .split('\n')
            .map((row) => {
              const [, name = '', value = ''] = row.split('|').map((cell) => cell.trim());
              return { key: `${key}.${name.replaceAll('`', '')}`, value };
            }),
      ).flat(),
    );
    expect(rows.length).toBeGreaterThan(6);
    const wrong = rows.filter(({ key, value }) => (SAME[value] ?? value) !== stated(key));
    expect(wrong).toEqual([]);
  });
});

/** Other words for a default, and no default at all. */
const SAME: Readonly<Record<string, string>> = { 'as `lastUpdate`': 'true with `lastUpdate`' };

function stated(key: string): string | undefined {
  return statedDefaults('site-config').find(({ path }) => path === key)?.text ?? 'none';
}

async function statedValue(key: string): Promise<string | undefined> {
  const [name, flag] = key.split(' ');
  if (flag === undefined) return stated(key);
  const command = (await createProgram()).commands.find((one) => one.name() === name);
  const option = command?.options.find(({ long }) => long === flag);
  return String(option?.defaultValue);
}

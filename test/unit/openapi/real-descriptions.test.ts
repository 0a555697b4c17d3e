import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterEach, describe, expect, it } from 'vitest';
import { discover } from '../../../src/content/discover.ts';
import { createRichTextParser } from '../../../src/markdown/rich-text.ts';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { escapeHtml } from '../../../src/shared/escape-html.ts';
import { createApiPages } from '../../../src/site/api-pages.ts';
import { createRichTextCache, TEXT_OPTIONS } from '../../../src/site/api-rich-text.ts';
import { buildGraph } from '../../../src/site/graph.ts';
import { createLabels } from '../../../src/site/locales.ts';
import { differences } from '../../support/markdown-parity.ts';
import { resolveSite } from '../../support/resolve-config.ts';

const PACKAGES = 'node_modules';
const EXAMPLES = ['2.0', '3.0', '3.1'].flatMap((version) => {
  const folder = join(PACKAGES, '@readme/oas-examples', version, 'yaml');
  return readdirSync(folder).map((name) => join(folder, name));
});
/** `DESCRIPTIONS` has the paths of others, with spaces between them. */
const FILES = process.env['DESCRIPTIONS']?.split(' ') ?? [
  join(PACKAGES, '@octokit/openapi-webhooks/generated/api.github.com.json'),
  join(PACKAGES, '@blockfrost/openapi/openapi.yaml'),
  join(PACKAGES, 'rclone-openapi/openapi.yaml'),
  join(PACKAGES, '@directus/specs/dist/openapi.json'),
  ...EXAMPLES,
];
/** Every page of the large ones would take minutes under a tree-building parser. */
const MOST_PAGES = 150;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The articles of a description's pages by route. */
function articlesOf(file: string): { pages: number; articles: ReadonlyMap<string, string> } {
  const siteDir = mkdtempSync(join(tmpdir(), 'docwright-real-'));
  folders.push(siteDir);
  mkdirSync(join(siteDir, 'openapi'));
  const spec = `openapi/description${extname(file)}`;
  writeFileSync(join(siteDir, spec), readFileSync(file));
  const config = resolveSite(
    { title: 'T', url: 'https://docs.example.com', openapi: [{ spec, routeBase: '/api' }] },
    { siteDir },
  );
  const cache = createRichTextCache(createRichTextParser());
  const { apis } = loadApis(config, {
    plain: ({ text }) => cache.parse(text, TEXT_OPTIONS).text,
    isIgnored: () => false,
  });
  const { graph } = buildGraph({
    config,
    sources: discover(config),
    locate: () => ({ file: '', line: 1, column: 1 }),
    docs: new Map(),
    categories: new Map(),
    summaries: new Map(),
    messages: new Map(),
    labels: createLabels(new Map()),
    apis: apis.map(({ outline }) => outline),
  });
  const made = createApiPages({ apis, graph, cache, highlight: escapeHtml });
  const nodes = [...graph.pages.values()].filter((node) => node.type === 'api');
  const articles = new Map(
    nodes.slice(0, MOST_PAGES).map((node) => [node.route, made.article(node).html] as const),
  );
  return { pages: nodes.length, articles };
}

interface Found {
  readonly ids: string[];
  readonly fragments: string[];
}

function scan(node: DefaultTreeAdapterTypes.ParentNode, found: Found): Found {
  for (const child of node.childNodes) {
    if (!('attrs' in child)) continue;
    for (const { name, value } of child.attrs) {
      if (name === 'id') found.ids.push(value);
      if (name === 'href' && value.startsWith('#')) {
        found.fragments.push(decodeURIComponent(value.slice(1)));
      }
    }
    scan(child, found);
  }
  return found;
}

describe('real descriptions', () => {
  it.each(FILES.map((file) => [file.replace(`${PACKAGES}/`, ''), file] as const))(
    '%s becomes pages with unique ids, anchors that exist, and the same in Markdown',
    (_name, file) => {
      const { pages, articles } = articlesOf(file);
      expect(pages).toBeGreaterThan(0);
      for (const [at, [route, html]] of [...articles].entries()) {
        const { ids, fragments } = scan(parseFragment(html), { ids: [], fragments: [] });
        const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
        expect({ route, repeated }).toEqual({ route, repeated: [] });
        const known = new Set(ids);
        const lost = fragments.filter((id) => !known.has(id));
        expect({ route, lost: new Set(lost) }).toEqual({ route, lost: new Set() });
        if (at % 4 > 0) continue;
        expect({ route, found: differences(html) }).toEqual({ route, found: [] });
      }
    },
    60_000,
  );
});

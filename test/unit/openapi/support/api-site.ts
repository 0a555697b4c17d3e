import { apiFilePaths } from '../../../../src/site/api-files.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discover } from '../../../../src/content/discover.ts';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { articleMarkdown } from '../../../../src/html/markdown/article-markdown.ts';
import { createRichTextParser } from '../../../../src/markdown/rich-text.ts';
import { loadApis } from '../../../../src/openapi/load-descriptions.ts';
import { escapeHtml } from '../../../../src/shared/escape-html.ts';
import { createApiPages, type SiteArticle } from '../../../../src/site/api-pages.ts';
import { createRichTextCache, TEXT_OPTIONS } from '../../../../src/site/api-rich-text.ts';
import { buildGraph } from '../../../../src/site/graph.ts';
import { createLabels } from '../../../../src/site/locales.ts';
import { resolveSite } from '../../../support/resolve-config.ts';

/** A page of a site that has nothing but one description. */
export interface SitePage {
  readonly route: string;
  readonly html: string;
  /** Changes with what it shows of the description. */
  readonly print: string;
  /** All of its article but the HTML. */
  readonly others: string;
  /** Its Markdown version. */
  readonly markdown: () => string;
  /** Its description for machines, if it has one. */
  readonly description: () => string;
}

export interface ApiSite {
  readonly pages: readonly SitePage[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ApiSiteOptions {
  /** Files beside the description. */
  readonly files?: Readonly<Record<string, string>>;
  readonly downloads?: 'whole' | 'operations';
}

/** Builds the pages of a description as a site does: with the checked links and the sanitized Markdown of its texts. */
export function buildApiSite(
  text: string,
  { files = {}, downloads }: ApiSiteOptions = {},
): ApiSite {
  const siteDir = mkdtempSync(join(tmpdir(), 'docwright-api-'));
  try {
    mkdirSync(join(siteDir, 'openapi'));
    for (const [name, content] of Object.entries({ ...files, 'api.yaml': text }))
      writeFileSync(join(siteDir, 'openapi', name), content);
    return buildIn(siteDir, downloads);
  } finally {
    rmSync(siteDir, { recursive: true });
  }
}

function buildIn(siteDir: string, downloads: ApiSiteOptions['downloads'] = 'whole'): ApiSite {
  const openapi = [{ spec: 'openapi/api.yaml', routeBase: '/api', downloads }];
  const config = resolveSite({ title: 'T', url: 'https://docs.example.com', openapi }, { siteDir });
  const cache = createRichTextCache(createRichTextParser());
  const { apis, diagnostics } = loadApis(config, {
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
  const pages = nodes.map((node) => ({
    route: node.route,
    html: made.article(node).html,
    print: made.print(node),
    others: othersOf(made.article(node)),
    markdown: () => articleMarkdown(made.article(node).html, { linkOf: (href) => href }),
    description: () =>
      apiFilePaths(node, config).some(([kind]) => kind === 'description')
        ? made.file(node, 'description')
        : '',
  }));
  const uses = nodes.map((node) => [node, made.article(node).uses] as const);
  return { pages, diagnostics: [...diagnostics, ...made.findings(uses).diagnostics] };
}

function othersOf({ toc, ids, sections, uses }: SiteArticle): string {
  return JSON.stringify([toc, [...ids], sections, uses]);
}

/** Makes the files that are not pages: scripts and styles, static files, redirects, sitemap, robots. */

import { packagedFile } from '../bundle/packaged-bundles.ts';
import { isPattern, patternFolder } from '../config/redirect-patterns.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readSource } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { headersFile, redirectsFile } from '../publish/header-files.ts';
import type { SiteToHost } from '../publish/hosting-rules.ts';
import type { IndexSink, OutputCopy, OutputFile, PlannedFile } from '../publish/output-file.ts';
import { caddyRules, nginxRules } from '../publish/server-rules.ts';
import { agentWorker } from '../publish/agent-worker.ts';
import type { ServerRulesFile } from '../publish/write-rules.ts';
import { classicScript, policyTag } from '../render/document.ts';
import {
  createIndexBuilder,
  createIndexSizes,
  type IndexBuilder,
  type IndexPage,
  type IndexSizes,
} from '../search/index/build-index.ts';
import { languageRules } from '../search/index/languages.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { Locale } from '../shared/page.ts';
import type { HeadAsset } from '../shared/page-data.ts';
import { FACTS_SCHEMA, SITE_FACTS, type SiteFacts } from '../shared/site-facts.ts';
import {
  ASSETS_FOLDER,
  type OutputPath,
  printFile,
  toOutputPath,
  toRoute,
} from '../shared/paths.ts';
import { SIGN_IN_CHANNEL, SIGN_IN_PAGE } from '../shared/request/builder-data.ts';
import { builderMessages } from '../shared/request/builder-messages.ts';
import { fillMessage } from '../shared/ui-messages.ts';
import { referencedAssets } from '../site/doc-links.ts';
import { apiFeedFiles, blogFeedFiles, feedFiles } from '../site/feed.ts';
import { MANIFEST } from '../site/identity.ts';
import { inLocale, localeOfRoute, messagesOf } from '../site/locales.ts';
import { redirectFiles } from '../site/site-files.ts';
import { SITEMAP, sitemapFiles } from '../site/sitemap.ts';
import type { SiteCache } from './cache.ts';
import { sitePolicy } from './page.ts';
import type { Site } from './prepare.ts';
import { skillFiles } from './skills.ts';

export type OtherFile = PlannedFile | OutputCopy;

/** The files beside the content that docs refer to, without duplicates. */
export function assetFiles(
  { graph, targets, assetPath }: Pick<Site, 'graph' | 'targets' | 'assetPath'>,
  assets: readonly SourceFile[] = referencedAssets(graph, targets),
): readonly OutputCopy[] {
  const copies = new Map<OutputPath, OutputCopy>();
  for (const source of assets) {
    const path = assetPath(source);
    if (!copies.has(path)) copies.set(path, { path, ...copyOf(source) });
  }
  return [...copies.values()];
}

export function otherFiles(site: Site): readonly OtherFile[] {
  const { sources, bundles } = site;
  const merged = mergedFiles(site.config);
  const statics = sources.statics
    .filter(({ path }) => !merged.includes(path))
    .map((source): OutputCopy => ({ path: toOutputPath(source.path), ...copyOf(source) }));
  const { layout } = site;
  const { manifest } = layout.identity;
  const { graph, locate } = site;
  const policy = sitePolicy(site, []) && REDIRECT_POLICY;
  const script = site.bundles.client.redirect;
  return [
    ...[...bundles.client.files, ...bundles.components.files, ...bundles.islands.files].map(
      ({ content, ...file }) => ({
        ...file,
        make: () => content,
      }),
    ),
    ...factFiles(site),
    ...statics,
    ...skillFiles(site),
    ...redirectFiles(graph).map(({ file, target, index }) => ({
      path: file,
      origin: locate(['redirects', index, 'from']),
      make: () => {
        const locale = localeOfRoute(graph.config, toRoute(file));
        const title = fillMessage(messagesOf(graph.messages, locale).redirectTitle, { target });
        return renderRedirect({ target, policy, script, locale, title });
      },
    })),
    ...signInPages(site, policy),
    ...noJekyll(site, statics),
    ...(manifest === undefined ? [] : [{ path: toOutputPath(MANIFEST), make: () => manifest }]),
    // Both need the site's address.
    ...(site.config.isAssumed ? [] : [...sitemap(site), ...feeds(site), ...robots(site, statics)]),
  ];
}

function copyOf({ file, absolute }: SourceFile): Omit<OutputCopy, 'path'> {
  // A file's name determines its output path.
  const origin: Location = { file, line: 1, column: 1 };
  return { from: absolute, origin };
}

/** The facts about the site for `docs mcp`, for each locale. */
function factFiles({ config, layout }: Site): readonly PlannedFile[] {
  const { instructions } = config.agents ?? {};
  const own = {
    schema: FACTS_SCHEMA,
    ...(config.isAssumed ? {} : { url: config.url }),
    ...(instructions === undefined ? {} : { instructions }),
  } as const;
  const main = layout.shared.filter(({ edition }) => edition === undefined);
  return main.map(({ locale: of, site }) => {
    const { title, tagline, version, baseUrl, trailingSlash, locale, locales, search } = site;
    const facts = { title, tagline, version, baseUrl, trailingSlash, locale, locales, search };
    return {
      path: toOutputPath(inLocale(config, of, SITE_FACTS)),
      make: () => JSON.stringify({ ...own, site: facts } satisfies SiteFacts),
    };
  });
}

/** The policy of the documents of redirects, which have a script. */
const REDIRECT_POLICY =
  "default-src 'none';script-src 'self';base-uri 'none';form-action 'none';require-trusted-types-for 'script';trusted-types 'none'";

/** GitHub Pages treats some names of files specially, unless the site has this file. */
function noJekyll({ config }: Site, statics: readonly OutputCopy[]): readonly PlannedFile[] {
  const path = toOutputPath('.nojekyll');
  const isNeeded = config.hosting === 'github-pages' && statics.every((copy) => copy.path !== path);
  return isNeeded ? [{ path, make: () => '' }] : [];
}

const HEADERS = '_headers';
const REDIRECTS = '_redirects';

/** The files of the host to which a build adds rules; the site may have them in its static folder. */
function mergedFiles(config: ResolvedConfig): readonly string[] {
  if (config.hosting !== 'netlify' && config.hosting !== 'cloudflare') return [];
  return redirectsFile(config, config.hosting) === '' ? [HEADERS] : [HEADERS, REDIRECTS];
}

/** The files for the host, made after all others. */
export interface HostFiles {
  readonly published: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** For the configuration of a server, which readers must not see. */
  readonly rules: ServerRulesFile | undefined;
}

export function hostFiles(from: Site, site: SiteToHost): HostFiles {
  const { config, sources } = from;
  const { hosting } = config;
  const found = mergedFiles(config).map((path) => {
    const source = sources.statics.find((file) => file.path === path);
    const read = source === undefined ? undefined : readSource(source);
    return { path: toOutputPath(path), own: read?.ok === true ? read.text : '', read };
  });
  const isHeaders = hosting === 'netlify' || hosting === 'cloudflare';
  const published = found.map(({ path, own }) => ({
    path,
    // Of redirects the first match applies.
    content:
      isHeaders && path === HEADERS
        ? headersFile(site, hosting) + own
        : (own === '' || own.endsWith('\n') ? own : `${own}\n`) +
          (isHeaders ? redirectsFile(config, hosting) : ''),
  }));
  const diagnostics = [
    ...found.flatMap(({ read }) => (read?.ok === false ? [read.diagnostic] : [])),
    ...patternProblems(from),
  ];
  const rules =
    hosting === 'nginx'
      ? { name: 'nginx.conf', content: nginxRules(site) }
      : hosting === 'caddy'
        ? { name: 'Caddyfile', content: caddyRules(site) }
        : agentWorker(config, packagedFile('agent-handler.js')?.toString());
  return { published, diagnostics, rules };
}

/** Reports redirect patterns that no host applies, or that would hide a page. */
function patternProblems({ config, graph, locate }: Site): readonly Diagnostic[] {
  const { hosting } = config;
  const isHtmlOnly = hosting === undefined || hosting === 'none' || hosting === 'github-pages';
  return config.redirects.flatMap((redirect, index) => {
    const { from } = redirect;
    if (!isPattern(redirect)) return [];
    const location = locate(['redirects', index, 'from']);
    const subject = `redirects[${index}].from "${from}"`;
    const hidden = [...graph.pages.keys()].find((route) =>
      route.startsWith(patternFolder(redirect)),
    );
    if (hidden !== undefined) {
      const message = `${subject} would hide the page "${hidden}"`;
      return diagnostic('config-value', { message, location });
    }
    if (!isHtmlOnly) return [];
    return diagnostic('config-value', {
      message: `${subject} is a pattern, which needs rules of a host`,
      location,
      hint: 'set `hosting` to netlify, cloudflare, nginx or caddy, or write a redirect for each old address',
    });
  });
}

function sitemap(site: Site): readonly PlannedFile[] {
  return sitemapFiles(site).map(({ name, content }) => ({
    path: toOutputPath(name),
    make: () => content,
  }));
}

function feeds(site: Site): readonly PlannedFile[] {
  return [...feedFiles(site), ...blogFeedFiles(site), ...apiFeedFiles(site.apis, site)];
}

/** Made unless the site has its own. */
function robots({ config }: Site, statics: readonly OutputCopy[]): readonly PlannedFile[] {
  const path = toOutputPath('robots.txt');
  if (statics.some((copy) => copy.path === path)) return [];
  return [{ path, make: () => renderRobots(config) }];
}

/** Folder of the slices of search indexes. */
export const SLICES_FOLDER = `${ASSETS_FOLDER}search/`;

/** Receives the files of search indexes. */
export interface SearchSink extends IndexSink {
  readonly cache?: SiteCache | undefined;
}

interface SearchFile {
  readonly builder: IndexBuilder;
  readonly sizes: IndexSizes;
}

/** Makes an index for each search tag of each locale. Expects pages in route order. Slices are put when they are complete. */
export function createSearchFiles(
  { config, locate }: Pick<Site, 'config' | 'locate'>,
  { put, keep = () => false, cache }: SearchSink,
) {
  const { wholeLimit, maxIndexKilobytes, synonyms } = config.search;
  const indexes = new Map<OutputPath, SearchFile>();
  const added = new Set<OutputPath>();
  const create = (indexPath: OutputPath, language: string): SearchFile => {
    const sizes = createIndexSizes({ path: indexPath, locate, ...config.search });
    const builder = createIndexBuilder({
      wholeLimit: wholeLimit * 1000,
      folder: '../'.repeat(indexPath.split('/').length - 1) + SLICES_FOLDER,
      synonyms,
      language: languageRules(language),
      previous: cache?.records.read(stateOf(indexPath)),
      put: ({ name, content }) => {
        const path = toOutputPath(SLICES_FOLDER + name);
        sizes.add(content);
        // Two indexes can have the same slice.
        if (!added.has(path)) put({ path, content });
        added.add(path);
      },
      keep: (name) => {
        const path = toOutputPath(SLICES_FOLDER + name);
        // The size with compression is known only of files that are written.
        const isKept = maxIndexKilobytes === undefined && (added.has(path) || keep([{ path }]));
        if (isKept) {
          sizes.add('');
          added.add(path);
        }
        return isKept;
      },
    });
    return { builder, sizes };
  };
  return {
    /** Adds a page in a language to the index that is published as `indexFile`. */
    note(indexFile: OutputPath | undefined, language: string, page: IndexPage): void {
      if (indexFile === undefined) return;
      const index = indexes.get(indexFile) ?? create(indexFile, language);
      indexes.set(indexFile, index);
      index.builder.addPage(page);
    },
    /** Puts the index files; reports those that are too large. */
    finish: (): readonly Diagnostic[] =>
      [...indexes].flatMap(([path, { builder, sizes }]) => {
        const { content, state } = builder.finish();
        put({ path, content });
        cache?.records.write(stateOf(path), state());
        sizes.add(content);
        return sizes.check();
      }),
  };
}

function stateOf(path: OutputPath): string {
  return `search ${path}`;
}

/** The page to which authorization servers lead, if readers sign in: its script passes their answer on. */
function signInPages({ config, graph, bundles }: Site, policy: string | undefined) {
  if (config.openapi.every(({ console }) => console?.clientId === undefined)) return [];
  const { defaultLocale: code, locales } = config;
  const locale = locales.find((one) => one.code === code);
  const { closePage } = { ...builderMessages, ...graph.messages.get(code)?.request };
  const title = escapeHtml(closePage);
  const { redirect: script } = bundles.client;
  const lines = [policy && policyTag(policy), script && classicScript(script)];
  const make = (): string => `<!doctype html>
<html lang="${escapeHtml(locale?.htmlLang ?? code)}" data-channel="${SIGN_IN_CHANNEL}">
<head>
<meta charset="utf-8">
${lines.filter((line) => line !== undefined).join('\n')}
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body><p>${title}</p></body>
</html>
`;
  return [{ path: toOutputPath(SIGN_IN_PAGE), make }];
}

interface RedirectDocument {
  readonly target: string;
  readonly policy: string | undefined;
  readonly script: HeadAsset | undefined;
  readonly locale: Locale;
  readonly title: string;
}

/** A page that redirects, for hosts without server-side redirects; includes a link as a fallback. */
function renderRedirect(document: RedirectDocument): string {
  const { target, policy, script, locale } = document;
  const title = escapeHtml(document.title);
  const url = escapeHtml(target);
  const policyLine = policy === undefined ? '' : `\n${policyTag(policy)}`;
  const scriptLine = script === undefined ? '' : `\n${classicScript(script)}`;
  return `<!doctype html>
<html lang="${escapeHtml(locale.htmlLang)}"${locale.dir === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">${policyLine}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=${url}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${url}">${scriptLine}
<title>${title}</title>
</head>
<body>
<p><a href="${url}">${title}</a></p>
</body>
</html>
`;
}

/** `robots.txt` that allows everything and names the sitemap (RFC 9309). */
function renderRobots(config: ResolvedConfig): string {
  const { url, sitemap: settings } = config;
  const line = settings && `\nSitemap: ${url}${printFile(SITEMAP, config)}\n`;
  return `User-agent: *\nAllow: /\n${line ?? ''}`;
}

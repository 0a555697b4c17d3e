import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realFolder } from '../../src/config/folders.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ResolvedConfig } from '../../src/config/site-config.ts';
import { LINK_CODES } from '../../src/diagnostics/codes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { readText } from '../../src/diagnostics/frame.ts';
import { checkOutput, type OutputFinding } from '../../src/links/folder/check-output.ts';
import type { OutputSite } from '../../src/links/folder/output-site.ts';
import { readOutput } from '../../src/links/folder/read-output.ts';
import { configLocator } from '../../src/pipeline/build.ts';
import { type Produced, produceSite } from '../../src/pipeline/produce.ts';
import type { SiteSink } from '../../src/publish/output-file.ts';
import { decodeSafely, printRoute, toRoute } from '../../src/shared/paths.ts';

/** Codes that only the check of the sources reports, by design. */
const SOURCE_ONLY: ReadonlyMap<string, string> = new Map([
  ['undefined-reference', 'a label without a definition is text in the output'],
  ['openapi-link', 'a broken link of an API description is text in the output'],
  ['stale-baseline', 'about the baseline'],
  ['unused-suppression', 'about a comment in a source'],
  ['invalid-suppression', 'about a comment in a source'],
  ['orphan-page', 'a folder does not tell which pages are meant to be found by search'],
]);

/** Codes of Markdown and the configuration that their output does not have, by design. */
const LOST_IN_PRINT: ReadonlyMap<string, string> = new Map([
  ['unsafe-scheme', 'the address is left out'],
  ['unknown-scheme', 'the address is left out'],
  ['redirected', 'the address is printed as that of the page in the end'],
  ['link-form', 'the address is printed as that of the page'],
  ['trailing-slash', 'addresses are printed as configured'],
]);

/** Pages that cannot be made are missing in the folder, whatever the sources say. */
const UNMADE: ReadonlySet<string> = new Set(['bundle-error', 'page-module', 'template-error']);

/** Codes that only the check of a folder reports, by design. */
const BUILT_ONLY: ReadonlyMap<string, string> = new Map([
  [
    'orphan-page',
    'in a folder, pages that are meant to be found by search are pages without a link',
  ],
  ['unsafe-scheme', 'HTML below static/ is published unchanged, with its scripts'],
]);

/**
 * Codes that say the same of what Markdown and the configuration name: a broken destination is printed as it is
 * written, so in the output a file name is a path below the page's own address, without a base path.
 */
const MISSING: ReadonlySet<string> = new Set([
  'page-not-found',
  'asset-not-found',
  'case-mismatch',
  'draft-target',
  'missing-base-path',
  'outside-root',
  'above-site',
  'redirect-broken',
  'redirect-loop',
]);

/** A finding of either side, as it is compared. */
interface Compared {
  readonly code: string;
  /** The pages that show it; undefined where it is in the layout or the configuration. */
  readonly pages: readonly string[] | undefined;
  /** The address as written, and the resolved one. */
  readonly addresses: readonly string[];
  readonly href: string;
  readonly isHtml: boolean;
  readonly isApi: boolean;
  /** A broken image of the frontmatter is left out of the page. */
  readonly isFrontmatter: boolean;
  readonly text: string;
}

/** Makes every file of a site, errors or not, and compares the findings of its sources with those of the files. */
export async function linkDisagreements(siteDir: string): Promise<readonly string[]> {
  const { config } = await loadConfig({ siteDir: realFolder(siteDir) });
  if (config === undefined) return [];
  const folder = join(siteDir, 'published');
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink: folderSink(folder),
    progress: () => {},
  });
  const { baseUrl, url: origin, links } = config;
  if (produced.diagnostics.some(({ code }) => UNMADE.has(code))) return [];
  const style = { baseUrl, origin, ...links };
  const output = readOutput(folder);
  const sources = sourceFindings(config, produced);
  const built = checkOutput(output, style)
    .findings.filter(({ code }) => !BUILT_ONLY.has(code))
    .map((finding) => builtFinding(config, finding));
  const onlyBuilt = built.filter((finding) => !sources.some((other) => isSame(other, finding)));
  const onlySource = sources.filter(
    (finding) => !isLost(output, config, finding) && !built.some((other) => isSame(finding, other)),
  );
  return [
    ...onlyBuilt.map(({ text }) => `only built: ${text}`),
    ...onlySource.map(({ text }) => `only at the source: ${text}`),
  ];
}

/** True for what printing has put right, or left out. */
function isLost(output: OutputSite, config: ResolvedConfig, finding: Compared): boolean {
  const { code, isHtml, isApi, isFrontmatter, pages = [], href } = finding;
  if (isHtml) return false;
  if (LOST_IN_PRINT.has(code) || isFrontmatter) return true;
  const { files, documents } = output;
  // Some texts of a description are on no page.
  const isPrinted = documents.some(({ links }) =>
    links.some(({ reference }) => reference.href === href),
  );
  if (isApi && !isPrinted) return true;
  // By chance, the name of a file is the address of a page.
  return pages.some((page) => {
    const base = `http://host${printRoute(toRoute(page), config)}`;
    if (!MISSING.has(code) || !URL.canParse(href, base)) return false;
    const path = decodeSafely(new URL(href, base).pathname.slice(config.baseUrl.length)) ?? '';
    return [path, `${path}.html`, `${path}/index.html`].some((file) => files.has(file));
  });
}

function folderSink(folder: string): SiteSink {
  const place = (path: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  return {
    put: ({ path, content }) => writeFileSync(place(path), content),
    copy: ({ path, from }) => copyFileSync(from, place(path)),
  };
}

function sourceFindings(
  config: ResolvedConfig,
  { diagnostics, links }: Produced,
): readonly Compared[] {
  return diagnostics
    .filter(({ code }) => LINK_CODES.includes(code) && !SOURCE_ONLY.has(code))
    .map((finding) => {
      const { code, location, link } = finding;
      const at = links.open.filter((use) => isDeepStart(use.location, location));
      const inFile = links.open.filter((use) => use.location.file === location?.file);
      const routes = (at.length > 0 ? at : inFile).map(({ route }) => route);
      // Problems of a description are reported once, on any number of pages.
      const isApi = /\.(?:ya?ml|json)$/.test(location?.file ?? '');
      const isLayout = link?.pages !== undefined || isApi || routes.includes(undefined);
      const text = readText(join(config.siteDir, location?.file ?? '')) ?? '';
      const head = /^\uFEFF?---\r?\n[^]*?\n---/.exec(text)?.[0].split('\n').length ?? 0;
      return {
        code,
        pages:
          isLayout || routes.length === 0
            ? undefined
            : routes.map((route) => normal(config, route ?? '')),
        addresses: [link?.href, link?.resolved].flatMap((address) =>
          address === undefined ? [] : normal(config, address),
        ),
        href: link?.href ?? '',
        isFrontmatter: (location?.line ?? 0) < head,
        isApi,
        isHtml: /\.(?:html?|css|tsx)$/.test(location?.file ?? ''),
        text: describe(finding),
      };
    });
}

function isDeepStart(a: Diagnostic['location'], b: Diagnostic['location']): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
}

function describe({ code, location, link }: Diagnostic): string {
  return `${code} ${location?.file}:${location?.line}:${location?.column} ${link?.href} → ${link?.resolved}`;
}

function builtFinding(config: ResolvedConfig, finding: OutputFinding): Compared {
  const { code, files, href, resolved, tag, attribute } = finding;
  return {
    code,
    pages: files.map((file) => normal(config, `${config.baseUrl}${file}`)),
    addresses: [href, resolved].flatMap((address) =>
      address === undefined ? [] : normal(config, address),
    ),
    href,
    isHtml: true,
    isApi: false,
    isFrontmatter: false,
    text: `${code} ${files.slice(0, 3).join(' ')} <${tag} ${attribute}="${href}"> → ${resolved}`,
  };
}

function isSame(source: Compared, built: Compared): boolean {
  const isOneCode =
    source.code === built.code ||
    (source.code === 'duplicate-heading-id' && built.code === 'duplicate-id') ||
    (!source.isHtml && MISSING.has(source.code) && MISSING.has(built.code)) ||
    (source.code.endsWith('-scheme') && built.code === 'empty-href');
  const isOnePage =
    source.pages === undefined || source.pages.some((page) => built.pages?.includes(page));
  const isOneAddress =
    source.addresses.length === 0 ||
    (source.code !== built.code && built.code === 'empty-href') ||
    source.addresses.some((address) => built.addresses.includes(address));
  return isOneCode && isOnePage && isOneAddress;
}

/** An address without base path, locale, query, final slash, index name and escapes. */
function normal({ baseUrl, locales }: ResolvedConfig, address: string): string {
  const [path = '', ...fragments] = address.split('#');
  const bare = path.replace(/\?.*$/s, '').replace(/(?:^|\/)index\.html$/, '');
  const inside = `${bare}/`.startsWith(baseUrl) ? `/${bare.slice(baseUrl.length)}` : bare;
  const decoded = (decodeSafely(inside) ?? inside).replace(/\.html$|\/$/, '');
  const code = locales.find((locale) => `${decoded}/`.startsWith(`/${locale.code}/`))?.code;
  const plain = code === undefined ? decoded : decoded.slice(code.length + 1);
  return [plain, ...fragments.map((text) => decodeSafely(text) ?? text)].join('#');
}

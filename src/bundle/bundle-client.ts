import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { nearestTsconfig } from '../config/loading/tsconfig.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { OutputFile } from '../publish/output-file.ts';
import { type AddressStyle, printFile, toOutputPath, type Url } from '../shared/paths.ts';
import { type Bundler, bundleDiagnostics, bundleWarnings, plainBundler } from './bundler.ts';
import { overridesOf, siteStyles, templateFile } from './resolve-plugin.ts';
import type { BundleJob, BundleOutput, JobEntry } from './run-job.ts';

/** A script or style sheet as pages refer to it, with its Subresource Integrity value. */
export interface ClientAsset {
  readonly href: Url;
  readonly integrity: string;
}

/** The scripts and style sheets of the browser. */
export interface ClientBundle {
  readonly files: readonly OutputFile[];
  readonly script: ClientAsset;
  /** Of API pages, and of pages that link to other versions or locales; after the script of all pages. */
  readonly scriptParts: Readonly<Record<keyof typeof SCRIPT_PARTS, ClientAsset>>;
  readonly styles: ClientAsset;
  /** Rules that only some pages need. */
  readonly styleParts: Readonly<Record<keyof typeof STYLE_PARTS, ClientAsset>>;
  /** For the documents of redirects; undefined if there are none. */
  readonly redirect: ClientAsset | undefined;
  /** React, for islands; undefined without scripts. */
  readonly react: Url | undefined;
}

export interface BundledClient {
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the client's scripts (split, hashed) and the style sheets. */
export async function bundleClient(
  input: ClientInput,
  bundler: Bundler = plainBundler(),
): Promise<BundledClient> {
  const entries = [{ name: STYLES, text: stylesSource(input), loader: 'css' } as const];
  const runs = await Promise.allSettled([
    runScripts(input, bundler),
    bundler.run('styles', ownJob(input, entries, overridesOf(input.templatesDirs, 'styles'))),
    ...(input.hasRedirects
      ? [bundler.run('redirect', scriptJob(input, REDIRECT, `import './src/client/redirect.ts';`))]
      : []),
  ]);
  // Reports all failures in a fixed order.
  const failures = runs.filter((run) => run.status === 'rejected');
  if (failures.length > 0) {
    const diagnostics = failures.flatMap(({ reason }) => bundleDiagnostics(reason, input.siteDir));
    return { client: undefined, diagnostics };
  }
  const outputs = runs.flatMap((run) => (run.status === 'fulfilled' ? run.value : []));
  const bundled = readBundle(outputs, input);
  const warnings = outputs.flatMap((output) => output.warnings);
  const warned = bundleWarnings(warnings, input.siteDir);
  return { client: bundled.client, diagnostics: [...bundled.diagnostics, ...warned] };
}

/** Runs each job before the one that refers to its output: in a single run, shared code would move to another file. */
async function runScripts(input: ClientInput, bundler: Bundler): Promise<readonly BundleOutput[]> {
  const react = await bundler.run('react-client', scriptJob(input, REACT, REACT_SOURCE));
  const reactUrl = urlOf(REACT, react);
  // Their rules are in the layer of the theme, so that those of a site's own style sheet win in any order.
  const { templatesDirs } = input;
  const entries = Object.entries(PART_FILES).map(([name, files]) => {
    const imports = files.map((file) => JSON.stringify(templateFile(templatesDirs, file)));
    const text = imports.map((file) => `@import ${file} layer(docwright);`).join('\n');
    return { name, text, loader: 'css' } as const;
  });
  const known = Object.values(PART_FILES).flat();
  const overrides = overridesOf(templatesDirs, 'styles').filter((file) => known.includes(file));
  const [search, parts, languages] = await Promise.all([
    bundler.run('search', searchJob(input, reactUrl)),
    bundler.run('style-parts', ownJob(input, entries, overrides)),
    bundler.run('builder-languages', scriptJob(input, LANGUAGES, LANGUAGES_SOURCE)),
  ]);
  const toolsJob = builderToolsJob(input, reactUrl, urlOf(LANGUAGES, languages));
  const tools = await bundler.run('builder-tools', toolsJob);
  const urls = {
    react: reactUrl,
    dialog: urlOf(SEARCH.dialog, search),
    worker: urlOf(SEARCH.worker, search),
    analytics: urlOf(SEARCH.analytics, search),
    styles: styleOf(SEARCH_STYLES, parts),
  };
  const app = await bundler.run('app', scriptJob(input, APP, appSource(urls)));
  const appUrl = urlOf(APP, app);
  const boot = { ...scriptJob(input, SCRIPT, bootSource(appUrl)), external: [appUrl] };
  const client = await bundler.run('client', boot);
  const ofBuilder = {
    react: reactUrl,
    tools: urlOf(TOOLS, tools),
    styles: styleOf(BUILDER, parts),
  };
  const builder = await bundler.run('builder', builderJob(input, ofBuilder));
  const clientUrl = urlOf(SCRIPT, client);
  const builderUrl = urlOf(BUILDER, builder);
  const own = await bundler.run('script-parts', scriptPartsJob(input, clientUrl, builderUrl));
  return [react, search, parts, languages, tools, builder, app, client, own];
}

/** Relative to the folder of all scripts, so that the code is the same for all sites. */
function urlOf(entry: string, { entries }: BundleOutput): string {
  return `./${basename(entries.get(entry) ?? '')}`;
}

function styleOf(entry: string, output: BundleOutput): StyleUrl {
  const path = output.entries.get(entry);
  const content = (path && output.files.get(path)) ?? '';
  return { href: urlOf(entry, output), integrity: integrityOf(content) };
}

function readBundle(outputs: readonly BundleOutput[], input: ClientInput): BundledClient {
  const assets = new Map(outputs.flatMap(({ files }) => [...files]));
  const paths = new Map(outputs.flatMap(({ entries }) => [...entries]));
  const entry = (name: string): ClientAsset | undefined => {
    const path = paths.get(name);
    const content = path === undefined ? undefined : assets.get(path);
    if (path === undefined || content === undefined) return undefined;
    return { href: printFile(path, input.style), integrity: integrityOf(content) };
  };
  const [script, styles, apiTools, versions, api, home] = [
    SCRIPT,
    STYLES,
    ...Object.values(SCRIPT_PARTS),
    ...Object.values(STYLE_PARTS),
  ].map(entry);
  if (!script || !styles || !apiTools || !versions || !api || !home) {
    const message = 'the client bundle has no entry';
    return { client: undefined, diagnostics: [diagnostic('bundle-error', { message })] };
  }
  const files = [...assets].map(([path, content]) => ({ path: toOutputPath(path), content }));
  const redirect = entry(REDIRECT);
  const react = entry(REACT)?.href;
  const parts = { styleParts: { api, home }, scriptParts: { apiTools, versions } };
  return { client: { files, script, styles, ...parts, redirect, react }, diagnostics: [] };
}

/** Subresource Integrity value of a file. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

interface ClientInput {
  readonly siteDir: string;
  readonly templatesDirs: readonly string[];
  readonly style: AddressStyle;
  /** URL of the assets folder, with its final slash. */
  readonly assetsUrl: string;
  /** Style sheets of what the site has configured, such as `announcement.css`. */
  readonly features: readonly string[];
  /** Rules generated from the configuration. */
  readonly css: string;
  /** Whether documents redirect. */
  readonly hasRedirects: boolean;
}

const SCRIPT = 'client';
const SCRIPT_PARTS = { apiTools: 'api-tools', versions: 'versions' } as const;
/** Navigation, loaded at the first sign of a reader. */
const APP = 'app';
/** React, loaded by the search dialog and by islands. */
const REACT = 'react';
const REDIRECT = 'redirect';
/** Loaded when the reader opens the search: the dialog, the worker that answers queries, and analytics. */
const SEARCH = {
  dialog: 'search-dialog',
  worker: 'search-worker',
  analytics: 'search-analytics',
} as const;
/** The templates in these scripts: others that a site has do not change them. */
const SEARCH_TEMPLATES: readonly string[] = ['SearchDialog.tsx', 'SearchResults.tsx'];
/** Loaded when the reader opens the builder of a request: its script and its style sheet. */
const BUILDER = 'builder';
/** Loaded with the first change of a value. */
const TOOLS = 'builder-tools';
/** Loaded when a reader asks for a sample in a language that few pages show. */
const LANGUAGES = 'builder-languages';
const STYLES = 'styles';
/** Loaded with the search dialog. */
const SEARCH_STYLES = 'search';
const STYLE_PARTS = { api: 'api', home: 'home' } as const;
/** The templates of the style sheets that not all pages have, by entry. */
const PART_FILES: Readonly<Record<string, readonly string[]>> = {
  [SEARCH_STYLES]: ['styles/search.css'],
  [BUILDER]: ['styles/builder.css'],
  [STYLE_PARTS.api]: ['styles/api.css', 'styles/api-rows.css'],
  [STYLE_PARTS.home]: ['styles/home.css', 'styles/not-found.css'],
};

/** Scripts and styles that the app loads for the search. */
interface SearchUrls extends Readonly<Record<keyof typeof SEARCH | 'react', string>> {
  readonly styles: StyleUrl;
}

interface StyleUrl {
  readonly href: string;
  readonly integrity: string;
}

/** Loaded by the builder. */
interface BuilderUrls {
  readonly react: string;
  readonly tools: string;
  readonly styles: StyleUrl;
}

/** The entries share no files: the worker is loaded alone. */
function searchJob(input: ClientInput, react: string): BundleJob {
  const entries = [
    scriptEntry(SEARCH.dialog, dialogSource(input, react)),
    scriptEntry(SEARCH.worker, `export * from './src/client/search/worker.ts';`),
    scriptEntry(SEARCH.analytics, `export * from './src/client/search/analytics.ts';`),
  ];
  const overrides = overridesOf(input.templatesDirs, 'scripts').filter((file) =>
    SEARCH_TEMPLATES.includes(file),
  );
  return { ...ownJob(input, entries, overrides), ...besides(react) };
}

/** The settings of scripts that are loaded beside React, whose script they name, and share no files. */
function besides(...external: readonly string[]) {
  return { react: 'shared', splitting: false, external } as const;
}

const LANGUAGES_SOURCE = `export * from './src/shared/request/languages/templates.ts';`;

function builderToolsJob(input: ClientInput, react: string, languages: string): BundleJob {
  const source = `
import ${JSON.stringify(react)};
export * from './src/client/builder/tools.ts';
export const loadLanguages = () => import(${JSON.stringify(languages)});
`;
  return { ...scriptJob(input, TOOLS, source), ...besides(react, languages) };
}

function builderJob(input: ClientInput, { react, tools, styles }: BuilderUrls): BundleJob {
  const source = `
import ${JSON.stringify(react)};
import { toggleBuilder } from './src/client/builder/open.tsx';
const parts = { style: ${JSON.stringify(styles)}, loadTools: () => import(${JSON.stringify(tools)}) };
export const toggle = (button) => toggleBuilder(button, parts);
`;
  return { ...scriptJob(input, BUILDER, source), ...besides(react, tools) };
}

/** They use code of the script of all pages, which runs before, and share no files. */
function scriptPartsJob(input: ClientInput, client: string, builder: string): BundleJob {
  const apiTools = `
import { addTools } from ${JSON.stringify(client)};
import { manageApiTools } from './src/client/article/api-tools.ts';
const load = () => import(${JSON.stringify(builder)});
addTools((root, kit) => manageApiTools(root, kit, load));
`;
  const versions = `
import { addTools } from ${JSON.stringify(client)};
import { manageVersions } from './src/client/menus/preferred-version.ts';
addTools(manageVersions);
`;
  const entries = [
    scriptEntry(SCRIPT_PARTS.apiTools, apiTools),
    scriptEntry(SCRIPT_PARTS.versions, versions),
  ];
  return { ...ownJob(input, entries, []), splitting: false, external: [client, builder] };
}

/** A job for one script of docwright's own code. */
function scriptJob(input: ClientInput, name: string, text: string): BundleJob {
  return ownJob(input, [scriptEntry(name, text)], []);
}

function scriptEntry(name: string, text: string): JobEntry {
  return { name, text, loader: 'tsx' };
}

/** A job for docwright's own code: without a site's templates, no address of the site is in its output. */
function ownJob(
  input: ClientInput,
  entries: readonly JobEntry[],
  overrides = overridesOf(input.templatesDirs, 'scripts'),
): BundleJob {
  const assetsUrl = overrides.length === 0 ? '' : input.assetsUrl;
  return { ...browserJob(input, entries), overrides, assetsUrl };
}

/** A job for the browser; without further settings, React is a part of its output. */
export function browserJob(
  input: Pick<ClientInput, 'siteDir' | 'templatesDirs' | 'assetsUrl'>,
  entries: readonly JobEntry[],
): BundleJob {
  return {
    siteDir: input.siteDir,
    templatesDirs: input.templatesDirs,
    tsconfig: nearestTsconfig(input.siteDir),
    overrides: overridesOf(input.templatesDirs, 'scripts'),
    assetsUrl: input.assetsUrl,
    entries,
    platform: 'browser',
    sourceMap: false,
    react: 'bundled',
    splitting: true,
    external: [],
  };
}

function bootSource(appUrl: string): string {
  const app = JSON.stringify(appUrl);
  return `
import { boot } from './src/client/app/boot.ts';
export const addTools = boot({ client: import.meta.url, load: () => import(${app}) });
`;
}

function dialogSource({ templatesDirs }: ClientInput, react: string): string {
  return `
import ${JSON.stringify(react)};
import { SearchDialog } from ${JSON.stringify(templateFile(templatesDirs, 'SearchDialog.tsx'))};
import { createSearchDialog } from './src/client/search/dialog.tsx';
export const createSearch = (host) => createSearchDialog(host, SearchDialog);
`;
}

function appSource(search: SearchUrls): string {
  return `
import { startApp } from './src/client/app/app.ts';
export { goToPage } from './src/client/app/other-address.ts';
export const start = (context) => startApp(${JSON.stringify(search)}, context);
`;
}

/** Shares its modules with the scripts that import it first. */
const REACT_SOURCE = `
import { shareModules } from './src/client/app/shared-modules.ts';
shareModules();
export { createElement, useEffect } from 'react';
export { createRoot, hydrateRoot } from 'react-dom/client';
`;

/** The default style sheets, the rules from the configuration, those of themes, and the site's own `templates/styles.css`. */
function stylesSource({ templatesDirs, features, css }: ClientInput): string {
  const quote = (file: string): string => JSON.stringify(file);
  const ofTheme = (name: string): string => quote(templateFile(templatesDirs, `styles/${name}`));
  const imports = [
    ofTheme('index.css'),
    ...features.map((name) => `${ofTheme(name)} layer(docwright)`),
    quote(`data:text/css,${encodeURIComponent(css)}`),
    ...siteStyles(templatesDirs).map(quote),
  ];
  return imports.map((file) => `@import ${file};`).join('\n');
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../content/source-file.ts';
import type { AddressStyle, Url } from '../shared/paths.ts';
import type { BundleJob, JobEntry } from './bundle-job.ts';
import { overridesOf, templateFile } from './resolve-plugin.ts';

export interface ClientInput {
  readonly siteDir: string;
  readonly templatesDir: string;
  readonly reactPages: readonly SourceFile[];
  readonly style: AddressStyle;
  /** URL of the assets folder, without a final slash. */
  readonly assetsUrl: string;
  /** Rules that the configuration asks for. */
  readonly css: string;
  /** Whether pages need a script before the first paint. */
  readonly needsHead: boolean;
}

export const SCRIPT = 'client';
/** React and the templates: a chunk that the script loads when the page is idle. */
export const APP = 'app';
export const HEAD = 'head';
/** What the app loads when the reader turns to the search: the dialog, what answers queries, what counts them. */
export const SEARCH = {
  dialog: 'search-dialog',
  worker: 'search-worker',
  analytics: 'search-analytics',
} as const;
export const STYLES = 'styles';

/** The entry of a React page, by its place in the list. */
export function pageEntry(index: number): string {
  return `page-${index}`;
}

/** Where the scripts are that the app loads for the search. */
export type SearchUrls = Readonly<Record<keyof typeof SEARCH, Url>>;

/** Neither shares a file with the other: the worker is loaded alone. React comes from the app. */
export function searchJob(input: ClientInput): BundleJob {
  const entries = [
    script(SEARCH.dialog, dialogSource(input)),
    script(SEARCH.worker, `export * from './src/client/search/worker.ts';`),
    script(SEARCH.analytics, `export * from './src/client/search/analytics.ts';`),
  ];
  return { ...browserJob(input, entries), react: 'app', splitting: false };
}

export function appJob(input: ClientInput, search: SearchUrls): BundleJob {
  return browserJob(input, [script(APP, appSource(input, search))]);
}

export function scriptJob(input: ClientInput, app: Url): BundleJob {
  const entries = [script(SCRIPT, bootSource(app))];
  if (input.needsHead) entries.push(script(HEAD, `import './src/client/app/head.ts';`));
  return { ...browserJob(input, entries), external: [app] };
}

export function stylesJob(input: ClientInput): BundleJob {
  const entries = [{ name: STYLES, text: stylesSource(input), loader: 'css' } as const];
  const overrides = overridesOf(input.templatesDir, 'styles');
  return { ...browserJob(input, entries), overrides };
}

/** React pages take React and the theme from the app, which is there before them. */
export function pagesJob(input: ClientInput): BundleJob {
  const entries = input.reactPages.map(({ absolute }, index) =>
    script(pageEntry(index), `export { default } from ${JSON.stringify(absolute)};`),
  );
  return { ...browserJob(input, entries), react: 'app' };
}

function script(name: string, text: string): JobEntry {
  return { name, text, loader: 'tsx' };
}

function browserJob(input: ClientInput, entries: readonly JobEntry[]): BundleJob {
  return {
    siteDir: input.siteDir,
    templatesDir: input.templatesDir,
    overrides: overridesOf(input.templatesDir, 'scripts'),
    assetsUrl: input.assetsUrl,
    entries,
    platform: 'browser',
    sourceMap: false,
    react: 'bundled',
    splitting: true,
    external: [],
  };
}

function bootSource(appUrl: Url): string {
  return `import { boot } from './src/client/app/boot.ts';\nboot(() => import(${JSON.stringify(appUrl)}));`;
}

function dialogSource({ templatesDir }: ClientInput): string {
  return `
import { SearchDialog } from ${JSON.stringify(templateFile(templatesDir, 'SearchDialog.tsx'))};
import { createSearchDialog } from './src/client/search/dialog.tsx';
export const createSearch = (host) => createSearchDialog(host, SearchDialog);
`;
}

function appSource({ templatesDir }: ClientInput, search: SearchUrls): string {
  return `
import { Layout } from ${JSON.stringify(templateFile(templatesDir, 'Layout.tsx'))};
import { startApp } from './src/client/app/app.tsx';
import { shareModules } from './src/client/app/shared-modules.ts';
import * as theme from 'docwright/theme';
shareModules(theme);
export const start = () => startApp(Layout, ${JSON.stringify(search)});
`;
}

/** The theme's style sheet, the rules from the configuration, then the site's own `templates/styles.css`. */
function stylesSource({ templatesDir, css }: ClientInput): string {
  const own = join(templatesDir, 'styles.css');
  const imports = [
    templateFile(templatesDir, 'styles/index.css'),
    `data:text/css,${encodeURIComponent(css)}`,
  ];
  if (existsSync(own)) imports.push(own);
  return imports.map((file) => `@import ${JSON.stringify(file)};`).join('\n');
}

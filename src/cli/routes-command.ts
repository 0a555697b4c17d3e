import type { Command } from 'commander';
import { compileGlob, type Matcher } from '../links/pattern.ts';
import type { SiteRoute } from '../pipeline/routes.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, plural, printJson, reportDiagnostics, usageError } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addListOptions, append, exitWith, type ListFlags, namedSite } from './site-flags.ts';

interface RoutesFlags extends ListFlags {
  readonly include?: readonly string[];
}

/** `docs routes [dir]`. */
export function addRoutesCommand(program: Command): void {
  addListOptions(program.command('routes'))
    .description('list the addresses of the site and their sources')
    .option('--include <glob>', 'list only these addresses or sources; repeatable', append)
    .addHelpText('after', HELP)
    .action(exitWith(runRoutes));
}

const HELP = `
Lists pages, redirects and static files as a build would publish them, and writes nothing but the cache. Scripts,
styles, search indexes and other files that a build makes are left out.

  doc        a page from Markdown
  api        a page of an API description
  react      a page in React
  generated  a page that the build adds: home page, site index, 404 page
  redirect   leads to another address
  file       a file of the static folder

The last column has the locale and version, where there are several, and marks: unlisted (in no list and no search),
noindex, untranslated (shown in the default locale), draft (not published).

Examples:
  $ docs routes
  $ docs routes --include '/docs/api/**'
  $ docs routes --include 'content/docs/guides/*'    where do these files go?
  $ docs routes --format json | jq -r '.routes[] | select(.kind == "redirect") | .url'

Exit codes: 0 fine, 1 the site has errors, 2 wrong usage or configuration, 3 internal error, 130 interrupted.
`;

interface Listed {
  readonly routes: readonly SiteRoute[];
  readonly diagnostics: Parameters<typeof reportDiagnostics>[0]['diagnostics'];
  readonly badUsage: boolean;
}

async function runRoutes(dir: string | undefined, flags: RoutesFlags): Promise<number> {
  const { format, include = [] } = flags;
  const matchers: Matcher[] = [];
  for (const glob of include) {
    const compiled = compileGlob(glob);
    if (!compiled.ok) return usageError(`--include "${glob}" ${compiled.problem}`);
    matchers.push(compiled.value);
  }
  const request = namedSite(dir, flags);
  const { listRoutes, openFolder } = await import('../pipeline/routes.ts');
  const { diagnostics, routes, badUsage } = await runSiteCode<Listed>(
    async (onProgress) => {
      const opened = await openFolder({ ...request, onProgress });
      const errors = opened.diagnostics.filter(({ severity }) => severity === 'error');
      return opened.config === undefined
        ? { routes: [], diagnostics: errors, badUsage: true }
        : { routes: listRoutes(opened.site), diagnostics: errors, badUsage: false };
    },
    (fault) => ({ ...fault, routes: [] }),
    format === 'pretty',
  );
  reportDiagnostics({ diagnostics, ...request }, 'pretty');
  if (badUsage) return EXIT.usage;
  const wanted = routes.filter(
    ({ url, source = '' }) =>
      matchers.length === 0 || matchers.some((matches) => matches(url) || matches(source)),
  );
  if (format === 'json') printJson({ routes: wanted });
  else printOutput(table(wanted, routes));
  if (format === 'pretty') printError(plural(wanted.length, 'address', 'addresses'));
  return diagnostics.length === 0 ? EXIT.fine : EXIT.siteErrors;
}

/** A line for each address, in columns. Locales are shown if there are several among all routes. */
function table(routes: readonly SiteRoute[], all: readonly SiteRoute[]): string {
  const hasLocales = new Set(all.flatMap(({ locale }) => locale ?? [])).size > 1;
  const rows = routes.map(({ url, kind, source = '', line, to, locale, version, marks }) => [
    url,
    kind,
    to === undefined ? `${source}${line === undefined ? '' : `:${line}`}` : `→ ${to}`,
    [...(hasLocales ? [locale] : []), version, ...marks]
      .filter((part) => part !== undefined)
      .join(', '),
  ]);
  const widths = [0, 1, 2].map((at) =>
    rows.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0),
  );
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

import type { Command } from 'commander';
import { LOCK_FILE, type PublishedUrl } from '../links/url-lock.ts';
import type { UrlsResult } from '../pipeline/urls.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, plural, printJson, reportDiagnostics } from './report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addFindingOptions,
  addListOptions,
  exitWith,
  type FindingFlags,
  levelsOf,
  type ListFlags,
  namedSite,
} from './site-flags.ts';

interface UrlsFlags extends FindingFlags, ListFlags {
  readonly write: boolean;
}

/** `docs urls [dir]`. */
export function addUrlsCommand(program: Command): void {
  addFindingOptions(addListOptions(program.command('urls')))
    .description('compare the addresses of the site with urls.lock')
    .option('--write', 'write urls.lock: accept the addresses as they are', false)
    .addHelpText('after', HELP)
    .action(exitWith(runUrls));
}

const HELP = `
urls.lock beside the configuration lists every address that others may link to, a line for each path with its
anchors. \`docs build\` and \`docs check-links\` fail when one of them disappears and no redirect leads on. They
never write the file: commit what \`docs urls --write\` writes, and review its changes like those of an API.

  + an address that urls.lock lacks: it is not protected yet
  - an address that the site has no more; one without a redirect is an error

Examples:
  $ docs urls --write         begin with a lock, or accept all changes
  $ docs urls                 show what has changed
  $ docs urls --format json

Exit codes: 0 nothing is lost, 1 an address is lost without a redirect or the site has errors, 2 wrong usage or
configuration, 3 internal error, 130 interrupted.
`;

async function runUrls(dir: string | undefined, flags: UrlsFlags): Promise<number> {
  const { write, format } = flags;
  const request = { ...namedSite(dir, flags), rules: levelsOf(flags) };
  const { listUrls, NO_URLS } = await import('../pipeline/urls.ts');
  const result = await runSiteCode<UrlsResult>(
    (onProgress) => listUrls({ ...request, onProgress }, write),
    (fault) => ({ ...NO_URLS, ...request, ...fault }),
    format === 'pretty',
  );
  // Both formats leave the findings to standard error: the list is the output.
  reportDiagnostics(result, 'pretty', flags.verbose);
  if (result.badUsage) return EXIT.usage;
  const { published: urls, added, removed } = result;
  if (format === 'json') printJson({ urls, added, removed });
  else printOutput(changes(result));
  if (format === 'pretty') printError(summary(result, write));
  return result.diagnostics.length === 0 ? EXIT.fine : EXIT.siteErrors;
}

/** The lines that a new lock would add or remove; without a lock, there is nothing to compare. */
function changes({ added, removed, hasLock }: UrlsResult): string {
  if (!hasLock) return '';
  const line = (sign: string, { path, anchors }: PublishedUrl): string =>
    [`${sign} ${path}`, ...anchors.map((anchor) => `#${anchor}`)].join(' ');
  return [...removed.map((url) => line('-', url)), ...added.map((url) => line('+', url))].join(
    '\n',
  );
}

function summary(result: UrlsResult, isAsked: boolean): string {
  const { published, added, removed, hasLock, isWritten } = result;
  const anchors = published.reduce((sum, url) => sum + url.anchors.length, 0);
  const size = `${plural(published.length, 'path')}, ${plural(anchors, 'anchor')}`;
  if (isWritten) return `${size} → ${LOCK_FILE}`;
  if (isAsked) return `${LOCK_FILE} is not written: the site has errors`;
  if (!hasLock) return `there is no ${LOCK_FILE}: \`docs urls --write\` writes it (${size})`;
  if (added.length + removed.length === 0) return `${LOCK_FILE} lists all addresses (${size})`;
  return `${added.length} added, ${removed.length} removed: \`docs urls --write\` accepts this (${size})`;
}

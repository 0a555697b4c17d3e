import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { DiffResult } from '../diff/diff-site.ts';
import { printOutput } from './print.ts';
import { EXIT, exitCode, printJson, reportDiagnostics } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { exitWith, namedSite, type SiteFlags, valueReader } from './site-flags.ts';

interface DiffFlags extends SiteFlags {
  readonly out?: string;
  readonly format: 'text' | 'markdown' | 'json';
  readonly previewUrl?: string;
}

/** `docs diff [ref] [dir]`. */
export function addDiffCommand(program: Command): void {
  program
    .command('diff')
    .description('show what a branch changes for readers')
    .argument('[ref]', 'branch, tag or commit (default: the main branch)')
    .argument('[dir]', 'site folder (default: this folder, or that of --config)')
    .option('-c, --config <file>', 'use this configuration file (default: site.config.ts)')
    .option('--out <folder>', 'write the new site there, with marks in its pages')
    .addOption(
      new Option('--format <format>', 'print the report in this format')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .option(
      '--preview-url <url>',
      'address of the new site: the report links to its pages',
      readUrl,
    )
    .addHelpText('after', HELP)
    .action(exitWith(runDiff));
}

const HELP = `
Builds the site twice, as it is in this folder and as it was where its branch left the main branch, and compares
finished pages: words, headings, cells of tables, code, targets of links, images, menus. A change of a template is
one line, and a text that many pages include is listed once. Nothing in the folder is changed; the second run is fast.

Also listed: changes of the API, breaking ones first, redirects that moved and removed pages need, ready for
site.config.ts, anchors that are lost, new findings of \`docs check-links\`, queries of queries.json that are
answered worse or better, the size of scripts.

--out writes the new site with marks: added and removed words, removed blocks and pages. In each changed page, a
bar leads from change to change; the keys are n and p. dw-diff/ lists all changes. Any server of files shows it.

Examples:
  $ docs diff                        what this branch changes, also what is not committed yet
  $ docs diff v1.2                   what has changed since a tag
  $ docs diff main manual            of the site in manual/
  $ docs diff --out marked           look at the changes: docs preview --out-dir marked
  $ docs diff --format markdown --preview-url https://pr-7.docs.example.com > comment.md

The Markdown report has at most 65,536 characters, the worst first, and says what it left out. A workflow has to
fetch the history: fetch-depth: 0. "Review a pull request" in the manual has a job that posts the report.

Exit codes: 0 compared, whatever has changed, 1 the marked site cannot be written, 2 wrong usage, configuration,
or no commit to compare with, 3 internal error, 130 interrupted.
`;

const readUrl = valueReader(
  (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  'an address that begins with https://',
);

async function runDiff(
  ref: string | undefined,
  dir: string | undefined,
  flags: DiffFlags,
): Promise<number> {
  const { out, format, previewUrl } = flags;
  const site = namedSite(dir, flags);
  const { diffSite } = await import('../diff/diff-site.ts');
  const { jsonDiff } = await import('../diff/print-json.ts');
  const { printMarkdown } = await import('../diff/print-markdown.ts');
  const { printText } = await import('../diff/print-text.ts');
  const result = await runSiteCode<DiffResult>(
    (onProgress) =>
      diffSite({ ...site, ref, out: out === undefined ? undefined : resolve(out), onProgress }),
    (fault) => ({ ...site, ...fault, diff: undefined }),
    format === 'text',
  );
  reportDiagnostics(result, 'pretty');
  if (result.diff === undefined) return result.badUsage ? EXIT.usage : EXIT.siteErrors;
  const { diff } = result;
  // Pages link to each other from the root of the host.
  const urlOf = (route: string): string | undefined =>
    previewUrl && new URL(diff.hrefs.get(route) ?? route, previewUrl).href;
  if (format === 'json') printJson(jsonDiff(diff, urlOf));
  else if (format === 'markdown') process.stdout.write(printMarkdown(diff, urlOf));
  else printOutput(printText(diff, (route) => urlOf(route) ?? diff.hrefs.get(route) ?? route));
  return exitCode(result.diagnostics);
}

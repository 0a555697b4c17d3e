import type { Command } from 'commander';
import { fixedLevel, isAbout } from '../diagnostics/codes.ts';
import type { CheckLinksResult } from '../pipeline/check-links.ts';
import { type Check, runCheck } from './check-links-command.ts';
import { addCheckFlags, type LinkFlags, type ReportTarget } from './link-flags.ts';
import { plural } from './report.ts';
import { CHECK_EXIT_HELP, exitWith, FINDINGS_HELP } from './site-flags.ts';

/** `docs check-samples [dir]`. */
export function addCheckSamplesCommand(program: Command): void {
  const reports: ReportTarget[] = [];
  const command = program
    .command('check-samples')
    .description('compare the samples in docs with the API descriptions')
    .argument('[dir]', 'site folder or configuration file (default: this folder)')
    .option('-c, --config <file>', 'use this configuration file');
  addCheckFlags(command, reports)
    .option('--coverage', 'list the operations that no page shows')
    .option('--run', 'also run the samples of pages, against a mock of the API')
    .option('--server <url>', 'with --run: pass their requests on to this server')
    .addHelpText('after', HELP)
    .action(
      exitWith((dir: string | undefined, flags: LinkFlags) =>
        runCheck(dir, { flags, reports, checks: [SAMPLES], isOwn: SAMPLES.isOwn }),
      ),
    );
}

// A site that cannot be read has samples that cannot be checked.
export const SAMPLES: Check = {
  name: 'samples',
  isOwn: (code) =>
    isAbout('samples', code) || code === 'code-options' || fixedLevel(code) !== undefined,
  counts: ({ samples: { requests, skipped, operations, missing } }) => {
    const other = skipped === 1 ? 'is of another server' : 'are of other servers';
    const unread = skipped === 0 ? '' : ` (${skipped} more ${other}, or cannot be read)`;
    return `${plural(requests, 'sample')}${unread} of ${operations - missing.length} of ${plural(operations, 'operation')}`;
  },
  checked: ({ samples: { requests, skipped, operations, missing } }) => ({
    samples: requests,
    samplesSkipped: skipped,
    operations,
    operationsShown: operations - missing.length,
  }),
  notes: (result, flags) =>
    result.samples.operations > 0 ? coverageNotes(result, flags) : [NO_API],
};

const NO_API =
  'the site has no API description, so that there is nothing to compare: name its file in `openapi`';

/** With `--coverage`, the operations that no page shows. */
export function coverageNotes(
  { samples: { missing } }: CheckLinksResult,
  { coverage }: LinkFlags,
): readonly string[] {
  if (coverage !== true || missing.length === 0) return [];
  return [[`no page shows ${plural(missing.length, 'operation')}:`, ...missing].join('\n  ')];
}

const HELP = `
Reads the requests in code blocks (cURL, HTTP, fetch, axios, requests, httpx), the JSON that they send and get,
and the samples of API descriptions, and compares them with the operations of the site: path, method,
parameters, body, response, credentials. \`docs build\` and \`docs dev\` report the same findings as warnings.

Variables and placeholders such as <ID>, {id} and YOUR_KEY fit every type and value.
A fence says what the check cannot see: sample="createOrder" names the operation, sample="response 201" the
response, sample="off" leaves the block out.

--run executes code of docs on this machine, as you: run only docs that you trust, it is no sandbox. Each block is
printed before it runs. The shell and the JavaScript of a page run in order, in an empty temporary folder, with
the variables that samples.env names. Addresses of the API become that of a mock on this machine: it refuses
requests that are wrong, lets work end after two rounds, and knows the credentials that it has issued. save="id=.data.id"
keeps a part of a response, sample="fails 401" wants an error, sample="hidden" is code that only the run sees.

Examples:
  $ docs check-samples
  $ docs check-samples --fail-on warning          fail on every finding, as a gate in CI
  $ docs check-samples --fix=dry-run | git apply  apply unambiguous fixes as a patch
  $ docs check-samples --coverage                 list the operations that no page shows
  $ docs check-samples --run --include 'content/docs/quick-start.md'
  $ docs check-samples --rule sample-deprecated=info
  $ docs check-samples --update-baseline          accept what there is, and fail on new findings

${FINDINGS_HELP}

${CHECK_EXIT_HELP}.
`;

import { relative } from 'node:path';
import type { DevEvent } from '../dev/dev.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { stripControls } from '../diagnostics/frame.ts';
import { internalErrorText } from './internal-error.ts';
import { plural, reportDiagnostics } from './report.ts';

/** What `docs dev` prints: problems when they are others than before, and what was saved. */
export interface DevLog {
  readonly event: (event: DevEvent) => void;
  /** A problem of the site's code that no file can be blamed for. */
  readonly fault: (problem: Diagnostic) => void;
  /** Says what is served, once it is. */
  readonly ready: (pages: number | undefined, milliseconds: number) => void;
}

/** Names that are printed of the files that were saved together. */
const NAMED = 3;

export function createDevLog(siteDir: string): DevLog {
  const faults = new Set<string>();
  let printed: ReadonlySet<string> = new Set();
  let isReady = false;
  const say = (text: string): void => void process.stderr.write(`${stripControls(text)}\n`);
  const findings = (diagnostics: readonly Diagnostic[], complete: boolean): void => {
    const sorted = diagnostics.toSorted(compareDiagnostics);
    const before = printed;
    printed = new Set(sorted.map(keyOf));
    const fresh = sorted.filter((entry) => !before.has(keyOf(entry)));
    const isGone = [...before].some((key) => !printed.has(key));
    // The first look at the whole site says how it is; after that only what changes is told.
    const isFirst = complete && !isReady;
    isReady ||= complete;
    if (fresh.length > 0) reportDiagnostics({ diagnostics: fresh, siteDir }, 'pretty');
    if (fresh.length > 0 || isGone || isFirst) say(countLine(sorted));
  };
  return {
    event: (event) => {
      switch (event.type) {
        case 'updated':
          if (event.files.length > 0)
            say(`${filesText(event.files)}: ${Math.round(event.milliseconds)} ms`);
          break;
        case 'findings':
          findings(event.diagnostics, event.complete);
          break;
        case 'message':
          say(event.text);
          break;
        case 'error':
          process.stderr.write(internalErrorText(event.error));
          break;
      }
    },
    fault: (problem) => {
      // A timer may throw the same again and again.
      if (faults.has(problem.message)) return;
      faults.add(problem.message);
      reportDiagnostics({ diagnostics: [problem], siteDir }, 'pretty');
    },
    ready: (pages, milliseconds) => {
      const folder = relative(process.cwd(), siteDir) || '.';
      const what = pages === undefined ? 'waiting for the configuration' : plural(pages, 'page');
      const where = folder.startsWith('..') ? siteDir : folder;
      say(`${what} of ${where}, ready in ${(milliseconds / 1000).toFixed(2)} s; Ctrl-C ends it`);
    },
  };
}

function keyOf(entry: Diagnostic): string {
  return JSON.stringify(entry);
}

function countLine(diagnostics: readonly Diagnostic[]): string {
  const { error, warning } = countBySeverity(diagnostics);
  if (error === 0 && warning === 0) return 'no problems';
  return [plural(error, 'error'), plural(warning, 'warning')].join(', ');
}

function filesText(files: readonly string[]): string {
  const named = files.slice(0, NAMED).join(', ');
  return files.length > NAMED ? `${named} and ${files.length - NAMED} more` : named;
}

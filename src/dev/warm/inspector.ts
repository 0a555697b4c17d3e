import { relative } from 'node:path';
import { remember } from '../../content/remember.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { toFilePath } from '../../shared/paths.ts';
import { type Background, runInBackground } from './background.ts';
import {
  audible,
  docsOf,
  type Findings,
  type Inspected,
  inspectDocs,
  inspectSite,
  withDocs,
} from './inspect-site.ts';
import type { DiskChanges, LoadedSite } from './load-site.ts';
import type { PageShelf } from './page-cache.ts';

export interface InspectorOptions {
  readonly shelf: PageShelf;
  /** The whole site has been looked at. */
  readonly onEnd: () => void;
  /** Looking at the whole site has failed: docwright's own fault. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds without a change before the whole site is looked at. */
  readonly quiet?: number | undefined;
}

/** Looks at a site in the background, and keeps what was found. */
export interface Inspector {
  /** Looks at the docs that were just saved now, and at everything when it is quiet. */
  readonly look: (loaded: LoadedSite, changes: DiskChanges) => void;
  /** Leaves off; what was found before stays. */
  readonly stop: () => void;
  /** Resolves when nothing is under way any more; undefined where nothing is. Nobody waits for quiet then. */
  readonly hurry: () => Promise<unknown> | undefined;
  readonly isLooking: () => boolean;
  /** All that is known to be wrong with a site, without what is silenced. */
  readonly problems: (
    loaded: LoadedSite | undefined,
    blocking: readonly Diagnostic[],
  ) => readonly Diagnostic[];
}

/** Milliseconds; the first look waits longer, so that nothing stands in the way of the first page. */
const QUIET = 150;
const FIRST_QUIET = 500;

/** Docs that are looked at before the whole site is; with more of them nobody waits for the first. */
const AT_ONCE = 20;

export function createInspector(options: InspectorOptions): Inspector {
  const { shelf, onEnd, onError, quiet } = options;
  const problems = remember(problemsOf);
  let work: Background<Findings> | undefined;
  let found: Findings | undefined;
  return {
    look: (loaded, changes) => {
      const inspected = { ...loaded, shelf };
      const wait = quiet ?? (found === undefined ? FIRST_QUIET : QUIET);
      if (found !== undefined) found = withSaved(found, inspected, changes);
      const inspecting = runInBackground(inspectSite(inspected), wait);
      work = inspecting;
      const end = (result: Findings | undefined): void => {
        if (work !== inspecting) return;
        work = undefined;
        found = result ?? found;
        onEnd();
      };
      inspecting.done.then(end, (error: unknown) => {
        end(undefined);
        onError(error);
      });
    },
    stop: () => {
      work?.stop();
      work = undefined;
    },
    hurry: () => {
      work?.hurry();
      return work?.done;
    },
    isLooking: () => work !== undefined,
    problems: (loaded, blocking) => problems({ blocking, loaded, found }),
  };
}

interface Problems {
  readonly blocking: readonly Diagnostic[];
  readonly loaded: LoadedSite | undefined;
  readonly found: Findings | undefined;
}

function problemsOf({ blocking, loaded, found }: Problems): readonly Diagnostic[] {
  if (loaded === undefined) return blocking;
  const own = [...blocking, ...loaded.diagnostics];
  if (found === undefined) return own;
  return audible({ ...found, diagnostics: [...own, ...found.diagnostics] }, loaded);
}

/** What is known of the whole site, with the docs that were just saved looked at anew. */
function withSaved(found: Findings, inspected: Inspected, { paths }: DiskChanges): Findings {
  const { siteDir } = inspected.site.config;
  const files = new Set([...paths].map((path) => toFilePath(relative(siteDir, path))));
  const docs = docsOf(inspected.site, files);
  if (docs.length === 0 || docs.length > AT_ONCE) return found;
  return withDocs(found, docs, inspectDocs(inspected, docs));
}

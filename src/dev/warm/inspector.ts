import { relative } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Rules } from '../../diagnostics/levels.ts';
import type { SiteLinks } from '../../links/doc-facts.ts';
import {
  NOTHING_SUPPRESSED,
  type SuppressedFindings,
  selectFindings,
} from '../../links/select-findings.ts';
import { assetFiles, otherFiles } from '../../pipeline/files.ts';
import { gatherPageFacts } from '../../pipeline/check-pages.ts';
import { fileNames } from '../../pipeline/page.ts';
import { factsOf } from '../../pipeline/produce.ts';
import type { Site } from '../../pipeline/prepare.ts';
import { atOrigins } from '../../plugins/added-pages.ts';
import { pluginFindings } from '../../plugins/after-pages.ts';
import { claimOutput, createClaims } from '../../publish/output-names.ts';
import { type InSteps, withPauses } from '../../shared/in-steps.ts';
import { append } from '../../shared/maps.ts';
import { toFilePath } from '../../shared/paths.ts';
import type { DocNode, PageNode } from '../../site/graph-types.ts';
import { type Background, runInBackground } from './background.ts';
import type { DiskChanges, LoadedSite } from './load-site.ts';

export interface InspectorOptions {
  /** The whole site was checked. */
  readonly onEnd: () => void;
  /** The check of the whole site failed, due to a bug in docwright. */
  readonly onError: (error: unknown) => void;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules | undefined;
  /** Milliseconds without a change before the whole site is checked. */
  readonly quiet?: number | undefined;
}

// Milliseconds. The first check waits longer, so as not to delay the first page.
const QUIET = 150;
const FIRST_QUIET = 500;

/** Checks a site in the background and keeps the findings. */
export function createInspector(options: InspectorOptions) {
  const { onEnd, onError, quiet, rules } = options;
  let work: Background<Findings> | undefined;
  let found: Findings | undefined;
  return {
    /** Checks the docs that were just saved now, and everything after a quiet period. */
    look: (loaded: LoadedSite, changes: DiskChanges): void => {
      const wait = quiet ?? (found === undefined ? FIRST_QUIET : QUIET);
      if (found !== undefined) found = withSaved(found, loaded, changes);
      const first = runInBackground(inspectSite(loaded), wait);
      const inspecting = { ...first, done: whole(loaded, first.done) };
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
    /** Stops checking; earlier findings are kept. */
    stop: (): void => {
      work?.stop();
      work = undefined;
    },
    /** Skips the quiet period. Resolves when no check is running; undefined if none is scheduled. */
    hurry: (): Promise<unknown> | undefined => {
      work?.hurry();
      return work?.done;
    },
    isLooking: (): boolean => work !== undefined,
    /** All known problems of a site, and what is suppressed. */
    problems: (loaded: LoadedSite | undefined, blocking: readonly Diagnostic[]) =>
      problemsOf({ blocking, loaded, found, rules }),
  };
}

interface ProblemsInput {
  readonly blocking: readonly Diagnostic[];
  readonly loaded: LoadedSite | undefined;
  readonly found: Findings | undefined;
  readonly rules: Rules | undefined;
}

/** Findings with their levels, and those that are suppressed. */
export interface SiteProblems extends SuppressedFindings {
  readonly diagnostics: readonly Diagnostic[];
}

function problemsOf({ blocking, loaded, found, rules: flags }: ProblemsInput): SiteProblems {
  if (loaded === undefined) return { ...NOTHING_SUPPRESSED, diagnostics: blocking };
  const { config } = loaded.site;
  return selectFindings({
    run: { command: 'dev' },
    config,
    flags,
    diagnostics: atOrigins(
      [...blocking, ...loaded.diagnostics, ...(found?.diagnostics ?? [])],
      loaded.site.sources,
    ),
    links: found,
    // Until the whole site was checked, no suppression or baseline entry is known to be unused.
    isPartial: found === undefined,
  });
}

/** The findings in a whole site, with those of plug-ins, when no promise of a plug-in is pending. */
async function whole(
  loaded: LoadedSite,
  first: Promise<Findings | undefined>,
): Promise<Findings | undefined> {
  let found = await first;
  const { site, plugins } = loaded;
  while (found !== undefined && (await plugins.settle()))
    found = await runInBackground(inspectSite(loaded), 0).done;
  if (found === undefined) return undefined;
  const own = await pluginFindings(plugins, site, () => factsOf(loaded));
  return { ...found, diagnostics: [...found.diagnostics, ...own] };
}

/** Maximum number of changed docs that are checked at once. */
const AT_ONCE = 20;

/** Updates the findings of the whole site with those of the docs that were just saved. */
function withSaved(found: Findings, loaded: LoadedSite, { paths }: DiskChanges): Findings {
  const { siteDir } = loaded.site.config;
  const files = new Set([...paths].map((path) => toFilePath(relative(siteDir, path))));
  // The docs of the site that come from some files.
  const { graph } = loaded.site;
  const docs = [...graph.pages.values()].filter(
    (node): node is DocNode => node.type === 'doc' && files.has(node.source.file),
  );
  if (docs.length === 0 || docs.length > AT_ONCE) return found;
  return withDocs(found, docs, inspectDocs(loaded, docs));
}

/** The findings in a whole site, before suppressions. */
interface Findings extends Pick<SiteLinks, 'hrefs' | 'suppressions'> {
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks a whole site; yields after each page. */
function* inspectSite({ site, read, pages }: LoadedSite): InSteps<Findings> {
  const texts: Diagnostic[] = [];
  for (const file of [...read.heads.keys(), ...read.skills()]) {
    append(texts, read.problemsOf(file));
    yield;
  }
  const facts = gatherPageFacts(site, pages.apiFindings);
  const outputs: Output[] = [];
  for (const node of site.graph.pages.values()) {
    facts.note(node, pages.notes(node));
    outputs.push(...fileNames(site, node));
    pages.release(node);
    yield;
  }
  const checked = yield* facts.check();
  const names = yield* nameProblems(site, outputs);
  const diagnostics = [...texts, ...checked.diagnostics, ...names];
  return { ...checked.links, diagnostics };
}

/** Checks some docs. Makes other pages only if their anchors are needed. */
function inspectDocs({ site, read, pages }: LoadedSite, docs: readonly DocNode[]): Findings {
  const facts = gatherPageFacts(site, pages.apiFindings);
  const { sampleDoc } = site;
  const nodes = new Set<PageNode>([
    ...docs,
    ...(sampleDoc === undefined ? [] : [sampleDoc]),
    ...docs.flatMap((node) => namedPages(site, node)),
  ]);
  for (const node of nodes) {
    facts.note(node, pages.notes(node));
    pages.release(node);
  }
  const checked = facts.checkDocs(docs);
  const texts = docs.flatMap((node) => read.problemsOf(node.source.file));
  return { ...checked.links, diagnostics: [...texts, ...checked.diagnostics] };
}

/** The pages that a doc links to whose anchors are known only after rendering. */
function namedPages({ graph, targets }: Site, node: DocNode): readonly PageNode[] {
  return targets(node).links.flatMap((target) => {
    const page = target.type === 'page' ? graph.pages.get(target.route) : undefined;
    return page === undefined || page.type === 'doc' ? [] : [page];
  });
}

/** Replaces the findings of some docs by new ones. */
function withDocs(before: Findings, docs: readonly DocNode[], now: Findings): Findings {
  const files = new Set<string>(docs.map(({ source }) => source.file));
  const isElsewhere = ({ location }: Diagnostic): boolean =>
    location === undefined || !files.has(location.file);
  const hrefs = new Map([...before.hrefs].filter(([file]) => !files.has(file)));
  const byFile = new Map(
    [...before.suppressions.byFile]
      .filter(([file]) => !files.has(file))
      .concat([...now.suppressions.byFile]),
  );
  for (const [file, added] of now.hrefs) hrefs.set(file, [...(hrefs.get(file) ?? []), ...added]);
  return {
    diagnostics: [...before.diagnostics.filter(isElsewhere), ...now.diagnostics],
    hrefs,
    suppressions: { byFile, diagnostics: [] },
  };
}

const OUTPUTS_PER_STEP = 100;

type Output = ReturnType<typeof fileNames>[number];

/** Reports paths that a build could not write. */
function* nameProblems(site: Site, pages: readonly Output[]): InSteps<readonly Diagnostic[]> {
  const found = { claims: createClaims(), diagnostics: new Array<Diagnostic>() };
  const outputs: readonly Output[] = [...assetFiles(site), ...pages, ...otherFiles(site)];
  yield* withPauses(outputs, OUTPUTS_PER_STEP, ({ path, origin }) => {
    claimOutput(found, path, origin);
  });
  return found.diagnostics;
}

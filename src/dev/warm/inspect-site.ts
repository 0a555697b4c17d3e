import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { applyLevels } from '../../diagnostics/levels.ts';
import { applyGate, isForAuthors } from '../../links/gate.ts';
import { gatherPageFacts } from '../../pipeline/check-pages.ts';
import { assetFiles, otherFiles } from '../../pipeline/files.ts';
import type { Site } from '../../pipeline/prepare.ts';
import { type ReadSite, silencers } from '../../pipeline/read.ts';
import { createClaims, nameProblem } from '../../publish/output-names.ts';
import { type InSteps, withPauses } from '../../shared/in-steps.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { DocNode, LinkUse, PageNode } from '../../site/site-graph.ts';
import type { Output, PageShelf } from './page-cache.ts';

/** A site in one state, and what is kept of its pages. */
export interface Inspected {
  readonly site: Site;
  readonly read: ReadSite;
  readonly shelf: PageShelf;
}

/** What was found in a whole site, before anything is silenced. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly uses: readonly LinkUse[];
}

/** Looks at a whole site, page after page: after each it gives others a turn. */
export function* inspectSite({ site, read, shelf }: Inspected): InSteps<Findings> {
  const texts: Diagnostic[] = [];
  for (const file of read.heads.keys()) {
    texts.push(...read.readDoc(file).diagnostics);
    yield;
  }
  const facts = gatherPageFacts(site);
  const outputs: Output[] = [];
  for (const node of site.graph.pages.values()) {
    const page = shelf.take(site, node);
    facts.note(page.notes);
    outputs.push(...page.outputs);
    yield;
  }
  shelf.tidy(site);
  const checked = yield* facts.check();
  const names = yield* nameProblems(site, outputs);
  const diagnostics = [...texts, ...checked.diagnostics, ...names];
  return { diagnostics, uses: checked.uses };
}

/** What some docs have in them; of other pages only those are made that their links name. */
export function inspectDocs({ site, read, shelf }: Inspected, docs: readonly DocNode[]): Findings {
  const facts = gatherPageFacts(site);
  const { sampleDoc } = site;
  const pages = new Set<PageNode>([
    ...docs,
    ...(sampleDoc === undefined ? [] : [sampleDoc]),
    ...docs.flatMap((node) => namedPages(site, node)),
  ]);
  for (const node of pages) facts.note(shelf.take(site, node).notes);
  const checked = facts.checkDocs(docs);
  const texts = docs.flatMap((node) => read.readDoc(node.source.file).diagnostics);
  return { ...checked, diagnostics: [...texts, ...checked.diagnostics] };
}

/** The pages that a doc's links name whose anchors are only known once they are made. */
function namedPages({ graph, targets }: Site, node: DocNode): readonly PageNode[] {
  return targets(node).links.flatMap((target) => {
    const page = target.type === 'page' ? graph.pages.get(target.route) : undefined;
    return page === undefined || page.type === 'doc' ? [] : [page];
  });
}

/** Replaces what was found in some files by what is found in them now. */
export function withDocs(before: Findings, docs: readonly DocNode[], now: Findings): Findings {
  const files = new Set<string>(docs.map(({ source }) => source.file));
  const isElsewhere = ({ location }: { location?: { file: string } }): boolean =>
    location === undefined || !files.has(location.file);
  return {
    diagnostics: [...before.diagnostics.filter(isElsewhere), ...now.diagnostics],
    uses: [...before.uses.filter(isElsewhere), ...now.uses],
  };
}

/** Leaves out what the configuration, the files themselves or the baseline silence. */
export function audible(
  { diagnostics, uses }: Findings,
  { site, read }: Pick<Inspected, 'site' | 'read'>,
): readonly Diagnostic[] {
  const { config, sources } = site;
  const levelled = applyLevels(diagnostics, config.links.rules);
  const docs = silencers(sources.docs, read);
  return applyGate({ config, diagnostics: levelled, docs, uses }).diagnostics.filter(isForAuthors);
}

/** Paths that a build could not write. */
function* nameProblems(site: Site, pages: readonly Output[]): InSteps<readonly Diagnostic[]> {
  const claims = createClaims();
  const found: Diagnostic[] = [];
  const outputs: readonly Output[] = [...assetFiles(site), ...pages, ...otherFiles(site)];
  yield* withPauses(outputs, OUTPUTS_PER_STEP, ({ path, origin }) => {
    const problem = nameProblem(path, origin) ?? claims.claim(path, origin);
    if (problem !== undefined) found.push(problem);
  });
  return found;
}

const OUTPUTS_PER_STEP = 100;

/** The docs of the site that are made of some files. */
export function docsOf({ graph }: Site, files: ReadonlySet<FilePath>): readonly DocNode[] {
  return [...graph.pages.values()].filter(
    (node): node is DocNode => node.type === 'doc' && files.has(node.source.file),
  );
}

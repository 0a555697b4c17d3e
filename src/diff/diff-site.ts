/** Compares a site with what it was where its branch began: builds both sides at one path, with one cache. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoCache } from '../cache/sealed-folder.ts';
import { contains, realFolder } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { openApiCheck } from '../pipeline/api-changes.ts';
import type { ProgressEvent } from '../pipeline/produce.ts';
import { compareProblem, openCopy, type RepositoryCopy } from '../pipeline/repository-copy.ts';
import { compareReports } from '../search/evaluate/compare.ts';
import { comparePages } from './compare-sites.ts';
import { writeMarkedSite } from './marked-site.ts';
import { type ReadSide, readSide } from './read-side.ts';
import { diffSections } from './sections.ts';
import { findSides, type Sides } from './find-sides.ts';
import type { Block, PageFacts, Side, SideFinding, SiteDiff } from './types.ts';

export interface DiffOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** A branch, a tag or a commit. Default: the main branch. */
  readonly ref?: string | undefined;
  /** Absolute folder for the new side with marks. */
  readonly out?: string | undefined;
  readonly onProgress: (event: ProgressEvent) => void;
}

export interface DiffResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly siteDir: string;
  /** True if there is nothing to compare. */
  readonly badUsage: boolean;
  readonly diff: SiteDiff | undefined;
}

/** Compares the working tree of a site with the merge base. */
export async function diffSite(options: DiffOptions): Promise<DiffResult> {
  const siteDir = realFolder(options.siteDir);
  const sides = findSides(siteDir, options.ref);
  if (!sides.ok) return refused(siteDir, sides.diagnostic);
  const { root } = sides.value.base;
  const configFile = options.configFile && realFolder(options.configFile);
  if (configFile !== undefined && !contains(root, configFile))
    return refused(
      siteDir,
      compareProblem(`the repository "${root}" does not contain "${configFile}"`),
    );
  const copy = openCopy(siteDir, sides.value.base);
  if (!copy.ok) return refused(siteDir, copy.diagnostic);
  try {
    // Without a key of the user, the second side still starts from the first.
    if (whyNoCache(copy.value.siteDir) !== undefined)
      process.env['DOCS_CACHE_KEY'] = randomBytes(32).toString('hex');
    const request = { ...options, siteDir, sides: sides.value, configFile };
    const read = await readSides(copy.value, request);
    return 'after' in read ? await compareSides(read, request) : refused(siteDir, ...read);
  } finally {
    copy.value.release();
  }
}

/** The result of a run that has nothing to compare. */
function refused(siteDir: string, ...diagnostics: readonly Diagnostic[]): DiffResult {
  return { diagnostics, siteDir, badUsage: true, diff: undefined };
}

interface Request extends Omit<DiffOptions, 'configFile'> {
  readonly sides: Sides;
  readonly configFile: string | undefined;
}

interface ReadSides {
  readonly before: Side;
  readonly after: ReadSide;
  readonly search: ReturnType<typeof compareReports> | undefined;
}

/** Reads one side after the other, or says why one cannot be built. */
async function readSides(
  copy: RepositoryCopy,
  { sides, configFile, siteDir, onProgress }: Request,
): Promise<ReadSides | readonly Diagnostic[]> {
  const problemsIn = (ref: string, found: readonly Problem[]): readonly Diagnostic[] => {
    const reason = found[0]?.message.replaceAll(copy.root, '') ?? 'it has no pages';
    return [compareProblem(`the site as of ${ref} cannot be built: ${reason}`)];
  };
  // The current queries are asked on both sides.
  const named = join(siteDir, 'queries.json');
  const queriesFile = existsSync(named) ? named : undefined;
  const open = async (): Promise<ReadSide | readonly Diagnostic[]> => {
    const { config, ...loaded } = await copy.load(configFile);
    return config === undefined
      ? loaded.diagnostics
      : readSide({ config, ...loaded, onProgress, queriesFile });
  };
  const shown = copy.show(sides.base.hash);
  if (!shown.ok) return problemsIn(sides.ref, [shown.diagnostic]);
  const opened = await open();
  const isNew = !('side' in opened) && opened.some(({ code }) => code === 'config-not-found');
  if (!('side' in opened) && !isNew) return problemsIn(sides.ref, opened);
  const before = 'side' in opened ? opened : undefined;
  if (before?.side.pages.size === 0)
    return problemsIn(sides.ref, causesFirst(before.side.findings));
  before?.save();
  const moved = copy.show(sides.head, true);
  if (!moved.ok) return [moved.diagnostic];
  const after = await open();
  if (!('side' in after)) return after;
  if (after.side.pages.size === 0)
    return problemsIn('the working tree', causesFirst(after.side.findings));
  const search = before?.search && after.search && compareReports(before.search, after.search);
  // Of a new site, all pages and findings are new; nobody knows other menus.
  const none = { pages: new Map(), anchors: new Map(), findings: [] };
  return { before: before?.side ?? { ...after.side, ...none }, after, search };
}

type Problem = Pick<Diagnostic, 'message'>;

/** Compares the sides, and writes the marked site. */
async function compareSides(
  { before, after, search }: ReadSides,
  { sides, siteDir, out, onProgress }: Request,
): Promise<DiffResult> {
  const lost: PageFacts[] = [];
  // The cache of the second side has what the first one left.
  const blocks = (page: PageFacts): readonly Block[] => {
    const found = after.blocks(page);
    if (found === undefined) lost.push(page);
    return found ?? [];
  };
  const both = { before, after: after.side };
  const { pages, shared } = comparePages({ ...both, blocks });
  const removed = new Map(
    pages.flatMap(({ change, route }) => {
      const page = change === 'removed' ? before.pages.get(route) : undefined;
      return page === undefined ? [] : [[route, blocks(page)] as const];
    }),
  );
  after.save();
  if (lost.length > 0)
    return refused(siteDir, compareProblem('the cache of docs diff cannot be written'));
  const today = new Date().toISOString().slice(0, 10);
  const api = openApiCheck(after.config, { range: sides.base.hash, today });
  await api?.finish();
  const sections = diffSections({ ...both, pages }, search, api?.changes() ?? []);
  const hrefs = new Map([...after.side.pages].map(([route, { href }]) => [route, href]));
  const base = { ref: sides.ref, commit: sides.base.hash };
  const diff = { ...base, total: hrefs.size, hrefs, pages, shared, sections };
  const { config, compiled } = after;
  const marked = { config, compiled, diff, removed, onProgress };
  const diagnostics = out === undefined ? [] : await writeMarkedSite({ ...marked, outDir: out });
  return { diagnostics, siteDir, badUsage: false, diff };
}

/** Without pages, all links are broken: what fails to compile is the cause. */
function causesFirst(findings: readonly SideFinding[]): readonly SideFinding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isCause = ({ code }: SideFinding): boolean => /^(?:bundle|template|plugin)-/.test(code);
  return [...errors.filter(isCause), ...errors];
}

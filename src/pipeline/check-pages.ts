/** Collects facts about pages, and checks the links of the whole site, or of some docs. */
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkDocs, checkSite, type SiteCheck, siteUrls } from '../links/check-site.ts';
import {
  type DocLinks,
  factsOfDoc,
  type LinkFacts,
  linkedAssets,
  usesOfDoc,
} from '../links/doc-facts.ts';
import {
  createStaticDocuments,
  isStaticDocument,
  type PublishedFile,
  type StaticDocuments,
} from '../links/static-documents.ts';
import type { PublishedUrl, UrlLock } from '../links/url-lock.ts';
import type { ApiUse } from '../openapi/pages/api-page.ts';
import { type RenderFailure, templateErrors } from '../render/render-page.ts';
import type { InSteps } from '../shared/in-steps.ts';
import { type PagePolicy } from '../shared/page-data.ts';
import { type OutputPath, type Route } from '../shared/paths.ts';
import type { RichTextFindings } from '../site/api-rich-text.ts';
import { referencedAssets } from '../site/doc-links.ts';
import type { DocNode, LinkUse, PageNode } from '../site/graph-types.ts';
import { collectLayoutLinks, type LayoutReference, layoutUses } from '../site/layout-links.ts';
import { hasRefusedScheme } from '../site/print-target.ts';
import { templateSources } from '../site/template-sources.ts';
import type { Site } from './prepare.ts';
import { checkSkills } from './skills.ts';

/** Facts about a page, as plain data: what the check of the site and its lists need. */
export interface PageNotes {
  readonly description: string;
  /** The error that a template has thrown. */
  readonly failure?: RenderFailure | undefined;
  /** The ids in the HTML, except for docs; for API pages, the ids of the article. Joined by NUL, they take a tenth of the memory. */
  readonly ids?: string | undefined;
  /** The ids that the layout adds to every doc: set for the sample doc only. */
  readonly layoutIds?: readonly string[] | undefined;
  /** Broken references in the layout. */
  readonly references: readonly LayoutReference[];
  /** The links of a doc, for the check. */
  readonly linkFacts?: LinkFacts | undefined;
  /** References of a React page. */
  readonly links: readonly LinkUse[];
  readonly diagnostics: readonly Diagnostic[];
  /** The parts of a description that an API page shows and that may have findings. */
  readonly apiUses?: readonly ApiUse[] | undefined;
  /** The index file of its sections. */
  readonly indexFile?: OutputPath | undefined;
  /** Additions to the site's policy that the page needs. */
  readonly policies: readonly PagePolicy[];
}

/** Collects the input of the link check, page by page in route order. */
export function gatherPageFacts(site: Site, apiFindings: () => RichTextFindings) {
  const { graph, readDoc, layout, isUnlisted } = site;
  const noted = new Map<Route, LinkFacts>();
  const factsOf = (node: DocNode): LinkFacts => noted.get(node.route) ?? linkFacts(site, node);
  const diagnostics: Diagnostic[] = [];
  const failures: RenderFailure[] = [];
  const reported = new Set<string>();
  // Few pages are the target of an anchor: as one text, the ids take a tenth of the memory of a set.
  const ids = new Map<Route, string>();
  const idsOf = (route: Route): readonly string[] => ids.get(route)?.split('\0') ?? [];
  const links: LinkUse[] = [];
  const references = collectLayoutLinks(graph);
  let layoutIds: ReadonlySet<string> = new Set();
  const usesOf = (node: DocNode): Iterable<LinkUse> => usesOfDoc(node, docLinks(site, node));
  const facts = { graph, readDoc, factsOf, usesOf, configLinks: layout.links, idsOf, isUnlisted };
  const staticsOf = (assets: readonly SourceFile[]): StaticDocuments =>
    createStaticDocuments(graph, publishedFiles(site, assets));
  return {
    note(node: PageNode, page: PageNotes): void {
      if (page.linkFacts !== undefined) noted.set(node.route, page.linkFacts);
      if (page.failure !== undefined) failures.push(page.failure);
      if (page.ids !== undefined) ids.set(node.route, page.ids);
      if (page.layoutIds !== undefined) layoutIds = new Set(page.layoutIds);
      references.note(node, page.references);
      links.push(...page.links);
      for (const entry of page.diagnostics) {
        // Findings of plug-ins and templates, which are the same on many pages, are reported once.
        const key = JSON.stringify(entry);
        if (!reported.has(key)) diagnostics.push(entry);
        reported.add(key);
      }
    },
    /** The files beside the content that docs refer to. */
    assets: (): readonly SourceFile[] => linkedAssets(graph, factsOf),
    /** The addresses that readers may link to. */
    urls: (): readonly PublishedUrl[] => siteUrls(facts),
    /** Runs the complete check.  */
    *check(lock?: UrlLock): InSteps<SiteCheck> {
      const findings = apiFindings();
      const skills = checkSkills(site);
      const own = layoutLinks(site, references.list());
      const pageLinks = [...links, ...findings.links, ...own, ...skills.links];
      yield;
      const statics = staticsOf(linkedAssets(graph, factsOf));
      const checked = yield* checkSite({
        ...facts,
        statics,
        others: skills.files,
        pageLinks,
        layoutIds,
        lock,
      });
      const found = [
        ...diagnostics,
        ...templateErrors(failures),
        ...findings.diagnostics,
        ...skills.diagnostics,
        ...checked.diagnostics,
      ];
      return { diagnostics: found, links: checked.links };
    },
    /** Checks only the references of some docs. */
    checkDocs: (docs: readonly DocNode[]): SiteCheck => {
      const statics = staticsOf(referencedAssets(graph, site.targets));
      return checkDocs({ ...facts, statics, others: [], pageLinks: links, layoutIds }, docs);
    },
  };
}

/** The facts about the links of a doc. */
export function linkFacts(site: Site, node: DocNode): LinkFacts {
  return factsOfDoc(site.graph, node, docLinks(site, node));
}

function docLinks({ readDoc, targets }: Site, node: DocNode): DocLinks {
  return { doc: readDoc(node.source.file), target: targets(node) };
}

/** Files that are published as they are: static ones, and those beside the content under their new names. */
function publishedFiles(
  { sources, assetPath }: Site,
  assets: readonly SourceFile[],
): readonly PublishedFile[] {
  const beside = assets.filter(({ path }) => isStaticDocument(path));
  return [...sources.statics, ...beside.map((source) => ({ ...source, path: assetPath(source) }))];
}

/** References in the layout that come from the site's own templates, not from the configuration. */
function layoutLinks(
  { graph, layout, config }: Site,
  links: Parameters<typeof layoutUses>[0]['links'],
): readonly LinkUse[] {
  const broken = layout.links.filter(({ target }) => target.type === 'broken');
  const known = new Set(
    broken.flatMap(({ href, target }) => (hasRefusedScheme(target) ? [href, ''] : [href])),
  );
  return layoutUses({ graph, links, known, templates: templateSources(config) });
}

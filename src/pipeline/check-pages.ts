/** The part of the map that looks at the whole site once its pages are made: every link, every page. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkDocs, checkSite, type SiteCheck } from '../links/check-site.ts';
import { type RenderFailure, templateErrors } from '../render/render-page.ts';
import type { InSteps } from '../shared/in-steps.ts';
import type { Route } from '../shared/paths.ts';
import { collectFrameLinks, frameUses } from '../site/layout-links.ts';
import type { DocNode, LinkUse } from '../site/site-graph.ts';
import { templateSources } from '../site/template-sources.ts';
import type { PageNotes } from './page.ts';
import type { Site } from './prepare.ts';

/** What the check needs of all pages, gathered page by page in the order of their routes. */
export interface PageFacts {
  readonly note: (page: PageNotes) => void;
  /** Looks at everything. */
  readonly check: () => InSteps<SiteCheck>;
  /** Looks at the references of some docs alone. */
  readonly checkDocs: (docs: readonly DocNode[]) => SiteCheck;
}

export function gatherPageFacts(site: Site): PageFacts {
  const { graph, readDoc, targets, chrome, api, isUnlisted } = site;
  const diagnostics: Diagnostic[] = [];
  const failures: RenderFailure[] = [];
  const ids = new Map<Route, ReadonlySet<string>>();
  const links: LinkUse[] = [];
  const frame = collectFrameLinks();
  let chromeIds: ReadonlySet<string> = new Set();
  const facts = { graph, readDoc, targets, configLinks: chrome.links, ids, isUnlisted };
  return {
    note(page) {
      const { node } = page;
      if (page.failure !== undefined) failures.push(page.failure);
      if (page.ids !== undefined) ids.set(node.route, page.ids);
      if (page.chromeIds !== undefined) chromeIds = page.chromeIds;
      frame.note(node, page.frame);
      links.push(...page.links);
      diagnostics.push(...page.diagnostics);
    },
    *check() {
      const { findings } = api;
      const pageLinks = [...links, ...findings.links, ...frameLinks(site, frame.list())];
      yield;
      const checked = yield* checkSite({ ...facts, pageLinks, chromeIds });
      const found = [
        ...diagnostics,
        ...templateErrors(failures),
        ...findings.diagnostics,
        ...checked.diagnostics,
      ];
      return { diagnostics: found, uses: checked.uses };
    },
    checkDocs: (docs) => checkDocs({ ...facts, pageLinks: links, chromeIds }, docs),
  };
}

/** References around the articles that no configuration answers for: those of the site's own templates. */
function frameLinks(
  { graph, chrome, config }: Site,
  links: Parameters<typeof frameUses>[0]['links'],
): readonly LinkUse[] {
  const broken = chrome.links.filter(({ target }) => target.type === 'broken');
  const known = new Set(broken.map(({ href }) => href));
  return frameUses({ graph, links, known, templates: templateSources(config) });
}

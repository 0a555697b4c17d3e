/** Makes `llms.txt` and `llms-full.txt` from the pages, which may be those of the last build. */
import { hashOf } from '../cache/file-hashes.ts';
import type { SiteSink } from '../publish/output-file.ts';
import type { InSteps } from '../shared/in-steps.ts';
import type { OutputPath, Route } from '../shared/paths.ts';
import type { PageNode } from '../site/graph-types.ts';
import { type LlmsFiles, llmsFiles, MOST_FULL, PAGE_END, pageStart } from '../site/llms.ts';
import { apiRoute, markdownOf } from '../site/markdown-pages.ts';
import type { CacheName, SiteCache } from './cache.ts';
import type { PageNotes } from './check-pages.ts';
import type { PageSteps } from './page.ts';
import type { Site } from './prepare.ts';

/** A site with the steps that make its pages. */
export interface PagesOfSite {
  readonly site: Site;
  readonly pages: PageSteps;
}

interface Output {
  readonly sink: SiteSink;
  readonly cache: SiteCache | undefined;
}

/** The complete texts of the last build: what they were made of, and their hash. */
const FULL: CacheName<readonly (readonly [OutputPath, key: string, hash: string])[]> = {
  name: 'llms-full',
};

/** Notes the pages of a build, then puts the lists. */
export function createAgentFiles(site: Site, { sink, cache }: Output) {
  const descriptions = new Map<Route, string>();
  const versions = new Map<OutputPath | undefined, string>();
  const describe = ({ route }: PageNode): string => descriptions.get(route) ?? '';
  return {
    /** `markdown` is the hash of the page's Markdown version. */
    note: (node: PageNode, { description }: PageNotes, markdown: string | undefined): void => {
      descriptions.set(node.route, description);
      if (markdown !== undefined) versions.set(markdownOf(site.graph, node), markdown);
    },
    finish: (): void => {
      const { read } = sink;
      const before = new Map(cache?.get(FULL)?.map(([path, ...known]) => [path, known]));
      const now: [OutputPath, string, string][] = [];
      for (const files of filesOf(site, describe)) {
        const { list, full } = files;
        const putList = (hasFull: boolean): void => {
          if (list !== undefined) sink.put({ path: list.path, content: list.text(hasFull) });
        };
        if (full === undefined || read === undefined) {
          putList(true);
          continue;
        }
        const hashes = files.pages.map((node) => [
          pageStart(site.graph, node),
          versions.get(markdownOf(site.graph, node)),
        ]);
        const key = hashOf(JSON.stringify([full.start, hashes]));
        const [knownKey, knownHash] = before.get(full.path) ?? [];
        const isTooLong = knownHash === TOO_LONG;
        const kept = [{ path: full.path, hash: knownHash }];
        if (knownKey === key && (isTooLong || sink.keep?.(kept) === true)) {
          putList(!isTooLong);
          now.push([full.path, key, knownHash ?? '']);
          continue;
        }
        const content = fullText(full.start, files.pages, { graph: site.graph, read });
        putList(content !== undefined);
        const hash = content === undefined ? TOO_LONG : hashOf(content);
        if (content !== undefined) sink.put({ path: full.path, content, hash });
        now.push([full.path, key, hash]);
      }
      // A run that publishes nothing leaves what the last build knows.
      if (read !== undefined) cache?.set(FULL, now);
    },
  };
}

/** In place of the hash of a text that is not written. */
const TOO_LONG = '';

/** Joins the Markdown versions of pages; undefined above the limit. */
function fullText(
  start: string,
  pages: readonly PageNode[],
  { graph, read }: Pick<Site, 'graph'> & Required<Pick<SiteSink, 'read'>>,
): Uint8Array | undefined {
  const parts: Uint8Array[] = [Buffer.from(start)];
  let size = 0;
  for (const node of pages) {
    const path = markdownOf(graph, node);
    const text = path === undefined ? undefined : read(path);
    if (text === undefined) continue;
    parts.push(Buffer.from(pageStart(graph, node)), text, Buffer.from(PAGE_END));
    size += text.length;
    if (size > MOST_FULL) return undefined;
  }
  return Buffer.concat(parts);
}

function filesOf(
  { graph, layout, isUnlisted, markdownLink }: Site,
  describe: (node: PageNode) => string,
): readonly LlmsFiles[] {
  const sites = layout.shared.map(({ site }) => site);
  return llmsFiles({ graph, sites, isUnlisted, markdownLink, describe });
}

/** The paths of all lists. */
export function agentPaths(site: Site): readonly OutputPath[] {
  return filesOf(site, () => '').flatMap(({ list, full }) =>
    [list, full].flatMap((file) => (file === undefined ? [] : [file.path])),
  );
}

/** Makes one of the lists without a build; undefined for other paths. */
export function* agentFile(
  { site, pages }: PagesOfSite,
  path: OutputPath,
): InSteps<string | undefined> {
  const { graph, readDoc } = site;
  const describe = (node: PageNode): string => {
    if (node.type === 'doc') return readDoc(node.source.file).description;
    return node.type === 'api' ? node.page.description : '';
  };
  for (const { list, full, pages: nodes } of filesOf(site, describe)) {
    if (list?.path === path) return list.text(true);
    if (full?.path !== path) continue;
    const parts = [full.start];
    for (const node of nodes) {
      parts.push(pageStart(graph, node), markdownText({ site, pages }, node), PAGE_END);
      yield;
    }
    return parts.join('');
  }
  return undefined;
}

function markdownText({ site, pages }: PagesOfSite, node: PageNode): string {
  const path = markdownOf(site.graph, node);
  // An API page of another locale has that of the default locale.
  const own = node.type === 'api' ? site.graph.pages.get(apiRoute(node)) : node;
  const files = own === undefined ? [] : pages.files(own).files;
  const content = files.find((file) => file.path === path)?.content;
  return typeof content === 'string' ? content : '';
}

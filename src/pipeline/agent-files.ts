/** Makes `llms.txt` and `llms-full.txt` from the pages, which may be those of the last build. */
import { hashOf } from '../cache/file-hashes.ts';
import type { OutputFile, SiteSink } from '../publish/output-file.ts';
import type { InSteps } from '../shared/in-steps.ts';
import { withoutIndexLine } from '../shared/markdown-text.ts';
import type { OutputPath, Route } from '../shared/paths.ts';
import type { PageNode, SiteGraph } from '../site/graph-types.ts';
import {
  type FullFile,
  type LlmsFiles,
  type LlmsInput,
  llmsFiles,
  MOST_FULL,
  PAGE_END,
  pageStart,
} from '../site/llms.ts';
import { markdownOf } from '../site/markdown-pages.ts';
import type { CacheName, SiteCache } from './cache.ts';
import type { PageNotes } from './check-pages.ts';
import type { PageSteps } from './page.ts';
import type { MarkdownVersion } from './page-output.ts';
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
  const versions = new Map<OutputPath | undefined, MarkdownVersion>();
  const versionOf = (node: PageNode) => versions.get(markdownOf(site.graph, node));
  return {
    note: (
      node: PageNode,
      { description }: PageNotes,
      markdown: MarkdownVersion | undefined,
    ): void => {
      descriptions.set(node.route, description);
      if (markdown !== undefined) versions.set(markdownOf(site.graph, node), markdown);
    },
    finish: (): void => {
      const { read } = sink;
      const before = new Map(cache?.get(FULL)?.map(([path, ...known]) => [path, known]));
      const now: [OutputPath, string, string][] = [];
      const describe = ({ route }: PageNode): string => descriptions.get(route) ?? '';
      const sizeOf = (node: PageNode): number => versionOf(node)?.size ?? 0;
      for (const { lists, fulls } of filesOf(site, { describe, sizeOf })) {
        for (const full of read === undefined ? [] : fulls) {
          const { path, start, pages } = full;
          const hashes = pages.map((node) => [pageStart(site.graph, node), versionOf(node)?.hash]);
          const key = hashOf(JSON.stringify([start, hashes]));
          const [knownKey, knownHash = ''] = before.get(path) ?? [];
          const isSame = knownKey === key;
          if (isSame && (knownHash === TOO_LONG || sink.keep?.([{ path, hash: knownHash }]))) {
            now.push([path, key, knownHash]);
            continue;
          }
          const content = fullText(full, { graph: site.graph, read });
          const hash = content === undefined ? TOO_LONG : hashOf(content);
          if (content !== undefined) sink.put({ path, content, hash });
          now.push([path, key, hash]);
        }
        const written = now.filter(([, , hash]) => hash !== TOO_LONG).map(([path]) => path);
        const shown = new Set(read === undefined ? fulls.map(({ path }) => path) : written);
        for (const { path, text } of lists(shown)) sink.put({ path, content: text });
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
  { start, pages }: FullFile,
  { graph, read }: { readonly graph: SiteGraph; readonly read: SiteSink['read'] },
): Uint8Array | undefined {
  const parts: Uint8Array[] = [Buffer.from(start)];
  let size = 0;
  for (const node of pages) {
    const path = markdownOf(graph, node);
    const bytes = path === undefined ? undefined : read?.(path);
    if (bytes === undefined) continue;
    const text = Buffer.from(withoutIndexLine(Buffer.from(bytes).toString()));
    parts.push(Buffer.from(pageStart(graph, node)), text, Buffer.from(PAGE_END));
    size += text.length;
    if (size > MOST_FULL) return undefined;
  }
  return Buffer.concat(parts);
}

function filesOf(
  { graph, layout, isUnlisted, markdownLink, pageInput }: Site,
  pages: Pick<LlmsInput, 'describe' | 'sizeOf'>,
): readonly LlmsFiles[] {
  const sites = layout.shared.map(({ site }) => site);
  const titleOf = (node: PageNode): string => pageInput(node).page.title;
  return llmsFiles({ graph, sites, isUnlisted, markdownLink, titleOf, ...pages });
}

/** Makes the lists without a build. */
export function* agentFiles({
  site,
  pages,
}: PagesOfSite): InSteps<ReadonlyMap<OutputPath, OutputFile['content']>> {
  const made = new Map<OutputPath, OutputFile['content']>();
  const texts = new Map<OutputPath, Buffer>();
  const sink: SiteSink = {
    put: ({ path, content }) => void made.set(path, content),
    copy: () => {},
    read: (path) => texts.get(path),
  };
  const lists = createAgentFiles(site, { sink, cache: undefined });
  for (const node of site.graph.pages.values()) {
    const file = pages.files(node).files.find(({ path }) => path === markdownOf(site.graph, node));
    const text = typeof file?.content === 'string' ? file.content : undefined;
    if (file !== undefined && text !== undefined) texts.set(file.path, Buffer.from(text));
    lists.note(
      node,
      pages.notes(node),
      text === undefined ? undefined : { hash: '', size: text.length },
    );
    pages.release(node);
    yield;
  }
  lists.finish();
  return made;
}

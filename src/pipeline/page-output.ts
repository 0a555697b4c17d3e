/** Puts the files of pages, or keeps those of the last build that would be the same. */
import { hashOf } from '../cache/file-hashes.ts';
import type { OutputFile, SiteSink } from '../publish/output-file.ts';
import { type OutputPath, toRoute } from '../shared/paths.ts';
import type { PageNode } from '../site/graph-types.ts';
import { markdownOf } from '../site/markdown-pages.ts';
import { routeLocation } from '../site/routes.ts';
import type { PageSteps } from './page.ts';
import type { Site } from './prepare.ts';
import type { SiteMemory } from './inputs.ts';

/** The step that makes the files of a page, by route. */
export const PAGE_OUTPUT = 'files of a page';

/** The hash of a Markdown version, and its number of characters. */
export interface MarkdownVersion {
  readonly hash: string;
  readonly size: number;
}

/** The files of a page in the output folder. */
interface PageOutput {
  /** With the hashes of their contents. */
  readonly files: readonly (readonly [path: OutputPath, hash: string])[];
  /** Undefined without a Markdown version, and where another page has it. */
  readonly markdown?: MarkdownVersion | undefined;
  /** Files that other pages may have, too. */
  readonly shared: readonly (readonly [path: OutputPath, hash: string])[];
  /** The image of its link previews, whose name tells its content. */
  readonly social?: OutputPath | undefined;
}

interface OutputInput {
  readonly site: Site;
  readonly pages: PageSteps;
  readonly sink: SiteSink & Required<Pick<SiteSink, 'keep'>>;
}

/** Returns a function that puts the files of a page, once, and returns its Markdown version. */
export function createPageOutput(
  { memory }: Pick<SiteMemory, 'memory' | 'hashes'>,
  { site, pages, sink }: OutputInput,
): (node: PageNode) => MarkdownVersion | undefined {
  /** Files of several pages that were put, or kept. */
  const done = new Set<OutputPath>();
  const keep = (files: PageOutput['files'], node?: PageNode): boolean =>
    sink.keep(
      files.flatMap(([path, hash]) =>
        done.has(path) ? [] : { path, hash, origin: node && routeLocation(node) },
      ),
    );
  const isDrawn = (path: OutputPath | undefined): boolean => {
    if (path === undefined || done.has(path)) return true;
    const isKept = sink.keep([{ path }]);
    if (isKept) done.add(path);
    return isKept;
  };
  const nodeAt = (route: string): PageNode | undefined => site.graph.pages.get(toRoute(route));
  const put = (files: readonly OutputFile[]): PageOutput['files'] =>
    files.map((file) => {
      const hash = hashOf(file.content);
      sink.put({ ...file, hash });
      return [file.path, hash];
    });
  const output = memory.step<PageOutput>({
    name: PAGE_OUTPUT,
    run: (route) => {
      const node = nodeAt(route);
      if (node === undefined) throw new Error(`there is no page ${route}`);
      const { files, shared, social } = pages.files(node);
      const added = shared.filter(({ path }) => !done.has(path));
      for (const { path } of added) done.add(path);
      put(added);
      const image = social === undefined || isDrawn(social.path) ? undefined : social.draw();
      if (social !== undefined && image !== undefined) {
        done.add(social.path);
        sink.put({ path: social.path, content: image });
      }
      const markdown = files.find(({ path }) => path === markdownOf(site.graph, node))?.content;
      return {
        files: put(files),
        markdown:
          typeof markdown === 'string'
            ? { hash: hashOf(markdown), size: markdown.length }
            : undefined,
        shared: shared.map(({ path, content }) => [path, hashOf(content)] as const),
        social: social?.path,
      };
    },
    disk: {
      // A page whose template has thrown has no files.
      write: (made) => (made.files.length === 0 ? '' : JSON.stringify(made)),
      read: (text, route) => {
        const kept: PageOutput = JSON.parse(text);
        if (!keep(kept.shared) || !isDrawn(kept.social)) return undefined;
        for (const [path] of kept.shared) done.add(path);
        return keep(kept.files, nodeAt(route)) ? kept : undefined;
      },
    },
  });
  return (node) => output(node.route).markdown;
}

/** Which translations are behind their originals, by the hashes that were accepted: readers see a notice. */
import type { Memory } from '../cache/memory.ts';
import type { SourceText } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import { toRoute } from '../shared/paths.ts';
import type { PageInputSite } from '../site/page-input.ts';
import { changesSince, readAccepted, readBlocks } from '../translations/blocks.ts';
import type { ReadSite } from './read.ts';

type Outdated = ReturnType<PageInputSite['outdated']>;

/** Adds the step of a page by its route; its result is undefined for pages that follow their original. */
export function outdatedStep(
  memory: Memory,
  read: ReadSite,
  textOf: (source: SourceFile) => SourceText,
): Pick<PageInputSite, 'outdated'> {
  const step = memory.step<Outdated>({
    name: 'state of a translation',
    run: (route) => {
      const node = read.graph.pages.get(toRoute(route));
      const accepted =
        node?.type === 'doc' && node.source.locale !== undefined
          ? readAccepted(node.doc.frontmatter.translated_from)
          : undefined;
      if (node?.type !== 'doc' || accepted === undefined) return undefined;
      const { pageByFile, config } = read.graph;
      const original = pageByFile.get(config.defaultLocale)?.get(node.source.originalFile);
      const text = original?.type === 'doc' ? textOf(original.source) : undefined;
      if (original?.type !== 'doc' || text?.ok !== true) return undefined;
      const { file } = original.source;
      const changes = changesSince(accepted, readBlocks(file, text.text).blocks);
      if (changes.length === 0) return undefined;
      const headings = read.readDoc(file).headings;
      const above = changes.map(({ near }) =>
        Math.max(
          0,
          headings.findLastIndex(({ line }) => line <= (near?.line ?? 0)),
        ),
      );
      return { date: accepted.date, headings: [...new Set(above)], of: headings.length };
    },
    print: (found) => JSON.stringify(found) ?? '',
  });
  return { outdated: ({ route }) => step(route) };
}

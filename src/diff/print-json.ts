import { targetsOf, visible } from './compare-page.ts';
import { CELL, FILE, type SiteDiff, type Word } from './types.ts';

/** The comparison as data: words are text, with the target of the link that they are in. */
export function jsonDiff(diff: SiteDiff, urlOf: (route: string) => string | undefined): object {
  const { ref, commit, total, pages, sections } = diff;
  return {
    base: { ref, commit },
    pages: {
      total,
      changes: pages.map(({ blocks, ...page }) => ({
        ...page,
        file: page.file ?? null,
        url: page.change === 'removed' ? null : (urlOf(page.route) ?? null),
        blocks: blocks.map((block) => ({
          change: block.change,
          kind: block.kind,
          aspect: block.aspect,
          section: block.section,
          onManyPages: block.isShared === true,
          runs: block.runs.map((run) => ({ side: run.side, ...wordsOf(run.words, block.kind) })),
        })),
      })),
    },
    ...Object.fromEntries(sections.map(({ key, items }) => [key, items.map(({ data }) => data)])),
  };
}

function wordsOf(words: readonly Word[], kind: string): object {
  const text = words.map((word) => (word === CELL ? '\t' : visible(word)));
  const links = targetsOf(words).filter((target) => !target.startsWith(FILE));
  return {
    text: text.join(kind === 'code' ? '\n' : '').trim(),
    links: links.length === 0 ? undefined : links,
  };
}

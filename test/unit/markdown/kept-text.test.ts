import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of the heap after a collection. */
function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it('what a build keeps of a doc does not keep its text', () => {
  const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });
  const pages = 100;
  const size = 200_000;
  const read = (index: number) => {
    const text = `---\ntitle: A title of some length ${index}\ndescription: What the page tells\n---\n
See [another page](./another-page.md#a-long-fragment-${index}) and <https://example.com/address/${index}>.\n
<a href="./a-third-page.md#another-fragment-${index}">Third</a>\n\n${'<!-- -->'.repeat(size / 8)}\n`;
    const { head, parse } = parser.open(toFilePath(`${index}.md`), text);
    const { links, frontmatter } = parse();
    return { title: head.title, frontmatter, hrefs: links.map(({ href }) => href) };
  };
  read(0);
  const before = usedHeap();
  const kept = Array.from({ length: pages }, (_, index) => read(index));
  const growth = usedHeap() - before;
  expect(kept.map(({ hrefs }) => hrefs.length)).toEqual(Array.from({ length: pages }, () => 3));
  expect(growth).toBeLessThan((pages * size) / 4);
});

import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCorpus } from '../../../bench/pages.ts';

describe('makeCorpus', () => {
  const corpus = makeCorpus(45);
  const pages = [...corpus].filter(([path]) => path.endsWith('.md'));

  it('makes the pages asked for, in folders of twenty', () => {
    expect(pages).toHaveLength(45);
    expect([...corpus.keys()].filter((path) => path.endsWith('_category_.yml'))).toEqual([
      'content/docs/guide-0001/_category_.yml',
      'content/docs/guide-0002/_category_.yml',
      'content/docs/guide-0003/_category_.yml',
    ]);
  });

  it('is the same every time', () => {
    expect([...makeCorpus(45)]).toEqual([...corpus]);
  });

  it('has 5-10 links on each page, all to pages and headings that exist', () => {
    for (const [path, text] of pages) {
      const hrefs = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
      expect(hrefs.length).toBeGreaterThanOrEqual(5);
      expect(hrefs.length).toBeLessThanOrEqual(10);
      for (const href of hrefs) expect(resolves(path, href), `${path}: ${href}`).toBe(true);
    }
  });

  function resolves(path: string, href: string): boolean {
    const [target = '', anchor] = href.split('#');
    const text = corpus.get(target === '' ? path : posix.join(posix.dirname(path), target));
    if (text === undefined) return false;
    const headings = [...text.matchAll(/^##? (.*)$/gm)].map((match) => match[1] ?? '');
    const ids = headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'));
    return anchor === undefined || ids.includes(anchor);
  }
});

import { describe, expect, it } from 'vitest';
import { scanLayout } from '../../../src/site/layout-links.ts';

describe('references in layouts', () => {
  const found = (type: 'doc' | 'react', body: string): readonly string[] =>
    scanLayout({ type }, body).map(({ href, kind }) => `${kind} ${href}`);

  it('are listed with their kind, each once', () => {
    const layout = '<a href="/a">A</a><img src="/a.png"><a href="/a">again</a>';
    expect(found('doc', layout)).toEqual(['page /a', 'asset /a.png']);
  });

  it('are those around the article, or around the content of a React page', () => {
    const layout =
      '<a href="/a">A</a><main><a href="/b">B</a><article><a href="/c">C</a></article></main><a href="/d">D</a>';
    expect(found('doc', layout)).toEqual(['page /a', 'page /b', 'page /d']);
    expect(found('react', layout)).toEqual(['page /a', 'page /d']);
  });

  it('are not those within the page, nor images that React preloads', () => {
    const layout =
      '<a href="#own">Own</a><link rel="preload" as="image" imagesrcset="/g.png 2x" href="/h.png">';
    expect(found('doc', layout)).toEqual(['asset /h.png']);
  });
});

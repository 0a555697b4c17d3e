import { describe, expect, it } from 'vitest';
import { layoutReferences } from '../../../src/site/layout-links.ts';

const DOC = { type: 'doc' } as const;

describe('references in layouts', () => {
  it('are those around the article, and around the content of a React page', () => {
    const body =
      '<a href="/nav">N</a><main><a href="/crumb">C</a><article><a href="/own">O</a></article></main><a href="/end">E</a>';
    const hrefs = (type: 'doc' | 'react'): readonly string[] =>
      layoutReferences({ type }, body).map(({ href }) => href);
    expect(hrefs('doc')).toEqual(['/nav', '/crumb', '/end']);
    expect(hrefs('react')).toEqual(['/nav', '/end']);
  });

  it('are listed with their kind, each once, without anchors and preloaded images', () => {
    const layout =
      '<link rel="preload" as="image" imagesrcset="/g.png 2x" href="/a.png"><a href="/a">A</a><img src="/a.png"><a href="/a">again</a><a href="#own">own</a>';
    expect(layoutReferences(DOC, layout)).toMatchObject([
      { href: '/a.png', kind: 'asset' },
      { href: '/a', kind: 'page' },
    ]);
  });
});

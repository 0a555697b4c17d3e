import { expect, it } from 'vitest';
import { partsOf } from '../../../src/render/page-styles.ts';
import { printFile } from '../../../src/shared/paths.ts';

const part = (name: string) => ({
  href: printFile(name, { baseUrl: '/', trailingSlash: true }),
  integrity: '',
});
const PARTS = {
  blocks: part('blocks'),
  extras: part('extras'),
  api: part('api'),
  home: part('home'),
};

it.each([
  ['doc', '<p class="note">Text</p>', []],
  ['doc', '<kbd class="search-keys">K</kbd>', []],
  ['doc', '<pre>code</pre>', ['blocks']],
  ['doc', '<aside class="admonition admonition-tip">', ['blocks']],
  ['doc', '<div class="tabs" data-tabs>', ['extras']],
  ['doc', '<div class="api-root">', ['blocks', 'extras', 'api']],
  ['page', '<ul class="card-grid"><li class="card">', ['home']],
  ['doc', '<div class="discard">', []],
  ['api', '', ['blocks', 'extras', 'api']],
  ['react', '', ['blocks', 'extras', 'home']],
  ['notFound', '', ['home']],
] as const)('a page of kind %s with %s has the style sheets %j', (kind, html, names) => {
  expect(partsOf(PARTS, { kind }, html).map(({ href }) => href.slice(1))).toEqual(names);
});

import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import {
  defineConfig,
  definePlugin,
  type HeadTag,
  type Plugin,
  type SidebarItemConfig,
  type SiteConfig,
} from '../../../src/index.ts';

it('the type of the configuration follows from its schema', () => {
  expectTypeOf<SiteConfig['title']>().toEqualTypeOf<string>();
  expectTypeOf<SiteConfig['baseUrl']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<SiteConfig['toc']>>().toEqualTypeOf<{
    min?: number | undefined;
    max?: number | undefined;
  }>();
  const items: SidebarItemConfig[] = ['a', { type: 'category', label: 'B', items: ['b/c'] }];
  const config = { title: 'A', url: 'https://docs.example', docs: [{ sidebars: { items } }] };
  expect(defineConfig(config)).toBe(config);
  // @ts-expect-error a level is one of four words
  defineConfig({ title: 'A', url: 'https://docs.example', rules: { 'page-not-found': 'of' } });
});

it('the functions of a plug-in have their types', () => {
  const blocks: Plugin['blocks'] = {
    a: (block) => {
      expectTypeOf(block.options).toEqualTypeOf<Readonly<Record<string, string | true>>>();
      expectTypeOf(block.content).toEqualTypeOf<string>();
      return { component: 'Card', props: { title: block.label } };
    },
  };
  const fences: Plugin['fences'] = { a: ({ code }) => ({ component: 'Chart', props: { code } }) };
  const plugin: Plugin = { name: 'x', blocks, fences, head: ({ route }) => [meta(route)] };
  expect(definePlugin(plugin)).toBe(plugin);
  // @ts-expect-error a fence is HTML or a component
  definePlugin({ name: 'x', fences: { a: () => 1 } });
  // @ts-expect-error there is no inline code
  definePlugin({ name: 'x', head: () => [{ tag: 'style', attributes: {} }] });
});

function meta(content: string): HeadTag {
  return { tag: 'meta', attributes: { content } };
}

it('the published declarations have the comments that editors show', () => {
  const declarations = readFileSync('dist/types/src/config/schema.d.ts', 'utf8');
  expect(declarations).toContain('/** Path below the origin. Default: `/`. */');
  const plugins = readFileSync('dist/types/src/config/plugins.d.ts', 'utf8');
  expect(plugins).toContain('/** Grammars of Prism for code blocks, by name. */');
  expect(declarations).toContain("/** Text next to the logo. Default: the site's title. */");
});

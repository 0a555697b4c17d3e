import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import { defineConfig, type SidebarItemConfig, type SiteConfig } from '../../../src/index.ts';

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

it('the published declarations have the comments that editors show', () => {
  const declarations = readFileSync('dist/config/schema.d.ts', 'utf8');
  expect(declarations).toContain('/** Path below the origin. Default: `/`. */');
  expect(declarations).toContain("/** Text next to the logo. Default: the site's title. */");
});

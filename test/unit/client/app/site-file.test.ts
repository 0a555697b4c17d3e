import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSiteFiles, isSiteFileUrl, pageInput } from '../../../../src/client/app/site-file.ts';
import type { PageData, SidebarEntry } from '../../../../src/shared/page.ts';
import { DATA_SCHEMA, type SiteFile } from '../../../../src/shared/page-data.ts';
import { printRoute, toRoute } from '../../../../src/shared/paths.ts';
import { sharedSidebar, sidebarBranch } from '../../../../src/shared/sidebar.ts';
import { testPage, testSite } from '../../../support/page-data.ts';

const style = { baseUrl: '/', trailingSlash: true };

const LABELS = { before: '', after: '' };

function link(name: string): SidebarEntry {
  const href = printRoute(toRoute(name), style);
  return { type: 'link', label: name, href };
}

function category(name: string, count: number): SidebarEntry {
  const items = Array.from({ length: count }, (_, index) => link(`/${name}/${index}`));
  return { type: 'category', label: name, collapsible: true, collapsed: true, items };
}

const file: SiteFile = {
  schema: DATA_SCHEMA,
  generation: 'g',
  site: testSite(style),
  sidebars: {
    'docs/short': [link('/a')],
    'docs/long': sharedSidebar([category('one', 100), category('two', 30)], LABELS),
  },
};

function page(changes: Partial<PageData>): PageData {
  return testPage(changes, style);
}

describe('isSiteFileUrl', () => {
  const own = new URL('https://docs.example.com/base/');

  it.each([
    '/base/site.json',
    '/base/fr/site.json',
    '/base/site-default-1.0.json',
    '/base/fr/site-default-1%200.json',
  ])('accepts %s', (url) => {
    expect(isSiteFileUrl(url, own)).toBe(true);
  });

  it.each([
    '',
    'site.json',
    '/site.json',
    '/base/other.json',
    '/base/docs/a/index.json',
    '/base/dw-files/site-0123456789.json',
    '/base/DW-files/site-0123456789.json',
    '/base/dw-assets/site.json',
    '/base/a/../site.json',
    '/base/../site.json',
    '/base/%2e%2e/site.json',
    '/base/dw-files%2fsite-0.json',
    '/base/dw-files%5csite-0.json',
    '/base/site.json?x',
    '/base/site.json#x',
    '//elsewhere.example/base/site.json',
    '\\\\elsewhere.example/base/site.json',
    'https://docs.example.com/base/site.json',
    'https://elsewhere.example/base/site.json',
    'data:application/json,{}',
  ])('refuses "%s"', (url) => {
    expect(isSiteFileUrl(url, own)).toBe(false);
  });
});

describe('pageInput', () => {
  it('puts the parts together', () => {
    const input = pageInput(file, page({}), '<p>');
    expect(input).toEqual({ site: file.site, page: page({}), sidebar: [], html: '<p>' });
  });

  it('gives a short sidebar whole', () => {
    const { sidebar } = pageInput(file, page({ sidebarId: 'docs/short' }), '');
    expect(sidebar).toBe(file.sidebars['docs/short']);
  });

  it('opens a long one at the branch of the page', () => {
    const whole = [category('one', 100), category('two', 30)];
    const branch = sidebarBranch(whole, [1, 5], { before: '', after: '' });
    const long = page({ sidebarId: 'docs/long', ...(branch && { sidebarBranch: branch }) });
    const counts = pageInput(file, long, '').sidebar.map((entry) =>
      entry.type === 'category' ? entry.items.length : 0,
    );
    expect(counts).toEqual([0, 30]);
  });

  it('gives a home page all sidebars, and other pages none', () => {
    expect(pageInput(file, page({ kind: 'home' }), '').sidebar).toHaveLength(3);
    for (const parts of [{}, { sidebarId: 'constructor' }])
      expect(pageInput(file, page(parts), '').sidebar).toEqual([]);
  });
});

describe('createSiteFiles', () => {
  const siteFile = printRoute(toRoute('/site.json'), { ...style, trailingSlash: false });
  const embedded = { generation: 'g', siteFile, page: page({}) };

  /** A file that was loaded; the clock is a minute and a second later. */
  const loadedBefore = async () => {
    vi.useFakeTimers();
    const answers = { current: file };
    const fetched = vi.fn(async () => new Response(JSON.stringify(answers.current)));
    vi.stubGlobal('fetch', fetched);
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    });
    const files = createSiteFiles(embedded, new URL('https://docs.example.com/'));
    const changed = vi.fn();
    files.watch(changed);
    await files.load(siteFile);
    vi.setSystemTime(Date.now() + 61_000);
    return { ...files, fetched, changed, answers };
  };
  const newer: SiteFile = { ...file, sidebars: {} };

  it('asks once a minute whether a file has changed, for the next page', async () => {
    const { load, fetched, changed, answers } = await loadedBefore();
    answers.current = newer;
    expect(await load(siteFile)).toEqual(file);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(await load(siteFile)).toEqual(newer);
    expect(fetched.mock.calls).toEqual([
      [siteFile, { cache: 'default' }],
      [siteFile, { cache: 'no-cache' }],
    ]);
  });

  it('keeps a file where the new one is of another deploy', async () => {
    const { load, fetched, changed, answers } = await loadedBefore();
    answers.current = { ...newer, generation: 'other' };
    await load(siteFile);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    expect(await load(siteFile)).toEqual(file);
    expect(changed).not.toHaveBeenCalled();
  });
});

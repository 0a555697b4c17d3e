import { describe, expect, it } from 'vitest';
import { element, renderLayout, type TestInput, url } from './render.tsx';

const site: NonNullable<TestInput['site']> = {
  docsSets: [
    {
      id: 'default',
      last: '2.0',
      versions: [
        { name: 'current', label: 'Next', href: url('/docs/next') },
        { name: '2.0', label: 'Two', href: url('/docs') },
        { name: '1.0', label: 'One', href: url('/docs/1.0') },
      ],
    },
  ],
};

function note(page: NonNullable<TestInput['page']>): string {
  return element(renderLayout({ site, page }), 'p', 'class="page-note"');
}

describe('the note of a version', () => {
  it('says that an old one is no longer maintained, with a link to the same doc in the latest', () => {
    const html = note({
      version: {
        setId: 'default',
        name: '1.0',
        banner: 'unmaintained',
        hrefs: { '2.0': url('/docs/a') },
      },
    });
    expect(html).toContain('version One, which is no longer maintained');
    expect(html).toMatch(/<a href="\/base\/docs\/a\/"[^>]*>Latest version: Two<\/a>/);
  });

  it('says that one is not released, with a link to the main doc where the latest has no such doc', () => {
    const html = note({
      version: { setId: 'default', name: 'current', banner: 'unreleased', hrefs: {} },
    });
    expect(html).toContain('version Next, which is not released yet');
    expect(html).toContain('href="/base/docs/"');
  });

  it('is not there without a banner', () => {
    expect(note({ version: { setId: 'default', name: '2.0', hrefs: {} } })).toBe('');
    expect(note({})).toBe('');
  });
});

describe.each(['doc', 'page'] as const)('an untranslated page of kind %s', (kind) => {
  it('says so, and its article has its own language and direction', () => {
    const html = renderLayout({
      page: { kind, untranslated: { htmlLang: 'en', dir: 'ltr' } },
    });
    expect(element(html, 'p', 'class="page-note"')).toContain('This page is not translated yet.');
    expect(html).toContain('<article class="article" lang="en" dir="ltr">');
  });

  it('sets no language on a translated article', () => {
    expect(renderLayout({ page: { kind } })).toContain('<article class="article">');
  });
});

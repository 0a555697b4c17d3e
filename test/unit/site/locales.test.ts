import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientSiteOf, linksIn } from '../../support/page-data.ts';
import { type SiteDriver, site } from '../../support/site.ts';

const CONFIG = `export default {
  title: 'Orchard', tagline: 'Apples', url: 'https://orchard.example', baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'ar' }, { code: 'fr' }] },
  openapi: [{ spec: 'openapi/api.yaml' }],
  rules: { 'lost-translation': 'off' },
  navbar: { items: [
    { label: 'Plain', to: '/plain' },
    { type: 'dropdown', label: 'More', items: [{ label: 'Guide', to: '/docs/setup', activeBasePath: '/docs' }] },
    { label: 'Section', to: '/plain', activeBaseRegex: '^/base/docs' },
    { type: 'localeDropdown' },
  ] },
  footer: { links: [{ title: 'Read', items: [{ label: 'Guide', to: '/docs/setup' }] }] },
};
`;

const API = `openapi: 3.1.0
info: { title: Orchard API, version: "1", description: "See [set-up](/docs/setup)." }
paths:
  /apples:
    get:
      summary: List apples
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { $ref: '#/components/schemas/Apple' } } }
components:
  schemas:
    Apple: { type: object, properties: { id: { type: string } } }
`;

const files = {
  'site.config.ts': CONFIG,
  'openapi/api.yaml': API,
  'content/index.tsx': `import { Link, useSite } from 'docwright/theme';
export const meta = { title: 'Home' };
export default function Home() {
  return <main id="main"><h1>{useSite().title}</h1><Link to="/docs/setup#install">Start</Link></main>;
}
`,
  'content/plain.md': '# Plain\n\nText.\n',
  'content/docs/setup.md':
    '# Set-up\n\n## Install\n\n[More](./guide/more.md) ![tree](./tree.png)\n',
  'content/docs/tree.png': 'png',
  'content/docs/guide/_category_.yml': 'label: Further\n',
  'content/docs/guide/more.md': '# More\n\n[Set-up](../setup.md#install) [Plain](/plain)\n',
  'i18n/ar/docs/setup.md':
    '# الإعداد\n\n## تثبيت {#install}\n\n[المزيد](./guide/more.md) ![شجرة](./tree.png) [عادي](/plain)\n',
  'i18n/ar/docs/extra.md': '# إضافي\n\nهنا فقط.\n',
  'i18n/ar/docs/guide/_category_.yml': 'label: المزيد\n',
  'i18n/fr/messages.yml': 'interface:\n  home: Début\n',
  'i18n/ar/messages.yml':
    'interface:\n  skipToContent: انتقل إلى المحتوى\nsearch:\n  dialog: بحث\narticle:\n  linkToSection: "رابط: {title}"\nlabels:\n  Orchard: بستان\n  Plain: عادي\n  More: أكثر\n  Read: اقرأ\n',
};

let made: SiteDriver;
beforeAll(async () => {
  made = await site(files).build();
});
afterAll(() => made.dispose());

describe('a site in three languages, one of them right-to-left', () => {
  it('has every page below the locale, the default one without a prefix', () => {
    expect(made.diagnostics()).toEqual([]);
    expect(made.page('/docs/setup')).toContain('<html lang="en" dir="ltr"');
    expect(made.page('/ar/docs/setup')).toContain('<html lang="ar" dir="rtl"');
    expect(made.page('/fr/plain')).toContain('<html lang="fr" dir="ltr"');
    expect(made.files()).toContain('ar/404.html');
  });

  it('shows the page of the default locale where a translation is missing, in its own language', () => {
    const note = 'لم تُترجم هذه الصفحة بعد.';
    expect(made.page('/ar/plain')).toContain('<article class="article" lang="en" dir="ltr">');
    expect(made.page('/ar/plain')).toContain(note);
    for (const route of ['/ar/docs/setup', '/docs/setup']) {
      expect(made.page(route)).toContain('<article class="article">');
      expect(made.page(route)).not.toContain(note);
    }
  });

  it('tells search engines of the languages that a page is written in', () => {
    const head = made.page('/ar/docs/setup');
    expect(head).toContain('rel="canonical" href="https://orchard.example/base/ar/docs/setup/"');
    expect(head).toContain('hreflang="en" href="https://orchard.example/base/docs/setup/"');
    expect(head).toContain('hreflang="ar" href="https://orchard.example/base/ar/docs/setup/"');
    expect(head).toContain('hreflang="x-default" href="https://orchard.example/base/docs/setup/"');
    expect(head).not.toContain('hreflang="fr"');
    expect(made.page('/fr/plain')).toContain(
      'rel="canonical" href="https://orchard.example/base/plain/"',
    );
    expect(made.file('sitemap.xml')).toContain('/base/ar/docs/setup/');
    expect(made.file('sitemap.xml')).not.toContain('/base/fr/plain/');
  });

  it('tells each page of itself in the other locales', () => {
    expect(linksIn(made.page('/docs/setup'), 'Languages')).toEqual([
      ['/base/docs/setup/', 'English'],
      ['/base/ar/docs/setup/', 'العربية'],
      ['/base/fr/docs/setup/', 'Français'],
    ]);
    expect(linksIn(made.page('/ar/docs/extra'), 'اللغات')).toEqual([
      ['/base/', 'English'],
      ['/base/ar/docs/extra/', 'العربية'],
      ['/base/fr/', 'Français'],
    ]);
  });

  it('keeps links in the language: relative ones, absolute ones, and those of templates', () => {
    const page = made.page('/ar/docs/setup');
    expect(page).toContain('<a href="/base/ar/docs/guide/more/">المزيد</a>');
    expect(page).toContain('<a href="/base/ar/plain/">عادي</a>');
    expect(page).toMatch(/<img src="\/base\/dw-files\/tree-[^"]+\.png" alt="شجرة"/);
    expect(made.page('/ar/docs/guide/more')).toContain('href="/base/ar/docs/setup/#install"');
    expect(made.page('/fr/docs/guide/more')).toContain('href="/base/fr/docs/setup/#install"');
    expect(made.page('/fr')).toContain('href="/base/fr/docs/setup/#install">Start');
    expect(made.page('/ar/docs/api/get-apples')).toContain(
      'href="/base/ar/docs/api/schemas/Apple/"',
    );
    expect(made.page('/ar/docs/api/orchard-api')).toContain('href="/base/ar/docs/setup/"');
  });

  it('takes the interface and the labels of the configuration from the table of the locale', () => {
    const page = made.page('/ar/docs/setup');
    expect(page).toContain('انتقل إلى المحتوى</a>');
    expect(page).toContain('<title>الإعداد | بستان</title>');
    expect(page).toContain('أكثر');
    expect(page).toContain('اقرأ</h2>');
    expect(page).toContain('aria-label="رابط: تثبيت"');
    expect(made.page('/docs/setup')).toContain('aria-label="Link to this section: Install"');
    expect(made.page('/ar')).toContain('<h1>بستان</h1>');
    expect(made.page('/docs/setup')).toContain('Skip to main content</a>');
    // Its own messages win over those that ship.
    const { dialog, close } = clientSiteOf(page).searchMessages ?? {};
    expect([dialog, close]).toEqual(['بحث', 'إغلاق']);
  });

  it('shows the messages that ship where a locale has none of its own', () => {
    const page = made.page('/fr/docs/setup');
    expect(page).toContain('Aller au contenu principal</a>');
    expect(page).toContain('Cette page n’est pas encore traduite.');
    expect(made.page('/fr/docs/api/get-apples')).toContain('Réponses</h2>');
    expect(clientSiteOf(page).searchMessages?.dialog).toBe('Recherche');
    const { messages, searchMessages } = clientSiteOf(made.page('/docs/setup'));
    expect([messages, searchMessages]).toEqual([undefined, undefined]);
  });

  it('translates categories of generated sidebars', () => {
    expect(made.page('/ar/docs/setup')).toContain('<summary class="sidebar-link">المزيد');
    expect(made.page('/fr/docs/setup')).toContain('<summary class="sidebar-link">Further');
  });

  it('marks the active items of the navbar in every locale', () => {
    const active = (route: string) =>
      /<ul class="navbar-group.*?<button type="button" class="color-mode/s
        .exec(made.page(route))?.[0]
        .match(/"navbar-link" aria-current="\w+">[^<]+|dropdown-button active"[^>]*>[^<]+/g)
        ?.map((tag) => tag.replace(/ aria-(?:expanded|controls)="[^"]*"/g, ''));
    expect(active('/ar/plain')).toEqual([
      '"navbar-link" aria-current="page">عادي',
      '"navbar-link" aria-current="page">Section',
    ]);
    expect(active('/ar/docs/extra')).toEqual([
      'dropdown-button active">أكثر',
      '"navbar-link" aria-current="true">Guide',
      '"navbar-link" aria-current="true">Section',
    ]);
  });

  it('has search indexes for each locale', () => {
    expect(made.file('ar/search-index-docs-default-current.json')).toContain('هنا فقط');
    expect(made.file('search-index-docs-default-current.json')).not.toContain('هنا فقط');
    const { search } = clientSiteOf(made.page('/ar/docs/setup'));
    expect(search.indexes['default']).toBe('/base/ar/search-index-default.json');
  });

  it('lists the pages of its locale', () => {
    expect(made.page('/fr/site-index')).toContain('<a href="/base/fr/plain/">Plain</a>');
    expect(made.page('/fr/site-index')).not.toContain('href="/base/plain/"');
  });
});

describe('a site in one language that is not English', () => {
  it('has its messages without a file of its own, in plural forms, on redirects too', async () => {
    const russian = await site({
      'site.config.ts': `export default { title: 'Сад', url: 'https://a.example',
        i18n: { defaultLocale: 'ru' }, openapi: [{ spec: 'api.yaml' }],
        redirects: [{ from: '/old', to: '/docs/setup' }] };`,
      'api.yaml': API.replace(
        '{ id: { type: string } }',
        '{ a: {}, b: { enum: [1, 2, 3] } }',
      ).replace('See [set-up](/docs/setup).', ''),
      'content/docs/setup.md': '# Установка\n\nТекст.\n',
    }).build();
    expect(russian.diagnostics()).toEqual([]);
    expect(russian.page('/docs/setup')).toContain('Перейти к основному содержимому');
    expect(russian.page('/docs/api/get-apples')).toContain('Ответы</h2>');
    expect(russian.page('/old')).toContain('<html lang="ru">');
    expect(russian.page('/old')).toContain('Страница перемещена: /docs/setup/');
    russian.dispose();
  });
});

describe('a translation', () => {
  it('is checked like any other page: reports a link that works in only one language', async () => {
    const broken = await site({
      ...files,
      'i18n/fr/docs/setup.md': '# Installation\n\n## Installer\n\nTexte.\n',
    }).build();
    expect(broken.diagnostics()).toEqual([
      'content/docs/guide/more.md:3:10 anchor-not-found',
      'content/index.tsx:4:62 anchor-not-found',
    ]);
    broken.dispose();
  });

  it('of UI messages is read from a file with the old name, which is a warning', async () => {
    const { 'i18n/ar/messages.yml': messages, ...others } = files;
    const old = await site({ ...others, 'i18n/ar/texts.yml': messages }).build();
    expect(old.page('/ar/plain')).toContain('انتقل إلى المحتوى');
    expect(old.diagnostics()).toEqual(['i18n/ar/texts.yml:1:1 old-file-name']);
    old.dispose();
    const both = await site({
      ...files,
      'i18n/ar/texts.yml': 'interface:\n  skipToContent: قديم\n',
    }).build();
    expect(both.page('/ar/plain')).toContain('انتقل إلى المحتوى');
    expect(both.diagnostics()).toEqual(['i18n/ar/texts.yml:1:1 old-file-name']);
    both.dispose();
  });

  it('of a text has the places that the English one has', async () => {
    const wrong = await site({
      ...files,
      'i18n/fr/messages.yml': 'interface:\n  version: La version\nlabels:\n  Nulle part: x\n',
    }).build();
    expect(wrong.diagnostics()).toEqual([
      'i18n/fr/messages.yml:2:12 locale-messages',
      'i18n/fr/messages.yml:4:3 unused-label',
    ]);
    wrong.dispose();
  });

  it('that is a draft is none', async () => {
    const draft = await site({
      ...files,
      'i18n/fr/plain.md': '---\ndraft: true\n---\n# Simple\n',
    }).build();
    expect(draft.diagnostics()).toEqual([]);
    expect(draft.page('/fr/plain')).toContain('>Plain</h1>');
    draft.dispose();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineReader, engineReader, KEYS } from './support/engines/engine-reader.ts';
import { otherEngines } from './support/engines/installed.ts';
import type { SiteFiles } from '../support/site.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { type BuiltSite, serveSite } from '../support/suite.ts';

const TEXT = 'A paragraph with words, which fills the page.\n\n'.repeat(30);
const LINE = 'x'.repeat(400);

const SITE: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Engines',
  url: 'https://docs.example.com',
  favicon: 'favicon.svg',
  announcementBar: { content: 'News', isCloseable: true },
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'ar' }] },
  rules: { 'empty-locale': 'off' },
  docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
  navbar: {
    title: 'Engines',
    items: [
      { type: 'docSidebar', sidebarId: 'docs', label: 'Guides' },
      { label: 'More', items: [{ label: 'Second', to: '/docs/second' }] },
    ],
  },
};\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/frame.html':
    '<!doctype html><title>Frame</title><iframe sandbox="allow-same-origin" src="/docs/first/" width="1200" height="700"></iframe>',
  'content/index.md': '# Start\n\n[First](docs/first.md)\n',
  'content/docs/first.md': `---\nsidebar_position: 1\n---\n# First\n\n[To the second](second.md)\n
::::tabs{group="manager"}\n:::tab[npm]\n\nUse npm.\n\n:::\n:::tab[Yarn]\n\nUse Yarn.\n\n:::\n::::\n
\`\`\`ts\nconst line = '${LINE}';\n\`\`\`\n
:::details Closed\n\nHidden words.\n\n:::\n
## One\n\n${TEXT}## Two\n\n${TEXT}## Three\n\n${TEXT}`,
  'content/docs/second.md': `---\nsidebar_position: 2\n---\n# Second\n\nThe harbor has a crane, and a harbor needs one.\n\n${TEXT}`,
  'content/docs/group/_category_.yml': 'label: A group\ncollapsed: true\n',
  'content/docs/group/inner.md': '# Inner\n\nA line with `GET /tenants` in it.\n',
};

const FIRST = '/docs/first/';
const focused = (): unknown => document.activeElement?.className;
const textOf = (selector: string): unknown => document.querySelector(selector)?.textContent?.trim();
const isShown = (selector: string): unknown =>
  document.querySelector(selector)?.checkVisibility() ?? false;
const attribute = (selector: string, name: string): unknown =>
  document.querySelector(selector)?.getAttribute(name);

/** What a reader sees and does, the same in each engine. */
const BEHAVIORS: Readonly<Record<string, (reader: EngineReader) => Promise<void>>> = {
  'the first key leads to the skip link, and on to the page': async ({ open, press, shows }) => {
    await open(FIRST);
    await press(KEYS.tab);
    await shows('skip-link', focused);
    await press(KEYS.enter);
    await shows('dw-main', () => document.activeElement?.id);
  },
  'a dropdown opens by a click, and Escape closes it': async ({ open, click, press, shows }) => {
    await open(FIRST);
    await click('.header .dropdown-button');
    await shows('true', attribute, '.header .dropdown-button', 'aria-expanded');
    await press(KEYS.escape);
    await shows('false', attribute, '.header .dropdown-button', 'aria-expanded');
  },
  'a category of the sidebar opens': async ({ open, click, shows }) => {
    await open(FIRST);
    await shows(false, isShown, '.sidebar a[href$="/inner/"]');
    await click('.sidebar summary');
    await shows(true, isShown, '.sidebar a[href$="/inner/"]');
  },
  'tabs move by arrow keys, and the choice is remembered': async (reader) => {
    const { open, click, press, shows } = reader;
    await open(FIRST);
    await shows('tab', attribute, '.tab', 'role');
    await click('.tab');
    await press(KEYS.right);
    await shows('Yarn', textOf, '.tab[aria-selected="true"]');
    await shows(true, isShown, '[id="tab.yarn"] > p + p');
    await open('/docs/second/');
    await open(FIRST);
    await shows('Yarn', textOf, '.tab[aria-selected="true"]');
    await shows(false, isShown, '[id="tab.npm"] > p + p');
  },
  'a copy is announced': async ({ open, click, shows }) => {
    await open(FIRST);
    await click('[data-copy-code]');
    await shows(true, () =>
      /^(?:Copied|Not copied)$/.test(document.querySelector('.live-region')?.textContent ?? ''),
    );
  },
  'a long line can be wrapped': async ({ open, click, shows }) => {
    const fits = (): unknown => {
      const block = document.querySelector('.code > pre');
      return block !== null && block.scrollWidth <= block.clientWidth;
    };
    await open(FIRST);
    await shows(false, fits);
    await click('[data-wrap-code]');
    await shows(true, fits);
  },
  'a search has hits, and Enter opens the first with its words marked': async (reader) => {
    const { open, chord, press, shows } = reader;
    await open(FIRST);
    await shows('Ctrl K', textOf, '.search-button kbd');
    await chord(KEYS.control, 'k');
    await shows(true, isShown, 'dialog .search-input');
    await press(...'harbor');
    await shows(true, isShown, '.search-hit[aria-selected="true"]');
    await press(KEYS.enter);
    await shows('Second', textOf, 'h1');
    await shows(['harbor', 'harbor'], () =>
      [...document.querySelectorAll('article mark')].map(({ textContent }) => textContent),
    );
  },
  'Escape closes the search, clears it when it is open again, and closes it': async (reader) => {
    const { open, click, press, read, shows } = reader;
    const state = (): unknown => {
      const dialog = document.querySelector('dialog');
      return [dialog?.open, dialog?.querySelector('input')?.value];
    };
    await open(FIRST);
    await click('.header .search-button');
    await shows([true, ''], state);
    await press(...'crane');
    await shows(true, isShown, '.search-hit');
    await press(KEYS.escape);
    await shows([false, 'crane'], state);
    expect(await read(focused)).toContain('search-button');
    await press(KEYS.enter);
    await shows([true, 'crane'], state);
    await press(KEYS.escape);
    await shows([true, ''], state);
    await press(KEYS.escape);
    await shows([false, ''], state);
  },
  'the table of contents follows the reader': async ({ open, read, shows }) => {
    const current = '.toc [aria-current="location"]';
    await open(FIRST);
    await shows('One', textOf, current);
    await read(() => document.getElementById('three')?.scrollIntoView({ behavior: 'instant' }));
    await shows('Three', textOf, current);
  },
  'an anchor is below the navbar': async ({ open, click, shows }) => {
    await open(FIRST);
    await click('.toc a[href="#two"]');
    await shows(true, () => {
      const top = document.getElementById('two')?.getBoundingClientRect().top ?? -1;
      const bottom = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
      return location.hash === '#two' && top >= bottom && top < bottom + 100;
    });
  },
  'a link changes title and focus in the same document, and Back restores the position': async (
    reader,
  ) => {
    const { open, click, read, shows } = reader;
    await open(FIRST);
    await read(() => Reflect.set(window, 'isSame', true));
    // The app has created the page's policy: before, a link loads a document.
    await shows(true, () => {
      dispatchEvent(new Event('pointermove'));
      return Reflect.has(window, Symbol.for('docwright:trust'));
    });
    await read(() => scrollTo({ top: 60, behavior: 'instant' }));
    await shows(60, () => Math.round(scrollY));
    await click('article a[href$="/second/"]');
    await shows('Second | Engines', () => document.title);
    await shows('dw-main', () => document.activeElement?.id);
    await shows(0, () => Math.round(scrollY));
    await read(() => history.back());
    await shows('First | Engines', () => document.title);
    await shows(60, () => Math.round(scrollY));
    expect(await read(() => Reflect.get(window, 'isSame'))).toBe(true);
  },
  'the color switch changes the palette, also on the next page': async (reader) => {
    const { open, click, read, shows } = reader;
    const theme = (): unknown => document.documentElement.dataset['theme'];
    await open(FIRST);
    await shows(
      false,
      () => document.querySelector<HTMLButtonElement>('.color-mode-toggle')?.disabled,
    );
    const before = await read(theme);
    const after = before === 'dark' ? 'light' : 'dark';
    await click('.color-mode-toggle');
    await shows(after, theme);
    await open('/docs/second/');
    await shows(after, theme);
  },
  'the announcement closes, and stays closed': async ({ open, click, shows }) => {
    await open(FIRST);
    await shows(true, isShown, '.announcement-bar');
    await click('.announcement-close');
    await shows(false, isShown, '.announcement-bar');
    await open('/docs/second/');
    await shows(false, isShown, '.announcement-bar');
  },
  'the menu of a small screen opens, and closes by Escape': async (reader) => {
    const { open, click, press, resize, shows } = reader;
    await resize(480, 900);
    await open(FIRST);
    await click('.menu-button');
    await shows('dialog', attribute, '#dw-site-menu', 'role');
    await press(KEYS.escape);
    await shows(null, attribute, '#dw-site-menu', 'role');
    await shows(true, () => document.activeElement?.matches('.menu-button'));
  },
  'the menu of a small screen keeps the focus': async ({
    open,
    click,
    press,
    resize,
    read,
    shows,
  }) => {
    await resize(480, 900);
    await open(FIRST);
    await click('.menu-button');
    await shows('dialog', attribute, '#dw-site-menu', 'role');
    for (let count = 0; count < 12; count += 1) {
      await press(KEYS.tab);
      // The browser's own controls are between the last and the first.
      const isInside = (): unknown => document.activeElement?.matches('body, #dw-site-menu *');
      expect(await read(isInside)).toBe(true);
    }
  },
  'an unknown address has the page that says so': async ({ open, shows }) => {
    await open('/docs/nowhere/');
    await shows('Page Not Found | Engines', () => document.title);
    await shows('Page Not Found', textOf, 'h1');
  },
  'printing opens what is closed': async ({ open, read, shows }) => {
    const isOpen = (): unknown =>
      document.querySelector<HTMLDetailsElement>('article details')?.open;
    await open(FIRST);
    await shows('tab', attribute, '.tab', 'role');
    await read(() => dispatchEvent(new Event('beforeprint')));
    expect(await read(isOpen)).toBe(true);
    await read(() => dispatchEvent(new Event('afterprint')));
    expect(await read(isOpen)).toBe(false);
  },
  'a page from right to left has its menu there, and code from left to right': async (reader) => {
    const { open, read, shows } = reader;
    await open('/ar/docs/group/inner/');
    await shows('rtl', () => getComputedStyle(document.body).direction);
    const isRight = (): unknown =>
      (document.querySelector('.sidebar')?.getBoundingClientRect().left ?? 0) > innerWidth / 2;
    expect(await read(isRight)).toBe(true);
    const direction = (): unknown =>
      getComputedStyle(document.querySelector('article code') ?? document.body).direction;
    expect(await read(direction)).toBe('ltr');
  },
};

describe.each(otherEngines())('in $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it(`nothing is tried: ${missing} to try ${Object.keys(BEHAVIORS).length + 3} behaviors`, () => {
      console.warn(`${name} is not tried: ${missing}`);
    });
    return;
  }
  const state: { reader?: EngineReader; site?: BuiltSite; close?: () => Promise<void> } = {};
  beforeAll(async () => {
    const reports = `${STRICT_POLICY}; report-uri /violation`;
    state.site = await serveSite(SITE, { headers: { 'Content-Security-Policy': reports } });
    const engine = await start();
    state.close = engine.close;
    state.reader = engineReader(engine, state.site.server.url);
    await engine.resize(1280, 900);
  });
  afterAll(async () => {
    await state.close?.();
    await state.site?.dispose();
  });
  const reader = (): EngineReader => {
    if (state.reader === undefined) throw new Error(`${name} has not started`);
    return state.reader;
  };

  it.each(Object.entries(BEHAVIORS))('%s', async (_behavior, tries) => {
    await tries(reader());
    await reader().resize(1280, 900);
  });

  it('nothing of this violates the policy, and a violation is reported', async () => {
    const violations = (): number =>
      state.site?.server.requests.filter(({ url }) => url === '/violation').length ?? 0;
    expect(violations()).toBe(0);
    await reader().read(() => {
      document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.invalid/x.png' }));
    });
    await expect.poll(violations).toBeGreaterThan(0);
  });

  it('without JavaScript, a page and its menu are complete', async () => {
    const plain = await serveSite(SITE, { headers: {} });
    try {
      await reader().open(new URL('/frame.html', plain.server.url).href);
      const seen = (): unknown => {
        const page = document.querySelector('iframe')?.contentDocument;
        const shown = (selector: string): unknown =>
          [...(page?.querySelectorAll(selector) ?? [])].filter((one) => one.checkVisibility())
            .length;
        return [shown('.tab-panel'), shown('.tab'), shown('[data-copy-code]'), shown('.toc a')];
      };
      await reader().shows([2, 0, 0, 3], seen);
    } finally {
      await plain.dispose();
    }
  });
});

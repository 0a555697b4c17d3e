import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { devSuite, PATIENCE } from './support/dev-suite.ts';

const FILL = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}. ${'Words to fill the page. '.repeat(12)}`,
).join('\n\n');

const COUNTER = `// Counts clicks.
'use client';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Plus } from './parts/Plus.tsx';
import './Counter.css';

export default function Counter({ start = 0, hasMore = true, children }) {
  const [count, setCount] = useState(start);
  const [isOpen, setOpen] = useState(true);
  const [isLive, setLive] = useState(false);
  const id = useId();
  useEffect(() => setLive(true), []);
  return (
    <div className="counter" data-live={isLive}>
      <p id={id}>Count {count}</p>
      <Plus label={id} run={() => flushSync(() => setCount(count + 1))} />
      {hasMore && <button type="button" onClick={() => setOpen(!isOpen)}>Toggle</button>}
      {isOpen && children}
    </div>
  );
}
`;

const PARTS = {
  'templates/components/Counter.tsx': COUNTER,
  'templates/components/Counter.css': '.counter { border: 3px solid }',
  'templates/components/parts/Plus.tsx': `'use client';
    export function Plus({ label, run }) {
      return <button type="button" aria-describedby={label} onClick={run}>Add</button>;
    }`,
  'templates/components/Pair.tsx': `'use client';
    import { useState } from 'react';
    function Toggle({ name }) {
      const [isOn, setOn] = useState(false);
      return <button type="button" onClick={() => setOn(!isOn)}>{name} {isOn ? 'on' : 'off'}</button>;
    }
    export const Left = ({ tags }) => <Toggle name={'Left ' + tags.join('+')} />;
    export const Right = () => <Toggle name="Right" />;`,
  'templates/components/AtImport.tsx': `'use client';
    if (typeof document === 'object') throw new Error('at import');
    export default () => <p>Import HTML</p>;`,
  'templates/components/AtStart.tsx': `'use client';
    export default function AtStart() {
      if (typeof document === 'object') throw new Error('at start');
      return <p>Start HTML</p>;
    }`,
  'templates/components/AtUpdate.tsx': `'use client';
    import { useState } from 'react';
    export default function AtUpdate() {
      const [isBad, setBad] = useState(false);
      if (isBad) throw new Error('at update');
      return <button type="button" onClick={() => setBad(true)}>Update</button>;
    }`,
  'templates/components/AtClick.tsx': `'use client';
    import { useState } from 'react';
    export default function AtClick() {
      const [count, setCount] = useState(0);
      const click = () => { setCount(count + 1); throw new Error('at click'); };
      return <button type="button" onClick={click}>Click {count}</button>;
    }`,
  'templates/components/Browser.tsx': `'use client';
    export default ({ children }) => <div><p>Title {document.title}</p>{children}</div>;`,
};

const site = siteSuite(
  {
    ...PARTS,
    'content/index.md': '# Start\n\n[Islands](./islands.mdx) [Plain](./plain.md)\n',
    'content/plain.md': '# Plain\n\nText. [Islands](./islands.mdx)\n',
    'content/islands.mdx': `# Islands

[Plain](./plain.md)

${FILL}

<Counter start={3}>

Some **bold** words and a [link](./plain.md).

</Counter>

<Counter start={10} hasMore={false} />

${FILL}
`,
    'content/pair.mdx': `import { Left, Right } from '../templates/components/Pair.tsx';

# Pair

<Left tags={['a', 'b']} />

<Right />
`,
    'content/nested.md':
      '# Nested\n\n::::Counter{start=1}\nOuter words.\n\n:::Counter{start=20}\n:::\n::::\n',
    'content/broken.mdx': `# Broken

<AtImport />

<AtStart />

<AtUpdate />

<AtClick />

<Counter />
`,
    'content/browser.mdx': '# Browser\n\n<Browser>\n\nInner *words*.\n\n</Browser>\n',
    'static/favicon.ico': '',
  },
  { problems: /^content\/browser\.mdx:3:2 component-error$/ },
);
const { reader, server } = site;

const counters = (page: Page) => page.locator('.counter');
const add = (page: Page, index: number) =>
  counters(page).nth(index).getByRole('button', { name: 'Add' });
const count = (page: Page, index: number) => counters(page).nth(index).locator('p').first();
const islandScripts = (): readonly string[] =>
  server.requests.map(({ url }) => url).filter((url) => url.includes('/dw-assets/island-'));

describe('a page with islands', () => {
  it('contains their HTML, with links of the site', () => {
    const html = site.page('/islands');
    expect(html).toContain('>Count <!-- -->3</p>');
    expect(html).toContain('>Count <!-- -->10</p>');
    expect(html).toContain('<strong>bold</strong> words and a <a href="/plain/">link</a>');
  });

  it('has one script more than other pages, which have none of it', () => {
    const scripts = (route: string): readonly string[] =>
      site.page(route).match(/<script type="module" src="[^"]*"/g) ?? [];
    expect(scripts('/plain')).toHaveLength(1);
    expect(scripts('/islands')).toHaveLength(2);
    expect(site.page('/plain')).not.toContain('island-');
  });

  it(
    'shows them without JavaScript',
    reader(
      async ({ page }) => {
        await page.goto(`${server.url}islands/`);
        expect(await count(page, 0).textContent()).toBe('Count 3');
        expect(await page.locator('.counter strong').textContent()).toBe('bold');
        const border = counters(page).first();
        expect(await border.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('3px');
      },
      { context: { javaScriptEnabled: false } },
    ),
  );

  it(
    'loads their script when one comes into view, and starts each alone',
    reader(async ({ page, open }) => {
      await open('islands/');
      expect(islandScripts()).toEqual([]);
      expect(await counters(page).first().getAttribute('data-live')).toBe('false');
      await add(page, 0).scrollIntoViewIfNeeded();
      await page.locator('.counter[data-live=true]').first().waitFor();
      expect(new Set(islandScripts()).size).toBe(1);
      await add(page, 0).click();
      await add(page, 0).click();
      await add(page, 1).click();
      expect(await count(page, 0).textContent()).toBe('Count 5');
      expect(await count(page, 1).textContent()).toBe('Count 11');
      const ids = await page
        .locator('.counter p[id]')
        .evaluateAll((all) => all.map(({ id }) => id));
      expect(new Set(ids).size).toBe(2);
    }),
  );

  it(
    'keeps the Markdown in them when they are rendered again',
    reader(async ({ page, open }) => {
      await open('islands/');
      await add(page, 0).scrollIntoViewIfNeeded();
      await page.locator('.counter[data-live=true]').first().waitFor();
      const toggle = counters(page).first().getByRole('button', { name: 'Toggle' });
      await toggle.click();
      expect(await page.locator('.counter strong').count()).toBe(0);
      await toggle.click();
      expect(await page.locator('.counter strong').textContent()).toBe('bold');
      await page.locator('.counter').getByRole('link', { name: 'link' }).click();
      await page.locator('h1', { hasText: 'Plain' }).waitFor();
    }),
  );

  it(
    'works after visits by link, and back',
    reader(async ({ page, open, documents }) => {
      await open('');
      await follow(page, 'Islands', 'Islands');
      await add(page, 0).scrollIntoViewIfNeeded();
      await page.locator('.counter[data-live=true]').first().waitFor();
      await add(page, 0).click();
      expect(await count(page, 0).textContent()).toBe('Count 4');
      await follow(page, 'Plain', 'Plain');
      await page.goBack();
      await page.locator('h1', { hasText: 'Islands' }).waitFor();
      await add(page, 0).scrollIntoViewIfNeeded();
      await page.locator('.counter[data-live=true]').first().waitFor();
      expect(await count(page, 0).textContent()).toBe('Count 3');
      await add(page, 0).click();
      expect(await count(page, 0).textContent()).toBe('Count 4');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'has two islands of one module',
    reader(async ({ page, open }) => {
      await open('pair/');
      await page.getByRole('button', { name: 'Left a+b off' }).click();
      await page.getByRole('button', { name: 'Left a+b on' }).waitFor();
      expect(await page.getByRole('button', { name: 'Right' }).textContent()).toBe('Right off');
    }),
  );

  it(
    'has an island in the Markdown of another one, in plain Markdown too',
    reader(async ({ page, open }) => {
      await open('nested/');
      const [outer, inner] = [counters(page).first(), counters(page).nth(1)];
      await page.locator('.counter[data-live=true] .counter[data-live=true]').waitFor();
      await inner.getByRole('button', { name: 'Add' }).click();
      expect(await inner.locator('p').first().textContent()).toBe('Count 21');
      expect(await outer.locator('p').first().textContent()).toBe('Count 1');
      const toggle = outer.getByRole('button', { name: 'Toggle' }).first();
      await toggle.click();
      expect(await page.getByText('Count 21').count()).toBe(0);
      await toggle.click();
      await inner.getByRole('button', { name: 'Add' }).click();
      expect(await inner.locator('p').first().textContent()).toBe('Count 22');
    }),
  );

  it(
    'handles clicks that come before its script, once',
    reader(async ({ page, open }) => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/island-Pair/, async (route) => {
        await held;
        await route.continue();
      });
      await open('pair/');
      await page.getByRole('button', { name: 'Right off' }).click();
      release();
      await page.getByRole('button', { name: 'Right on' }).click();
      await page.getByRole('button', { name: 'Right off' }).waitFor();
    }),
  );

  it(
    'keeps the HTML of an island that throws, and everything else works',
    reader(
      async ({ page, open, problems }) => {
        await open('broken/');
        await page.locator('.counter[data-live=true]').waitFor();
        await expect.poll(() => problems.length, PATIENCE).toBe(2);
        expect(await page.getByText('Import HTML').isVisible()).toBe(true);
        expect(await page.getByText('Start HTML').isVisible()).toBe(true);
        await page.getByRole('button', { name: 'Click 0' }).click();
        await page.getByRole('button', { name: 'Click 1' }).waitFor();
        await page.getByRole('button', { name: 'Update' }).click();
        await expect.poll(() => problems.length, PATIENCE).toBe(4);
        expect(await page.getByRole('button', { name: 'Update' }).isVisible()).toBe(true);
        await add(page, 0).click();
        expect(await count(page, 0).textContent()).toBe('Count 1');
      },
      { expected: /at import|at start|at update|at click/ },
    ),
  );

  it(
    'renders an island in the browser that cannot be rendered without one',
    reader(async ({ page, open }) => {
      expect(site.page('/browser')).toContain('Inner <em>words</em>');
      await open('browser/');
      await page.getByText('Title Browser').waitFor();
      expect(await page.locator('article em').textContent()).toBe('words');
    }),
  );
});

const dev = devSuite({
  'site.config.ts': "export default { title: 'Dev', url: 'https://docs.example.com' };\n",
  ...PARTS,
  'content/index.mdx': '# Start\n\nFirst words.\n\n<Counter start={1} />\n\nLast words.\n',
  'templates/components/Drawing.tsx': `'use client';
    import { useState } from 'react';
    export const security = { trustedTypes: ['drawing'] };
    export default function Drawing() {
      const [html, setHtml] = useState('');
      const draw = () => {
        const { trustedTypes } = window;
        setHtml(trustedTypes.createPolicy('drawing', { createHTML: (text) => text }).createHTML('<b>Drawn</b>'));
      };
      return <div><button type="button" onClick={draw}>Draw</button><p dangerouslySetInnerHTML={{ __html: html }} /></div>;
    }`,
  'content/drawing.mdx': '# Drawing\n\n<Drawing />\n\n[Plain](./plain.md)\n',
  'content/plain.md': '# Plain\n\n[Drawing](./drawing.mdx)\n',
  'static/favicon.ico': '',
});

describe('docs dev', () => {
  it(
    'serves a page under the policy that its islands need, and no other page',
    dev.watch('plain/', async ({ page, documents }) => {
      const policyOf = async (path: string): Promise<string | undefined> =>
        (await page.request.get(dev.server.url + path)).headers()['content-security-policy'];
      expect(await policyOf('plain/')).toMatch(/trusted-types docs$/);
      expect(await policyOf('drawing/')).toMatch(/trusted-types docs drawing$/);
      const before = documents();
      await follow(page, 'Drawing', 'Drawing');
      await ready(page);
      await page.getByRole('button', { name: 'Draw' }).click();
      await page.locator('article b', { hasText: 'Drawn' }).waitFor();
      await follow(page, 'Plain', 'Plain');
      expect(documents()).toBe(before + 2);
    }),
  );

  it(
    'keeps the state of an island when text around it changes, and starts it again when its source changes',
    dev.watch('', async ({ page, isSame }) => {
      await ready(page);
      await page.locator('.counter[data-live=true]').waitFor();
      await add(page, 0).click();
      const page2 = '# Start\n\nOther words.\n\n<Counter start={1} />\n\nLast words.\n';
      dev.write({ 'content/index.mdx': page2 });
      await page.getByText('Other words.').waitFor();
      expect(await count(page, 0).textContent()).toBe('Count 2');
      await add(page, 0).click();
      expect(await count(page, 0).textContent()).toBe('Count 3');
      const renamed = COUNTER.replace('Count {count}', 'Number {count}');
      dev.write({ 'templates/components/Counter.tsx': renamed });
      await page.getByText('Number 1').waitFor();
      await page.locator('.counter[data-live=true]').waitFor();
      await add(page, 0).click();
      expect(await count(page, 0).textContent()).toBe('Number 2');
      const more = page.getByRole('button', { name: 'Toggle' });
      await more.waitFor();
      dev.write({
        'content/index.mdx': page2.replace('start={1}', 'start={1} hasMore={false}'),
      });
      await more.waitFor({ state: 'detached' });
      expect(await count(page, 0).textContent()).toBe('Number 2');
      expect(await isSame()).toBe(true);
    }),
  );
});

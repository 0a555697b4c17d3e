import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const HOME = `---
layout: home
hero:
  title: Send your first message in a minute
  text: One HTTP API for mail, chat and text messages.
  actions:
    - { label: Quick start, link: ./docs/start.md }
    - { label: Examples, link: ./docs/start.md#speed }
  code: |
    \`\`\`bash title="Request"
    curl https://api.example.com/messages --data '{"to": "ada"}'
    \`\`\`

    \`\`\`json title="202 Accepted"
    { "id": "m_1", "status": "queued" }
    \`\`\`
features:
  - { icon: bolt, title: Fast, text: A message leaves within a second., link: ./docs/start.md#speed }
  - { icon: 🔒, title: Private, text: Nothing is stored. }
---

## Next steps

Read the quick start.
`;

const PAGE = `import { Link } from 'docwright/theme';
import { Features } from 'docwright/templates/Features.tsx';
import { Hero } from 'docwright/templates/Hero.tsx';
import Icon from 'docwright/templates/components/Icon.tsx';

export const meta = { title: 'Messages' };

export default function Home() {
  return (
    <>
      <Hero
        title="Messages"
        text={<>See <Link to="/docs/start">the start</Link>.</>}
        actions={[{ label: 'Quick start', link: '/docs/start' }, { label: 'All', link: '/docs/start' }]}
        code={<pre><code>curl x</code></pre>}
      />
      <Features items={[{ icon: <Icon name="bolt" />, title: 'Fast', text: 'It is.', link: '/docs/start' }]} />
    </>
  );
}
`;

const { visit, server } = siteSuite(
  {
    'site.config.ts': `export default { title: 'Messages', url: 'https://example.com' };\n`,
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    'content/index.md': HOME,
    'content/react.tsx': PAGE,
    'content/lines.md':
      '---\nlayout: home\nhero:\n  title: "A\\nB"\n  text: |\n    C\n    D\n---\n',
    'content/docs/start.md': '# Start\n\n## Speed\n\nText.\n',
  },
  // axe is a script of the test.
  { context: { bypassCSP: true } },
);

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (found === null) throw new Error(`${selector} is not shown`);
  return found;
};

describe.each([
  ['of frontmatter', '', 'Send your first message in a minute'],
  ['in React', 'react/', 'Messages'],
])('a home page %s', (_, path, title) => {
  it('is complete without scripts', () =>
    visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(server.url + path);
      expect(await page.locator('h1').innerText()).toBe(title);
      expect(await page.locator('.button-primary').count()).toBe(1);
      expect(await page.locator('.home-code pre').first().isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Fast' }).click();
      await heading1(page, 'Start');
    }));

  it.each([1440, 820, 390])('is accessible and fits at %i pixels', (width) =>
    visit({ context: { viewport: { width, height: 800 } } }, async ({ page, open }) => {
      await open(path);
      expect(await accessibilityViolations(page)).toEqual([]);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond).toBeLessThanOrEqual(0);
      const [code, text] = [await box(page, '.home-code'), await box(page, 'h1')];
      if (width === 1440) expect(code.x).toBeGreaterThan(text.x + text.width - 1);
      else expect(code.y).toBeGreaterThan(text.y + text.height);
    }),
  );
});

describe('a home page of frontmatter', () => {
  it('has highlighted code that can be copied, and stays when the app runs', () =>
    visit({}, async ({ page, open, documents }) => {
      await open('docs/start/');
      await page.locator('.navbar-brand').click();
      await page.locator('.home-hero').waitFor();
      expect(await page.locator('.home-code .code').count()).toBe(2);
      expect(await page.locator('.home-code pre span').count()).toBeGreaterThan(3);
      expect(documents()).toBe(1);
    }));

  it('has the lines that its author wrote', () =>
    visit({}, async ({ page, open }) => {
      await open('lines/');
      expect(await page.locator('h1').innerText()).toBe('A\nB');
      expect((await page.locator('.home-lead').innerText()).trim()).toBe('C\nD');
    }));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MANUAL } from '../support/manual.ts';
import { site } from '../support/site.ts';

/** The defaults that the reference of components states: `Badge.size` and `:::tabs.default`. */
function statedDefaults(): readonly string[] {
  const page = readFileSync(join(MANUAL, 'reference/components.md'), 'utf8');
  return page.split(/^### /m).flatMap((section) => {
    const [, name = ''] = /^`([^`]+)`/.exec(section) ?? [];
    return Array.from(
      section.matchAll(/^\| `(\w+)(?:="…")?`.*Default: .*\|$/gm),
      ([, property = '']) => `${name}.${property}`,
    );
  });
}

const TABS = '\n<Tab label="Old npm">\nA\n</Tab>\n\n<Tab label="Yarn">\nB\n</Tab>\n</Tabs>';

/** What is the same by the stated default: without the property, and with it. */
const SAME: Readonly<Record<string, readonly [without: string, set: string]>> = {
  'Badge.size': ['<Badge text="New" />', '<Badge text="New" size="small" />'],
  'Callout.type': ['<Callout>Text.</Callout>', '<Callout type="note">Text.</Callout>'],
  'Callout.title': ['<Callout>Text.</Callout>', '<Callout title="Note">Text.</Callout>'],
  'Code.code': ['<Code language="ts">let a;</Code>', '<Code language="ts" code="let a;" />'],
  'Frame.ratio': [
    '<Frame src="https://frames.example/a" title="A" />',
    '<Frame src="https://frames.example/a" title="A" ratio="16:9" />',
  ],
  'Frame.link': [
    '<Frame src="https://others.example/a" title="A" />',
    '<Frame src="https://others.example/a" title="A" link="https://others.example/a" />',
  ],
  'Image.alt': ['<Image src="/logo.svg" />', '<Image src="/logo.svg" alt="" />'],
  'LinkButton.variant': [
    '<LinkButton href="./index.md">Start</LinkButton>',
    '<LinkButton href="./index.md" variant="primary">Start</LinkButton>',
  ],
  'LinkButton.iconPlacement': [
    '<LinkButton href="./index.md" icon="star">Start</LinkButton>',
    '<LinkButton href="./index.md" icon="star" iconPlacement="end">Start</LinkButton>',
  ],
  'Tab.value': [`<Tabs>${TABS}`, `<Tabs>${TABS.replace('npm"', 'npm" value="old-npm"')}`],
  'Tabs.default': [`<Tabs>${TABS}`, `<Tabs default="old-npm">${TABS}`],
  ':::tabs.default': [
    '::::tabs\n:::tab[Old npm]\nA\n:::\n:::tab[Yarn]\nB\n:::\n::::',
    '::::tabs{default="old-npm"}\n:::tab[Old npm]\nA\n:::\n:::tab[Yarn]\nB\n:::\n::::',
  ],
  ':::tab.value': [
    '::::tabs\n:::tab[Old npm]\nA\n:::\n::::',
    '::::tabs\n:::tab[Old npm]{value="old-npm"}\nA\n:::\n::::',
  ],
};

/** Defaults that no value names. */
const UNTRIED = ['Icon.size', 'Icon.color'];

describe('a default that the reference of components states', () => {
  it('is tried', () => {
    const stated = statedDefaults();
    expect(stated.length).toBeGreaterThan(12);
    expect([...stated].toSorted()).toEqual([...Object.keys(SAME), ...UNTRIED].toSorted());
  });

  it('shows the same as the value', async () => {
    const pages = Object.values(SAME).flatMap((forms, at) =>
      forms.map((form, set) => [`content/docs/page-${at}-${set}.mdx`, `# Page\n\n${form}\n`]),
    );
    const driver = site({
      'site.config.mjs': `export default {
        title: 'Site', url: 'https://docs.example.com',
        security: { origins: { frame: ['https://frames.example'] } },
      };`,
      'content/docs/index.md': '# Start\n\nText.\n',
      'static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ...Object.fromEntries(pages),
    });
    onTestFinished(driver.dispose);
    await driver.build();
    expect(driver.result().ok).toBe(true);
    const shown = Object.keys(SAME).map((name, at) => {
      const [without, set] = [0, 1].map((form) =>
        articleOf(driver.page(`/docs/page-${at}-${form}`)),
      );
      return { name, without, set };
    });
    expect(shown.filter(({ without, set }) => without !== set)).toEqual([]);
    expect(shown.every(({ without }) => (without ?? '').length > 20)).toBe(true);
  });
});

/** The article; the mark of a chosen first panel changes nothing, as style sheets show it anyway. */
function articleOf(html: string): string {
  const [, article = ''] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? [];
  return article.replace(/page-\d+-\d/g, 'page').replaceAll(/ data-selected(?:="")?/g, '');
}

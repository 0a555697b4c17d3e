import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { articleMessages } from '../../../src/shared/ui-messages.ts';
import Callout from '../../../templates/components/Callout.tsx';
import Code from '../../../templates/components/Code.tsx';
import CodeGroup from '../../../templates/components/CodeGroup.tsx';
import Details from '../../../templates/components/Details.tsx';
import Tab from '../../../templates/components/Tab.tsx';
import Tabs from '../../../templates/components/Tabs.tsx';
import { joined, renderComponent as render } from './render-component.tsx';

const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });

function markdown(text: string): string {
  return joined(parser.parse(toFilePath('a.md'), text).chunks.join(''));
}

const p = (text: string): ReactNode => <p>{text}</p>;

describe('the same HTML as blocks of Markdown', () => {
  const tab = (label: string, value?: string): string =>
    `:::tab[${label}]${value === undefined ? '' : `{value="${value}"}`}\n${label}!\n:::\n`;
  const npmAndYarn = `${tab('npm')}\n${tab('Yarn 2+')}::::`;

  it.each<[what: string, component: ReactNode, text: string]>([
    [
      'tabs',
      <Tabs key="">
        {'\n'}
        <Tab label="npm">{p('npm!')}</Tab>
        {'\n  '}
        <>
          <Tab label="Yarn 2+">{p('Yarn 2+!')}</Tab>
        </>
      </Tabs>,
      `::::tabs\n${npmAndYarn}`,
    ],
    [
      'tabs with a group and a default',
      <Tabs key="" group="a b" default="y">
        <Tab label="X">{p('X!')}</Tab>
        <Tab label="Y" value="y">
          {p('Y!')}
        </Tab>
      </Tabs>,
      `::::tabs{group="a b" default="y"}\n${tab('X')}\n${tab('Y', 'y')}::::`,
    ],
    [
      'tabs of Docusaurus',
      <Tabs
        key=""
        groupId="os"
        defaultValue="mac"
        values={[{ value: 'win', label: 'Windows' }, { value: 'mac' }]}
      >
        <Tab value="win">{p('Windows!')}</Tab>
        <Tab value="mac" label="macOS">
          {p('macOS!')}
        </Tab>
      </Tabs>,
      `::::tabs{group="os" default="mac"}\n${tab('Windows', 'win')}\n${tab('macOS', 'mac')}::::`,
    ],
    [
      'a tab that says so is the default',
      <Tabs key="">
        <Tab label="X">{p('X!')}</Tab>
        <Tab label="Y" default>
          {p('Y!')}
        </Tab>
      </Tabs>,
      `::::tabs{default="y"}\n${tab('X')}\n${tab('Y')}::::`,
    ],
    [
      'tabs of Starlight',
      <Tabs key="" syncKey="pm">
        <Tab label="npm">{p('npm!')}</Tab>
        <Tab label="Yarn 2+">{p('Yarn 2+!')}</Tab>
      </Tabs>,
      `::::tabs{group="pm"}\n${npmAndYarn}`,
    ],
    ['a note', <Callout key="">{p('text')}</Callout>, ':::note\ntext\n:::'],
    [
      'a callout with a title',
      <Callout key="" type="danger" title={<em>No</em>}>
        {p('text')}
      </Callout>,
      ':::danger[*No*]\ntext\n:::',
    ],
    [
      'a callout by the name of another tool',
      <Callout key="" type="caution">
        {p('text')}
      </Callout>,
      ':::caution\ntext\n:::',
    ],
    [
      'closed details',
      <Details key="" summary="More">
        {p('text')}
      </Details>,
      ':::details More\ntext\n:::',
    ],
    [
      'open details without a summary',
      <Details key="" open>
        {p('text')}
      </Details>,
      ':::details {open}\ntext\n:::',
    ],
    [
      'details with the element of HTML',
      <Details key="">
        {'\n'}
        <summary>
          <em>More</em>
        </summary>
        {p('text')}
      </Details>,
      ':::details[*More*]\ntext\n:::',
    ],
  ])('%s', (_, component, text) => {
    const { html, warnings } = render(component);
    expect(html).toBe(markdown(text));
    expect(warnings).toEqual([]);
  });

  it('a title is in the language of the page', () => {
    const messages = { ...articleMessages, warning: 'Attention' };
    expect(render(<Callout type="caution">a</Callout>, { messages }).html).toContain(
      '<p class="admonition-title">Attention</p>',
    );
  });
});

describe('tabs', () => {
  it('have different values and ids, also in two groups of a page', () => {
    const { html } = render(
      <>
        <Tabs>
          <Tab label="A">1</Tab>
          <Tab label="A">2</Tab>
        </Tabs>
        <Tabs>
          <Tab label="A">3</Tab>
        </Tabs>
      </>,
    );
    const panels = [...html.matchAll(/id="([^"]*)" data-value="([^"]*)"/g)];
    expect(panels.map(([, id, value]) => [id, value])).toEqual([
      ['tab.a', 'a'],
      ['tab.a-2', 'a-2'],
      ['tab.a-1', 'a'],
    ]);
    expect([...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'tab.a',
      'tab.a-2',
      'tab.a-1',
    ]);
  });

  it('show an icon in the tab, not in the heading that replaces it', () => {
    const { html } = render(
      <Tabs>
        <Tab label="Stars" icon="star">
          1
        </Tab>
      </Tabs>,
    );
    expect(html).toMatch(/<a class="tab"[^>]*><svg [^>]*>.*?<\/svg>Stars<\/a>/);
    expect(html).toContain('<p class="tab-heading">Stars</p>');
  });

  it('keep content that is in no tab, with a warning', () => {
    const { html, warnings } = render(
      <Tabs>
        text
        <Tab label="A">1</Tab>
      </Tabs>,
    );
    expect(html).toMatch(/<\/div>text$/);
    expect(warnings).toEqual([
      'content of a group of tabs is in none of its tabs: move it into a <Tab>',
    ]);
  });

  it('are reported when there are none, and one outside of a group keeps its content', () => {
    expect(render(<Tabs> </Tabs>)).toEqual({
      html: '',
      warnings: ['a group of tabs has none: put <Tab label="…"> elements into it'],
    });
    const alone = render(<Tab label="A">text</Tab>);
    expect(alone.html).toContain('<strong>A</strong></p>text');
    expect(alone.warnings).toEqual(['a tab is outside of a group of tabs: put it into <Tabs>']);
  });
});

describe('a group of code blocks', () => {
  it('shows titles, else languages, as tabs and keeps everything else', () => {
    const { html } = render(
      <CodeGroup group="pm">
        <Code title="npm" lang="sh" code="npm i" />
        <Code language="yaml">a: 1</Code>
        <Tab label="Other">{p('text')}</Tab>
        opaque
      </CodeGroup>,
    );
    expect([...html.matchAll(/class="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual([
      'npm',
      'yaml',
      'Other',
    ]);
    expect(html).toContain('data-tabs="pm"');
    expect(html).toContain('<pre>sh||npm i</pre>');
    expect(html).toContain('<p>text</p></div></div>opaque');
  });
});

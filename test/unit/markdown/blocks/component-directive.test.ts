import { readdirSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../../support/site.ts';

const NAMES = readdirSync(new URL('../../../../templates/components', import.meta.url))
  .filter((file) => /^[A-Z].*\.tsx$/.test(file))
  .map((file) => file.replace('.tsx', ''))
  // Blocks of Markdown as directives.
  .filter((name) => !/^Tabs?$/.test(name));

const HTML = '<script>alert(1)</script><img onerror=alert(2)>';
const deep = '['.repeat(20_000) + ']'.repeat(20_000);

/** Options that would run code, break out of their place or end the build if they were not read as data. */
const OPTIONS = [
  `dangerouslySetInnerHTML={"__html":${JSON.stringify(HTML)}}`,
  `x={"dangerouslySetInnerHTML":{"__html":${JSON.stringify(HTML)}}}`,
  `__proto__={"dangerouslySetInnerHTML":{"__html":${JSON.stringify(HTML)}}}`,
  `constructor=1 toString=2 hasOwnProperty=3 key=["a"] ref="x"`,
  'onclick="alert(1)" onClick="alert(1)" onError="alert(1)"',
  'style={"color":"red"} className="x" srcDoc="<script>1</script>"',
  'style="color: red"',
  `title=${JSON.stringify([HTML, '\0{=0}', '\0', '\0<', '\0{i0}', '\0{/0}', '\0{c}'])}`,
  `label=${JSON.stringify(['\0{=0}\0'])} text=${JSON.stringify(['\0'])} name=${JSON.stringify(['\0'])}`,
  `title="${'&lt;script>'}" text="\0{=3} {=3}" name="\0{<0}"`,
  `title=${deep}`,
  'children=[1,["<script>"],{"type":"script"}] icon=4 name=5 type=6 title={"a":1} text={"$$typeof":"x"}',
  'values=4 default=[1] code={"a":1} mark={"range":4} meta={"a":1} language={"a":2} label={"x":1}',
  'height="1\\" onload=1" ratio="</style><script>" variant="x\' onclick=1"',
  'summary={"type":"summary","props":{}} open="x" group={"a":1} caption=["a"] size={"a":1}',
];

/** Options with addresses that run code. */
const ADDRESSES = [
  'Link{to="javascript:alert(1)"}',
  'Link{href=["java\\tscript:alert(1)"]}',
  'Card{title="x" href="JaVaScRiPt:alert(1)"}',
  'LinkCard{href=" data:text/html,<script>alert(1)</script>"}',
  'LinkButton{href="vbscript:alert(1)"}',
  'Image{sources={"light":"/a.png","dark":"javascript:alert(1)"}}',
  'Video{poster="javascript:alert(1)" src="https://x.example/a.mp4"}',
  'Frame{src="data:text/html,x" link="javascript:alert(1)"}',
];

const AROUND = [
  (text: string) => text,
  (text: string) => text.replace(/^/gm, '> '),
  (text: string) => `- ${text.replace(/\n/g, '\n  ')}`,
  (text: string) => `:::tabs\n\n== One\n\n${text}\n\n:::`,
  (text: string) => `[^1]\n\n[^1]: ${text.replace(/\n/g, '\n    ')}`,
];

/** Every component with the options, as a leaf and as a block, in different places. */
function pageOf(options: string): string {
  const blocks = NAMES.flatMap((name, index) => {
    const text = `::${name}{${options}}\n\n:::${name}{${options}}\ntext [link](./other.md) ${HTML}\n:::`;
    return [AROUND[index % AROUND.length]?.(text) ?? text];
  });
  return `---\ntitle: Page\n---\n\n${blocks.join('\n\n')}\n\n:::Steps{${options}}\nnever closed [last](./other.md)\n`;
}

describe('directives of people who may not run code', () => {
  let built: SiteDriver;
  beforeAll(async () => {
    built = site({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', rules: { 'asset-not-found': 'off', 'page-not-found': 'off' } };\n`,
      'index.md': '# Home\n',
      'other.md': '# Other\n',
      ...Object.fromEntries(OPTIONS.map((options, index) => [`p${index}.md`, pageOf(options)])),
    });
    await built.build();
    expect(built.result().diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
  afterAll(() => built.dispose());

  it.each(OPTIONS.map((_, index) => index))('nothing runs: options %i', (index) => {
    const page = built.page(`/p${index}`);
    const article = /<article[^]*<\/article>/.exec(page)?.[0] ?? '';
    expect(article).toContain('>last</a>');
    expect(article).not.toContain('\0');
    const elements = [...elementsOf(parse(article))];
    for (const { tagName, attrs } of elements) {
      expect(tagName).not.toMatch(/^(?:script|style|iframe|object|embed|base|meta|link)$/);
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^(?:on|style$|srcdoc$)/);
        if (/^(?:href|src|poster|srcset|action)$/.test(name))
          expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
        if (name === 'id') expect(value).not.toMatch(/^dw-/);
      }
    }
    const links = elements.filter(({ tagName }) => tagName === 'a');
    const last = links.find(({ childNodes }) =>
      childNodes.some((node) => 'value' in node && node.value === 'last'),
    );
    expect(last?.attrs.find(({ name }) => name === 'href')?.value).toBe('/other/');
  });

  it('reports addresses that run code as errors, which no rule can lower', async () => {
    const refused = site(
      Object.fromEntries(ADDRESSES.map((text, index) => [`p${index}.md`, `# P\n\n::${text}\n`])),
    );
    await refused.build();
    const files = refused.diagnostics().filter((line) => line.endsWith(' unsafe-scheme'));
    expect(files.map((line) => line.replace(/:.*/, '')).toSorted()).toEqual(
      ADDRESSES.map((_, index) => `p${index}.md`),
    );
    expect(refused.files()).toEqual([]);
    refused.dispose();
  });

  it('reports a link in a directive where it is written', async () => {
    const wrong = site({
      'index.md': '# P\n\n::Icon{name="star"}\n\n> ::LinkCard{title="x" href="./gone.md"}\n',
    });
    await wrong.build();
    expect(wrong.diagnostics()).toEqual(['index.md:5:30 page-not-found']);
    wrong.dispose();
  });
});

function* elementsOf(
  node: DefaultTreeAdapterTypes.ParentNode,
): Generator<DefaultTreeAdapterTypes.Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, it, onTestFinished } from 'vitest';
import { DIALECTS } from '../../src/dialects/dialects.ts';
import { urlScheme } from '../../src/shared/paths.ts';
import { type SiteDriver, site } from '../support/site.ts';

const ADDRESSES = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<p>',
  'blob:https://a.example/x',
  'file:///etc/passwd',
  'filesystem:https://a.example/x',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'jar:https://a.example/x!/y',
  'about:blank',
  'intent:x',
  'unknown+scheme:x',
];

/** Each way to write an address in a page. */
const FORMS: readonly ((href: string) => string)[] = [
  (href) => `[a](<${href}>)`,
  (href) => `![a](<${href}>)`,
  (href) => `[a][r]\n\n[r]: <${href}>`,
  (href) => `<a href="${href}">a</a>`,
  (href) => `<img src="${href}" alt="a">`,
  (href) => `<img srcset="${href} 2x" src="/x.png" alt="a">`,
  (href) => `<video poster="${href}"><source src="${href}"></video>`,
  (href) => `<map name="m"><area href="${href}" alt="a"></map>`,
  (href) => `:::Card{href="${href}"}\nText\n:::`,
];

const EXTRA = { docwright: '', trusted: "html: 'trusted'" } as const;

/** The addresses of a document that have a scheme which the allow-list lacks. */
function refusedIn(html: string): readonly string[] {
  const found: string[] = [];
  const look = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('attrs' in child)) continue;
      for (const { name, value } of child.attrs) {
        if (!/^(?:href|src|srcset|poster|data|action|formaction|content)$/.test(name)) continue;
        const scheme = urlScheme(value);
        const isMeta = name === 'content' && !/url=/i.test(value);
        if (scheme === undefined || isMeta) continue;
        if (!/^(?:https?|mailto|tel)$/.test(scheme))
          found.push(`${child.tagName} ${name}=${value}`);
      }
      look(child);
    }
  };
  look(parse(html));
  return found;
}

const lenient = new MarkdownIt({ html: true });
lenient.validateLink = () => true;

function published(driver: SiteDriver): readonly string[] {
  return driver.files().flatMap((path) => {
    if (path.endsWith('.html')) return refusedIn(driver.file(path));
    return path.endsWith('.md') ? refusedIn(lenient.render(driver.file(path))) : [];
  });
}

it.each([...Object.keys(EXTRA), ...DIALECTS.map(({ id }) => id)])(
  'publishes no address with a scheme that is not allowed (%s)',
  async (name) => {
    const markdown =
      name in EXTRA ? (name === 'trusted' ? EXTRA.trusted : '') : `dialects: ['${name}']`;
    const driver = site({
      // Whatever the level of their findings.
      'site.config.ts': `export default { title: 'A', url: 'https://a.example', rules: { 'unknown-scheme': 'off' }, markdown: { ${markdown} } };\n`,
      'content/index.md': '# Home\n',
      'static/x.png': 'x',
    });
    onTestFinished(driver.dispose);
    for (const [index, href] of ADDRESSES.entries()) {
      const text = `# P\n\n${FORMS.map((form) => form(href)).join('\n\n')}\n`;
      driver.write(`content/p${index}.md`, text).write(`content/q${index}.mdx`, text);
    }
    await driver.build();
    // Errors stop a build: what is left has findings that do not.
    const failed = driver.result().diagnostics.filter(({ severity }) => severity === 'error');
    for (const { location } of failed) driver.remove(location?.file ?? '');
    await driver.rebuild();
    expect(driver.result().diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(driver.files().length).toBeGreaterThan(10);
    expect(published(driver)).toEqual([]);
  },
);

it('publishes none from the configuration, frontmatter and data files', async () => {
  const bad = 'view-source:javascript:alert(1)';
  const driver = site({
    'site.config.ts': `export default {
      title: 'A', url: 'https://a.example', rules: { 'unknown-scheme': 'off' },
      announcementBar: { id: 'a', content: '<a href="${bad}">a</a>' },
      navbar: { items: [{ label: 'A', href: '${bad}' }] },
      footer: { links: [{ title: 'B', items: [{ label: 'C', href: '${bad}' }] }], copyright: '<a href="${bad}">a</a>' },
      docs: [{ path: 'content/docs', routeBase: '/docs', sidebars: { a: ['index', { type: 'link', label: 'D', href: '${bad}' }] } }],
      openapi: [{ spec: 'openapi/api.yaml' }],
    };\n`,
    'content/index.md': `---
layout: home
hero: { name: A, actions: [{ text: Go, link: '${bad}' }] }
features: [{ title: B, details: 'C <a href="${bad}">d</a>', link: '${bad}' }]
---\n`,
    'content/docs/index.md': '# Docs\n',
    'openapi/api.yaml': `openapi: 3.1.0
info:
  title: A
  version: '1'
  description: '[a](${bad}) <a href="${bad}">b</a>'
  termsOfService: '${bad}'
  contact: { name: A, url: '${bad}' }
externalDocs: { url: '${bad}' }
paths:
  /a:
    get:
      operationId: a
      description: '[a](${bad})'
      externalDocs: { url: '${bad}' }
      responses: { '200': { description: '[a](${bad})' } }
`,
  });
  onTestFinished(driver.dispose);
  await driver.build();
  expect(driver.result().diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(published(driver)).toEqual([]);
});

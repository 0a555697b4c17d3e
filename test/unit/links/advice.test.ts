import { describe, expect, it } from 'vitest';
import { manyFindings } from '../../../src/cli/report.ts';
import { changedFiles } from '../../../src/cli/link-flags.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { type SiteFiles, site } from '../../support/site.ts';
import { linkFinding, lineOf } from './link-finding.ts';

async function findings(files: SiteFiles): Promise<readonly Diagnostic[]> {
  const driver = site(files).warm();
  try {
    return (await checkLinks({ siteDir: driver.dir })).diagnostics;
  } finally {
    driver.dispose();
  }
}

const config = (members: string): string =>
  `export default { title: 'T', url: 'https://x.example', ${members} };\n`;

describe('messages of the link check', () => {
  it('tell a file outside of the content from a missing one', async () => {
    const found = await findings({
      'content/docs/a.md':
        '# A\n\n[x](../../openapi/a.yaml) ![z](../../z.png) [m](../../no.yaml)\n',
      'openapi/a.yaml': 'a: b\n',
      'z.png': 'x',
    });
    expect(found.map(({ message }) => message)).toEqual([
      'the file "openapi/a.yaml" exists, but is outside of the content',
      'the file "z.png" exists, but is outside of the content',
      'there is no file at "no.yaml"',
    ]);
    expect(found[0]?.hint).toBe('put it into static/ or beside the page');
  });

  it('have the address in the default language', async () => {
    const found = await findings({
      'site.config.ts': config(
        `i18n: { locales: [{ code: 'en', label: 'E' }, { code: 'de', label: 'D' }] }`,
      ),
      'i18n/de/messages.yml': '',
      'content/docs/a.md': '# A\n\n[y](none.md) [z](a.md#no)\n',
    });
    expect(found.map(({ link }) => link?.resolved)).toEqual(['/docs/none', '/docs/a#no']);
  });

  it.each(['/docs/a#no', '/docs/no'])('name openapi[].errors for %s', async (errors) => {
    const [first, ...others] = await findings({
      'site.config.ts': config(`openapi: [{ spec: 'a.yaml', errors: '${errors}' }]`),
      'content/docs/a.md': '# A\n',
      'a.yaml':
        "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { operationId: a, responses: { '404': { description: No } } } } }\n",
    });
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      code: 'openapi-link',
      hint: 'correct openapi[].errors of the configuration',
    });
  });

  it('are at the address of a meta refresh in trusted Markdown', async () => {
    const found = await findings({
      'site.config.ts': config(`markdown: { html: 'trusted' }`),
      'content/docs/a.md': `# A\n\n<meta http-equiv="refresh" content='5; url="/docs/none"'>\n\n<meta http-equiv=Refresh content="0;b.md">\n`,
      'content/docs/b.md': '# B\n',
    });
    expect(found.map(lineOf)).toEqual(['content/docs/a.md:3:45 page-not-found']);
  });

  it('report a pattern of redirects to a folder without pages', async () => {
    const found = await findings({
      'site.config.ts': config(
        `hosting: 'netlify', redirects: [{ from: '/gone/*', to: '/nowhere/*' }, { from: '/old/*', to: '/docs/*' }]`,
      ),
      'content/docs/a.md': '# A\n',
    });
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'redirect-broken: there is no page below "/nowhere/"',
    ]);
  });

  it('refuse a slug that the page of missing addresses has', async () => {
    const found = await findings({
      'content/docs/a.md': '# A\n',
      'content/docs/b.md': '---\nslug: /404\n---\n# B\n',
    });
    expect(found.map(lineOf)).toEqual(['content/docs/b.md:2:7 reserved-route']);
  });

  it('are at the path of an include, and find the file elsewhere', async () => {
    const found = await findings({
      'content/docs/g/a.md': '# A\n\n::include{file="note.md"}\n',
      'content/docs/_shared/note.md': 'N\n',
    });
    expect(found.map(lineOf)).toEqual(['content/docs/g/a.md:3:17 include-not-found']);
    expect(found[0]?.hint).toBe('did you mean "../_shared/note.md"?');
  });

  it('report paths of an API that differ in case or names only', async () => {
    const parameters = (name: string): string =>
      `{ parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }], get: { responses: { '200': { description: A } } } }`;
    const found = await findings({
      'site.config.ts': config(`openapi: [{ spec: 'a.yaml' }]`),
      'content/docs/a.md': '# A\n',
      'a.yaml': `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /p/{b}: ${parameters('b')}\n  /P/{b}: ${parameters('b')}\n  /p/{c}: ${parameters('c')}\n`,
    });
    expect(
      found.filter(({ code }) => code === 'openapi-path').map(({ message }) => message),
    ).toEqual([
      'the path "/P/{b}" differs from "/p/{b}" in upper and lower case only',
      'the path "/p/{c}" differs from "/p/{b}" in the names of parameters only',
    ]);
  });

  it('name the commands for many findings', () => {
    const some = Array.from({ length: 20 }, (_, line) => linkFinding({ line: line + 1 }));
    expect(manyFindings({ diagnostics: some, spared: 0 })).toEqual([]);
    const diagnostics = [...some, linkFinding({ fix: './b.md' })];
    const commands =
      '`docs check-links --fix` repairs 1, `docs check-links --update-baseline` accepts the rest';
    expect(manyFindings({ diagnostics, spared: 0 })).toEqual([commands]);
    expect(manyFindings({ diagnostics, spared: 3 })).toEqual([
      `3 of the warnings are errors with a configuration (\`docs init\`) or --strict; ${commands}`,
    ]);
  });

  it('say that --since needs a repository', () => {
    const driver = site({ 'content/docs/a.md': '# A\n' });
    try {
      expect(changedFiles(driver.dir, 'x').problem).toBe(
        'this folder is in no Git repository: leave out --since',
      );
    } finally {
      driver.dispose();
    }
  });
});

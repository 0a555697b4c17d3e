import { describe, expect, it } from 'vitest';
import { manyFindings } from '../../../src/cli/report.ts';
import { changedFiles } from '../../../src/cli/link-flags.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { type SiteFiles, site } from '../../support/site.ts';
import { linkFinding } from './link-finding.ts';

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

  it('name the commands for many findings', () => {
    const some = Array.from({ length: 20 }, (_, line) => linkFinding({ line: line + 1 }));
    expect(manyFindings(some)).toEqual([]);
    expect(manyFindings([...some, linkFinding({ fix: './b.md' })])).toEqual([
      '`docs check-links --fix` repairs 1, `docs check-links --update-baseline` accepts the rest',
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

import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const used = { site: undefined as SiteDriver | undefined };
afterEach(() => used.site?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  used.site = site(files);
  return used.site.build();
}

const config = (links: string): string => `export default {
  title: 'T', url: 'https://t.example', links: { ${links} },
  openapi: [{ spec: 'openapi/x.json' }],
  navbar: { items: [{ label: 'Code', href: 'vscode:navbar' }] },
  footer: { links: [{ label: 'Code', href: 'VSCode:footer' }], copyright: '<a href="vscode:html">x</a>' },
};
`;

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1', description: '[x](vscode:api)' },
  paths: {},
});

const everywhere = (links: string): SiteFiles => ({
  'site.config.ts': config(links),
  'openapi/x.json': description,
  'content/docs/a.md': '# A\n\n[x](vscode:markdown) <a href="vscode:raw">x</a> <vscode:auto>\n',
});

describe('links.schemes', () => {
  it('allows a scheme wherever links are written', async () => {
    const driver = await built(everywhere(`schemes: ['vscode']`));
    expect(driver.diagnostics()).toEqual([]);
    const page = driver.page('/docs/a');
    for (const href of ['markdown', 'raw', 'auto', 'navbar', 'html'])
      expect(page).toContain(`href="vscode:${href}"`);
    expect(page).toContain('href="VSCode:footer"');
    expect(page).not.toContain('target="_blank"');
    expect(driver.page('/docs/api/t')).toContain('href="vscode:api"');
  });

  it('without it each such link is reported at its location', async () => {
    const driver = await built(everywhere(''));
    const files = everywhere('');
    const places = Object.entries(files).flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, row) =>
          [...line.matchAll(/vscode:/gi)].map(
            ({ index }) =>
              `${file}:${row + 1}:${index + 1} ${file === 'openapi/x.json' ? 'openapi-link' : 'unknown-scheme'}`,
          ),
        ),
    );
    expect(places).toHaveLength(7);
    expect(driver.diagnostics().toSorted()).toEqual(places.toSorted());
    const unknown = driver.result().diagnostics.find(({ code }) => code === 'unknown-scheme');
    expect(unknown?.hint).toBe("links.schemes: ['vscode'] in the configuration allows it in links");
  });

  it.each(['javascript', 'vbscript', 'data', 'blob', 'file', 'filesystem'])(
    'never allows %s:',
    async (scheme) => {
      const driver = await built(everywhere(`schemes: ['${scheme}']`));
      expect(driver.diagnostics()).toContain('site.config.ts:2:60 config-value');
    },
  );
});

const DISABLE = '<!-- check-links-disable-next-line -->\n';
const NAMED = '<!-- check-links-disable-next-line unknown-scheme -->\n';
const IGNORE = `---\nlinks: { ignore: ['*:*', '/.*/'] }\n---\n`;

describe('a suppressed scheme', () => {
  it('publishes no address that `links.schemes` does not allow', async () => {
    const driver = await built({
      'content/docs/a.md': `# A\n\n${NAMED}[x](sms:+49123)\n`,
      'content/docs/b.md': `${IGNORE}# B\n\n[x](sms:+49123) <a href="sms:1">x</a>\n`,
    });
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.result().ok).toBe(true);
    expect(driver.page('/docs/a')).not.toContain('sms:');
    expect(driver.page('/docs/b')).not.toContain('sms:');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](<\u0001javascript:alert(1)>)',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java&Tab;script&colon;alert(1)">x</a>',
    '<vbscript:x>',
    '[x](data:text/html,x)',
    '![x](data:image/svg+xml,x)',
    '[x](blob:https://a.example/1)',
    '[x](file:///etc/passwd)',
    '[x](filesystem:https://a.example/1)',
  ])('never publishes %s', async (link) => {
    const driver = await built({
      'content/docs/a.md': `${IGNORE}# A\n\n${DISABLE}${link}\n`,
    });
    const unsafe = driver.diagnostics().filter((line) => line.endsWith(' unsafe-scheme'));
    expect(unsafe).toHaveLength(1);
    expect(unsafe[0]).toContain('content/docs/a.md:7:');
    expect(driver.result().ok).toBe(false);
    expect(driver.files()).toEqual([]);
  });
});

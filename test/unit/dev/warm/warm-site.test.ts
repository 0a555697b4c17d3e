import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { warmBundler } from '../../../../src/bundle/warm-bundler.ts';
import { createWarmSite, type LiveSite } from '../../../../src/dev/warm/warm-site.ts';
import { toOutputPath } from '../../../../src/shared/paths.ts';
import { formatDiagnostics, type SiteDriver, type SiteFiles, site } from '../../../support/site.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Warm {
  readonly driver: SiteDriver;
  readonly live: LiveSite;
  /** The events in order. */
  readonly events: string[];
  readonly save: (path: string, text: string, structural?: boolean) => Promise<void>;
  readonly read: (path: string) => Promise<string | undefined>;
}

async function warm(files: SiteFiles): Promise<Warm> {
  const driver = site(files);
  closing.push(driver.dispose);
  return serve(driver);
}

async function serve(driver: SiteDriver): Promise<Warm> {
  const events: string[] = [];
  const bundler = warmBundler();
  const live = createWarmSite({
    options: { siteDir: driver.dir },
    bundler,
    onConfig: () => events.push('config'),
    onChange: () => events.push('change'),
    onFindings: (complete) => events.push(complete ? 'all findings' : 'findings'),
    onError: (error) => {
      throw error;
    },
    quiet: 0,
  });
  closing.unshift(live.close, bundler.close);
  await live.update({ paths: new Set(), structural: true });
  return {
    driver,
    live,
    events,
    save: async (path, text, structural = false) => {
      driver.write(path, text);
      await live.update({ paths: new Set([join(driver.dir, path)]), structural });
    },
    read: async (path) => {
      const file = await live.current()?.file(toOutputPath(path));
      return file?.type === 'made' ? String(file.content) : file?.absolute;
    },
  };
}

const TWO = {
  'content/docs/a.md': '# A\n\n[b](./b.md#part)\n',
  'content/docs/b.md': '# B\n\n## Part\n',
};

describe('a warm site', () => {
  it('tells of a new state before it looks at the whole site', async () => {
    const { live, events } = await warm(TWO);
    expect(events).toEqual(['config', 'change', 'findings']);
    await live.settled();
    expect(events).toEqual(['config', 'change', 'findings', 'all findings']);
  });

  it('serves what was saved, and nothing that a build would not write', async () => {
    const { save, read } = await warm(TWO);
    await save('content/docs/a.md', '# A\n\nSaved text.\n');
    expect(await read('docs/a/index.html')).toContain('Saved text.');
    expect(await read('docs/a.md')).toMatch(/^> .*\n\n# A\n\nSaved text\.\n$/);
    expect(await read('llms.txt')).toContain('docs/a.md): Saved text.');
    for (const path of ['docs/c/index.html', 'site.config.ts', '../x', 'docs/c.md', 'index.md', ''])
      expect(await read(path), path).toBeUndefined();
  });

  it('tells of the saved file at once, and of the others when it has looked at them', async () => {
    const { live, save } = await warm(TWO);
    await live.settled();
    await save('content/docs/b.md', '# B\n\n## Another\n\n[c](./c.md)\n');
    expect(formatDiagnostics(live.diagnostics())).toEqual(['content/docs/b.md:5:5 page-not-found']);
    await live.settled();
    expect(formatDiagnostics(live.diagnostics())).toEqual([
      'content/docs/a.md:3:5 anchor-not-found',
      'content/docs/b.md:5:5 page-not-found',
    ]);
    await save('content/docs/b.md', '# B\n\n## Part\n');
    await live.settled();
    expect(live.diagnostics()).toEqual([]);
  });

  it('keeps the last good state while the configuration is broken, and says what is wrong with it', async () => {
    const { live, save, read } = await warm(TWO);
    const before = live.current()?.state.shell;
    await save('site.config.ts', 'export default { title: 1 };\n');
    expect(await read('docs/a/index.html')).toContain('<h1');
    expect(live.diagnostics().map(({ code }) => code)).toContain('config-type');
    expect(live.findings().errors).toBeGreaterThan(0);
    await save('content/docs/a.md', '# A\n\nStill written.\n');
    expect(await read('docs/a/index.html')).toContain('Still written.');
    expect(live.current()?.state.shell).toBe(before);
  });

  it('shows samples of the site as they are saved, and the others while they throw', async () => {
    const samples = (code: string): string =>
      `export default ({ id }) => [{ label: 'SDK', language: 'ts', code: ${code} }];\n`;
    const { live, save, read } = await warm({
      'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  openapi: [{ spec: 'api.yaml', samples: 'samples.ts' }],
};\n`,
      'api.yaml': `openapi: 3.1.0
info: { title: A, version: '1' }
paths: { /a: { get: { operationId: getA, responses: { '200': { description: Yes } } } } }\n`,
      'samples.ts': samples('`first(${id})`'),
      'content/index.md': '# Home\n',
    });
    const page = 'api/get-a/index.html';
    expect(await read(page)).toContain('first');
    await save('samples.ts', samples('`second(${id})`'));
    expect(await read(page)).toContain('second');
    await save('samples.ts', samples('id.no.name'));
    await live.settled();
    expect(formatDiagnostics(live.diagnostics())).toEqual(['samples.ts:1:73 samples-error']);
    expect(await read(page)).toContain('curl');
    await save('samples.ts', samples('id + ;'));
    await live.settled();
    expect(formatDiagnostics(live.diagnostics())).toEqual(['samples.ts:1:72 samples-error']);
    await save('samples.ts', samples('`third(${id})`'));
    await live.settled();
    expect(live.diagnostics()).toEqual([]);
    expect(await read(page)).toContain('third');
  });

  it('starts without a configuration, and shows the site when there is one', async () => {
    const { driver, live, save, events } = await warm({
      ...TWO,
      'site.config.ts': 'export default {',
    });
    expect(live.current()).toBeUndefined();
    expect(live.diagnostics().map(({ code }) => code)).toEqual(['config-load']);
    expect(events).toEqual(['change', 'all findings']);
    await save(
      'site.config.ts',
      "export default { title: 'T', url: 'https://docs.example.com' };\n",
    );
    expect(live.current()?.config.siteDir).toBe(driver.dir);
    await live.settled();
    expect(live.diagnostics()).toEqual([]);
  });

  it('shows a page whose template throws as failed, and the others', async () => {
    const { live, save, read } = await warm(TWO);
    await save(
      'content/lab.tsx',
      'export const meta = { title: "L", description: "l" };\nexport default () => { throw new Error("no lab"); };\n',
      true,
    );
    await expect(read('lab/index.html')).rejects.toThrow('no lab');
    expect(await read('docs/a/index.html')).toContain('<h1');
    await live.settled();
    expect(formatDiagnostics(live.diagnostics())).toEqual(['content/lab.tsx:2:30 template-error']);
  });

  it('changes the shell for what only a new document can take over', async () => {
    const { live, save } = await warm({ ...TWO, 'static/x.txt': 'x' });
    const shell = (): string | undefined => live.current()?.state.shell;
    const first = shell();
    await save('content/docs/a.md', '# Another title\n');
    await save('templates/styles.css', '.x { order: 1 }\n', true);
    await save('templates/Footer.tsx', 'export const Footer = () => <footer>Own</footer>;\n', true);
    expect(shell()).toBe(first);
    await save('static/x.txt', 'y');
    const second = shell();
    expect(second).not.toBe(first);
    await save('templates/SearchDialog.tsx', 'export const SearchDialog = () => <p />;\n', true);
    expect(shell()).not.toBe(second);
  });

  it('has the same shell after a restart, unless static files have changed meanwhile', async () => {
    const { driver, live, save } = await warm({ ...TWO, 'static/x.txt': 'x' });
    await save('static/x.txt', 'y');
    const shell = live.current()?.state.shell;
    const restarted = await serve(driver);
    expect(restarted.live.current()?.state.shell).toBe(shell);
    // What was written right before the start is reported afterwards.
    await restarted.live.update({
      paths: new Set([join(driver.dir, 'static/x.txt')]),
      structural: true,
    });
    expect(restarted.live.current()?.state.shell).toBe(shell);
    driver.write('static/x.txt', 'changed');
    expect((await serve(driver)).live.current()?.state.shell).not.toBe(shell);
  });

  it('finds what was just saved', async () => {
    const { live, save, read } = await warm(TWO);
    expect(await read('search-index-docs-default-current.json')).toContain('part');
    await save('content/docs/a.md', '# A\n\nzebrafinch\n');
    expect(await read('search-index-docs-default-current.json')).toContain('zebrafinch');
    await live.settled();
  });
});

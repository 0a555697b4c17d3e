import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DevServer, startDevServer } from '../../../src/dev/dev-server.ts';
import { editorCommand, findSource, type SourcePlace } from '../../../src/dev/open-source.ts';
import { openFolder } from '../../../src/pipeline/routes.ts';
import { site } from '../../support/site.ts';
import { foreignRequests } from '../server/hostile-targets.ts';
import { servedSite, warmSite } from '../server/warm-site.ts';

const API = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /a:
    get:
      operationId: one
      summary: First
      responses: { '200': { description: All is well. } }
  /b:
    get:
      operationId: two
      summary: Second
      description: |
        Shows what is
        behind the door.
      responses: { '200': { description: All is well. } }
`;

it('finds the line of a block in the page, in its includes and in its API description', async () => {
  const driver = site({
    'site.config.ts':
      "export default { title: 'T', url: 'https://t.example', baseUrl: '/b/', openapi: [{ spec: 'api.yaml', routeBase: '/api' }] };\n",
    'api.yaml': API,
    'content/docs/one.md':
      '---\ntitle: One\n---\n\nFirst text of\nthe **page** [here](./two.md).\n\n- red apples\n- green pears\n\n<Include file="../../parts/note.md" />\n',
    'content/docs/two.md': '# Two\n',
    'parts/note.md': 'Some words.\n\nKeep your token secret.\n',
  });
  const opened = await openFolder({ siteDir: driver.dir });
  if (opened.config === undefined) throw new Error('no site');
  const at = (path: string, text: string): string => {
    const { file = '', line } = findSource(opened.site, path, text) ?? {};
    return `${file.slice(driver.dir.length + 1)}:${line}`;
  };
  expect(at('/b/docs/one/', 'First text of the page here.')).toBe('content/docs/one.md:5');
  expect(at('/b/docs/one', 'green pears')).toBe('content/docs/one.md:9');
  expect(at('/b/docs/one/', 'Keep your token secret.')).toBe('parts/note.md:3');
  expect(at('/b/docs/one/', 'Nowhere')).toBe('content/docs/one.md:1');
  expect(at('/b/api/get-two/', 'Shows what is behind the door.')).toBe('api.yaml:14');
  expect(at('/b/api/get-two/', 'All is well.')).toBe('api.yaml:16');
  expect(findSource(opened.site, '/b/../../etc/passwd', 'root')).toBeUndefined();
  driver.dispose();
});

it.each([
  [{ EDITOR: 'code --wait' }, 'code -g /s/a b.md:7'],
  [{ VISUAL: '/opt/bin/webstorm', EDITOR: 'vim' }, '/opt/bin/webstorm --line 7 /s/a b.md'],
  [{ EDITOR: 'subl' }, 'subl /s/a b.md:7'],
  [{ EDITOR: 'vim', TERM_PROGRAM: 'vscode' }, 'code -g /s/a b.md:7'],
  [{ TERMINAL_EMULATOR: 'JetBrains-JediTerm' }, 'idea --line 7 /s/a b.md'],
  [{ EDITOR: 'vim' }, undefined],
])('opens an editor of %j', (env, command) => {
  expect(editorCommand({ file: '/s/a b.md', line: 7 }, env)?.join(' ')).toBe(command);
});

describe('the server', () => {
  const open: DevServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });

  it('opens only what pages of the site on this machine ask for', async () => {
    const opened: SourcePlace[] = [];
    const server = await startDevServer({
      site: warmSite(servedSite()),
      channel: () => undefined,
      liveScript: () => '',
      openEditor: (place) => opened.push(place) > 0,
      port: 0,
    });
    if (server.kind === 'failed') throw new Error(server.message);
    open.push(server);
    const ask = async (body: object, headers: Record<string, string> = {}): Promise<number> => {
      const address = `http://127.0.0.1:${server.port}/__docwright/open`;
      return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    for (const headers of foreignRequests(server.port))
      expect(await ask({ path: '/docs/a/', text: '' }, headers)).toBe(403);
    expect(await ask({ path: '/docs/none/', text: '' })).toBe(404);
    expect(await ask({ path: '/docs/a/', text: 'x'.repeat(9000) })).toBe(413);
    expect(opened).toEqual([]);
    expect(await ask({ path: '/docs/a/', text: 'Text' })).toBe(200);
    expect(opened).toEqual([{ file: join('/site/content/docs/a.md'), line: 3 }]);
  });
});

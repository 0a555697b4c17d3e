import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { createLiveChannel, type LiveChannel } from '../../../src/dev/live/channel.ts';
import { liveScript } from '../../../src/dev/live/live-script.ts';
import type { LiveFindings, LiveState } from '../../../src/shared/live.ts';
import { listen, type ServedRequest, type StaticServer } from '../../support/serve.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';

/** A site that is built again for each edit, and served as `docs dev` serves: with the live script, and under the policy. */
export interface LiveSite {
  readonly driver: SiteDriver;
  readonly server: StaticServer;
  readonly channel: LiveChannel;
  /** Writes files, builds, and tells the open pages. */
  readonly edit: (files: SiteFiles) => Promise<void>;
  /** Removes a file, builds, and tells the open pages. */
  readonly remove: (path: string) => Promise<void>;
  /** Tells what no build is needed for. */
  readonly tell: (change: Partial<LiveState>) => void;
  readonly find: (findings: Partial<LiveFindings>) => void;
  /** Ends the streams as a server that stops, and answers as one that is restarted. */
  readonly restart: () => void;
  readonly dispose: () => Promise<void>;
}

const NO_FINDINGS: LiveFindings = { checking: false, errors: 0, warnings: 0, shown: [] };

export async function liveSite(files: SiteFiles, baseUrl: string): Promise<LiveSite> {
  const driver = await site(files).build();
  const problems = driver.diagnostics();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const script = await liveScript();
  const requests: ServedRequest[] = [];
  let findings = NO_FINDINGS;
  let state: LiveState = { version: 1, shell: 'first', styles: stylesOf(driver) };
  const open = (): LiveChannel =>
    createLiveChannel({
      site: {
        current: () => Object.assign(Object.create(null), { state }),
        findings: () => findings,
      },
    });
  let channel = open();
  const tell = (change: Partial<LiveState>): void => {
    state = { ...state, version: state.version + 1, ...change };
    channel.changed();
  };
  const answer = sirv(driver.outDir(), { dev: true, etag: true });
  const live = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    requests.push({ method, url, status: 0 });
    response.setHeader('Content-Security-Policy', STRICT_POLICY);
    const path = url.slice(baseUrl.length);
    if (path === '__docwright/live') return channel.handle(request, response);
    if (path === '__docwright/live.js') {
      response.setHeader('Content-Type', 'text/javascript');
      return response.end(script);
    }
    const tag = { baseUrl, state, folder: driver.outDir() };
    if (sendDocument(path, response, tag)) return;
    request.url = `/${path}`;
    return answer(request, response, () => void sendDocument('404.html', response, tag));
  });
  const origin = await listen(live);
  return {
    driver,
    server: { url: origin + baseUrl, requests, close: async () => void live.close() },
    get channel() {
      return channel;
    },
    edit: async (changes) => {
      for (const [path, text] of Object.entries(changes)) driver.write(path, text);
      await driver.rebuild();
      tell({ styles: stylesOf(driver) });
    },
    remove: async (path) => {
      await driver.remove(path).rebuild();
      tell({});
    },
    tell,
    find: (found) => {
      findings = { ...NO_FINDINGS, ...found };
      channel.found();
    },
    restart: () => {
      channel.close();
      channel = open();
    },
    dispose: async () => {
      channel.close();
      live.close();
      live.closeAllConnections();
      driver.dispose();
    },
  };
}

interface Tag {
  readonly baseUrl: string;
  readonly state: LiveState;
  readonly folder: string;
}

/** Sends the document at a path with the live script; false where there is none. */
function sendDocument(path: string, response: ServerResponse, tag: Tag): boolean {
  const [name = ''] = path.split('?');
  if (!/(?:^|\/|\.html)$/.test(name)) return false;
  const html = readDocument(join(tag.folder, name));
  if (html === undefined) return false;
  const status = name === '404.html' ? 404 : 200;
  const state = JSON.stringify(tag.state).replaceAll('"', '&quot;');
  const script = `<script type="module" src="${tag.baseUrl}__docwright/live.js" data-state="${state}" data-status="${status}"></script>`;
  response.writeHead(status, {
    'Content-Type': 'text/html;charset=utf-8',
    'Cache-Control': 'no-cache',
  });
  response.end(html.replace('</head>', () => `${script}</head>`));
  return true;
}

function readDocument(path: string): string | undefined {
  const file = path.endsWith('.html') ? path : join(path, 'index.html');
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
}

function stylesOf(driver: SiteDriver): LiveState['styles'] {
  const found = /<link rel="stylesheet" href="([^"]+)" integrity="([^"]+)">/.exec(
    driver.file('404.html'),
  );
  return { href: found?.[1] ?? '', integrity: found?.[2] ?? '' };
}

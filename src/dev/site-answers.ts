import type { IncomingHttpHeaders } from 'node:http';
import { isOfSite } from '../content/read-source.ts';
import { stripControls } from '../diagnostics/frame.ts';
import { contentType } from '../publish/hosting-rules.ts';
import { findAddress, notFoundFiles } from '../server/find-file.ts';
import {
  type Exchange,
  NOT_FOUND,
  sendBytes,
  sendRedirect,
  sendSource,
  sendText,
  setPolicy,
} from '../server/send.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { ROOT_ID } from '../shared/page-ids.ts';
import { LIVE_FOLDER, type LiveState } from '../shared/live.ts';
import type { OutputPath, SitePath } from '../shared/paths.ts';
import type { ServedFile, ServedSite } from './dev-events.ts';

/** The answer until a configuration could be read. */
export function sendNoSite(exchange: Exchange): void {
  const bytes = errorPage({
    title: 'The configuration has errors',
    text: 'See the terminal. This page shows the site as soon as they are fixed.',
    mark: { baseUrl: '/', state: NO_STATE, status: 500 },
  });
  sendBytes(exchange, { status: 500, type: HTML, bytes });
}

const HTML = 'text/html; charset=utf-8';

/** Answers with the site's file at an address, or with the error of a page that cannot be rendered. */
export async function answerSite(exchange: Exchange, site: ServedSite): Promise<void> {
  try {
    await answerFromSite(exchange, site);
  } catch (error) {
    if (exchange.response.headersSent) throw error;
    const bytes = errorPage({
      title: 'This page cannot be rendered',
      text: error instanceof Error ? error.message : String(error),
      mark: markOf(site, 500),
    });
    sendBytes(exchange, { status: 500, type: HTML, bytes });
  }
}

async function answerFromSite(exchange: Exchange, site: ServedSite): Promise<void> {
  const found = await findAddress(exchange.target.pathname, site.config, site.file);
  switch (found.kind) {
    case 'file': {
      const sent = await sendFile(exchange, {
        ...found,
        config: site.config,
        mark: markOf(site, 200),
      });
      return sent ? undefined : answerNotFound(exchange, site, undefined);
    }
    case 'redirect':
      return sendRedirect(exchange, found);
    case 'missing':
      return answerNotFound(exchange, site, found.path);
  }
}

interface FileToSend {
  readonly path: OutputPath;
  readonly file: ServedFile;
  readonly mark: LiveMark & { readonly status: 200 | 404 };
  readonly config: ServedSite['config'];
}

/** Returns false, with nothing sent, if the file no longer exists. */
async function sendFile(
  exchange: Exchange,
  { path, file, mark, config }: FileToSend,
): Promise<boolean> {
  const type = contentType(path);
  if (file.type === 'source') {
    setPolicy(exchange, config, { path, html: undefined });
    const { absolute, folders } = file;
    return isOfSite(absolute, folders) && sendSource(exchange, { absolute, type });
  }
  const bytes = type === HTML ? withLiveScript(file.content, mark) : Buffer.from(file.content);
  setPolicy(exchange, config, { path, html: type === HTML ? bytes : undefined });
  sendBytes(exchange, { status: mark.status, type, bytes });
  return true;
}

async function answerNotFound(
  exchange: Exchange,
  site: ServedSite,
  path: SitePath | undefined,
): Promise<void> {
  const { headers } = exchange.request;
  if (!wantsDocument(headers, exchange.target.pathname)) return sendText(exchange, NOT_FOUND);
  for (const candidate of notFoundFiles(path, site.config)) {
    const file = await site.file(candidate);
    if (file?.type !== 'made') continue;
    const { config } = site;
    await sendFile(exchange, { path: candidate, file, config, mark: markOf(site, 404) });
    return;
  }
  sendText(exchange, NOT_FOUND);
}

function markOf<Status extends LiveMark['status']>(
  { config, state }: ServedSite,
  status: Status,
): LiveMark & { readonly status: Status } {
  return { baseUrl: config.baseUrl, state, status };
}

/** True if the client expects a page, by `Sec-Fetch-Dest` or, without it, by the extension of the address. */
function wantsDocument(
  { 'sec-fetch-dest': destination }: IncomingHttpHeaders,
  pathname: string,
): boolean {
  if (typeof destination === 'string') return DOCUMENTS.has(destination);
  return !/\.[^/.]+$/.test(pathname) || /\.html?$/i.test(pathname);
}

const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'iframe', 'frame']);

/** Shown instead of a page. */
interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly mark: LiveMark;
}

/** A plain HTML document; its live script shows the problems and reloads it. */
function errorPage({ title, text, mark }: ErrorPage): Buffer {
  const paragraphs = stripControls(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>\n`);
  return Buffer.from(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${liveTag(mark)}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.join('')}</main>
</body>
</html>
`,
  );
}

/** The data of a document for the live script. */
interface LiveMark {
  readonly baseUrl: string;
  readonly state: LiveState;
  readonly status: 200 | 404 | 500;
}

/** The state of documents while there is no site; any other state is newer. */
const NO_STATE: LiveState = { version: -1, shell: '', styles: { href: '', integrity: '' } };

/** The element that loads the live script. */
function liveTag({ baseUrl, state, status }: LiveMark): string {
  const src = `${baseUrl}${LIVE_FOLDER}/live.js`;
  return `<script type="module" src="${escapeHtml(src)}" data-state="${escapeHtml(JSON.stringify(state))}" data-status="${status}"></script>`;
}

/** Adds the live script to the end of a document's head; other bytes stay unchanged. Redirect pages get none. */
function withLiveScript(content: string | Uint8Array, mark: LiveMark): Uint8Array {
  const bytes = Buffer.from(content);
  const end = bytes.includes(`<div id="${ROOT_ID}"`) ? bytes.indexOf('</head>') : -1;
  if (end < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(liveTag(mark)), bytes.subarray(end)]);
}

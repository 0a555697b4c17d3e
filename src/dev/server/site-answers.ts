import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { OutputPath, SitePath } from '../../shared/paths.ts';
import type { ServedFile, ServedSite } from '../types.ts';
import { contentType } from './content-type.ts';
import { errorPage, messageOf } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { findAddress, notFoundFiles } from './find-file.ts';
import { type LiveMark, NO_STATE, withLiveScript } from './live-script.ts';
import { NOT_FOUND, sendBytes, sendRedirect, sendSource, sendText } from './send.ts';
import { wantsDocument } from './wants-document.ts';

/** Answers as long as no configuration could be read. */
export function sendNoSite(exchange: Exchange): void {
  const bytes = errorPage({
    title: 'The configuration has errors',
    text: 'See the terminal. This page shows the site as soon as they are mended.',
    mark: { baseUrl: '/', state: NO_STATE, status: 500 },
  });
  sendBytes(exchange, { status: 500, type: HTML, bytes });
}

const HTML = 'text/html; charset=utf-8';

/** Answers with what the site has at an address; a page that cannot be rendered says why. */
export async function answerSite(exchange: Exchange, site: ServedSite): Promise<void> {
  try {
    await answerFromSite(exchange, site);
  } catch (error) {
    if (exchange.response.headersSent) throw error;
    const bytes = errorPage({
      title: 'This page cannot be rendered',
      text: messageOf(error),
      mark: markOf(site, 500),
    });
    sendBytes(exchange, { status: 500, type: HTML, bytes });
  }
}

async function answerFromSite(exchange: Exchange, site: ServedSite): Promise<void> {
  const found = await findAddress(exchange.target.pathname, site.config, site.file);
  switch (found.kind) {
    case 'file': {
      const sent = await sendFile(exchange, { ...found, mark: markOf(site, 200) });
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
}

/** False when the file is gone; nothing has been sent then. */
async function sendFile(exchange: Exchange, { path, file, mark }: FileToSend): Promise<boolean> {
  const type = contentType(path);
  if (file.type === 'source') {
    const { absolute, root } = file;
    return (await isBelow(absolute, root)) && sendSource(exchange, { absolute, type });
  }
  const bytes = type === HTML ? withLiveScript(file.content, mark) : Buffer.from(file.content);
  sendBytes(exchange, { status: mark.status, type, bytes });
  return true;
}

/** Whether a file still lies in a folder when symbolic links are followed. */
async function isBelow(absolute: string, root: string): Promise<boolean> {
  try {
    const [real, folder] = await Promise.all([realpath(absolute), realpath(root)]);
    return real.startsWith(folder + sep);
  } catch {
    return false;
  }
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
    await sendFile(exchange, { path: candidate, file, mark: markOf(site, 404) });
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

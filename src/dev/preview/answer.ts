import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheRule } from '../../build/hosting/cache-rules.ts';
import type { ResolvedConfig } from '../../config/types.ts';
import type { SitePath } from '../../shared/paths.ts';
import { contentType } from '../server/content-type.ts';
import type { Exchange } from '../server/exchange.ts';
import { findAddress, notFoundFiles } from '../server/find-file.ts';
import { NOT_FOUND, sendBytes, sendRedirect, sendText } from '../server/send.ts';
import type { BuiltFolder } from './built-folder.ts';
import { createSender, type SendBuilt } from './send-built.ts';

interface Host {
  readonly folder: BuiltFolder;
  readonly config: ResolvedConfig;
  readonly send: SendBuilt;
}

/** Answers requests from a built folder. */
export function createPreviewAnswer(
  folder: BuiltFolder,
  config: ResolvedConfig,
): (exchange: Exchange) => Promise<void> {
  const host: Host = { folder, config, send: createSender(folder) };
  return (exchange) => answer(exchange, host);
}

async function answer(exchange: Exchange, host: Host): Promise<void> {
  const { config, folder, send } = host;
  const found = await findAddress(exchange.target.pathname, config, folder.lookup);
  switch (found.kind) {
    case 'file':
      exchange.response.setHeader('Cache-Control', cacheRule(found.path));
      exchange.response.setHeader('Content-Type', contentType(found.path));
      return send(exchange, found.file);
    case 'redirect':
      return sendRedirect(exchange, found);
    case 'missing':
      return answerNotFound(exchange, host, found.path);
  }
}

async function answerNotFound(
  exchange: Exchange,
  { folder, config }: Host,
  path: SitePath | undefined,
): Promise<void> {
  for (const candidate of notFoundFiles(path, config)) {
    const file = await folder.lookup(candidate);
    const bytes = file && (await readPage(join(folder.root, file.realPath)));
    if (bytes === undefined) continue;
    return sendBytes(exchange, { status: 404, type: contentType(candidate), bytes });
  }
  return sendText(exchange, NOT_FOUND);
}

// A build may delete it between the two looks.
async function readPage(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}

/** Files that several pages have. */
import { createHash } from 'node:crypto';
import type { OutputFile } from '../publish/output-file.ts';
import { getOrInsert } from '../shared/maps.ts';
import { ASSETS_FOLDER, toOutputPath } from '../shared/paths.ts';
import { builderMessages, shownMessages } from '../shared/request/builder-messages.ts';
import { constraintMessages } from '../shared/ui-messages.ts';
import type { ApiNode, SiteGraph } from './graph-types.ts';
import { apiMessagesOf } from './locales.ts';

/** A file that is named by its content: equal ones are one file. */
export function sharedFile(name: string, extension: string, content: string): OutputFile {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 8);
  const hash = Array.from(bytes, (byte) => BASE32.charAt(byte % 32)).join('');
  return { path: toOutputPath(`${ASSETS_FOLDER}${name}-${hash}.${extension}`), content };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The messages of the builders in a language: one file, which pages load once and keep. */
export function builderMessagesFile(
  { messages }: Pick<SiteGraph, 'messages'>,
  { locale }: Pick<ApiNode, 'locale'>,
): OutputFile {
  const files = getOrInsert(messageFiles, messages, () => new Map<string, OutputFile>());
  return getOrInsert(files, locale.code, () => {
    const own = messages.get(locale.code);
    const content = `${JSON.stringify(
      shownMessages({
        ...constraintMessages,
        ...own?.constraints,
        ...apiMessagesOf(messages, locale),
        ...builderMessages,
        ...own?.request,
      }),
    )}\n`;
    return sharedFile('builder', 'json', content);
  });
}

/** By tables and code: each page of an operation asks. */
const messageFiles = new WeakMap<SiteGraph['messages'], Map<string, OutputFile>>();

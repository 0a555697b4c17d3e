import { join, relative } from 'node:path';
import { isFile } from '../cache/stats.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { toFilePath } from '../shared/paths.ts';
import type { SourceFile } from './source-file.ts';

/** File of UI messages in the folder of a locale, and its old name. */
const MESSAGES_FILE = 'messages.yml';
const OLD_MESSAGES_FILE = 'texts.yml';
export const MESSAGES_FILES: readonly string[] = [MESSAGES_FILE, OLD_MESSAGES_FILE];

type MessagesFile = SourceFile & { readonly locale: string };

/** Finds the files of UI messages: those of themes, then the first one of each locale of the site. */
export function messagesFiles(
  config: ResolvedConfig,
  mayRead: (absolute: string) => boolean,
): { readonly messages: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const fileAt = (locale: string, folder: string, name: string): MessagesFile => {
    const absolute = join(folder, name);
    const file = toFilePath(relative(config.siteDir, absolute));
    return { file, path: toFilePath(name), originalFile: file, locale, absolute };
  };
  const codes = config.locales.map(({ code }) => code);
  const ofThemes = config.themes
    .flatMap((theme) => codes.map((code) => fileAt(code, theme, `messages/${code}.yml`)))
    .filter(({ absolute }) => isFile(absolute));
  const ofSite = codes.map((code) =>
    MESSAGES_FILES.map((name) => fileAt(code, join(config.i18nDir, code), name)).filter(
      ({ absolute }) => mayRead(absolute),
    ),
  );
  return {
    messages: [...ofThemes, ...ofSite.flatMap(([file]) => file ?? [])],
    diagnostics: ofSite.flatMap(oldNames),
  };
}

function oldNames(files: readonly MessagesFile[]): readonly Diagnostic[] {
  const isAlone = files.length === 1;
  const old = files.filter(({ path }) => path === OLD_MESSAGES_FILE);
  return old.map(({ file }) => {
    const message = isAlone
      ? `"${file}" has an old name`
      : `"${file}" is not read, since there is ${MESSAGES_FILE} beside it`;
    const hint = isAlone ? `rename it to ${MESSAGES_FILE}` : 'remove it';
    return diagnostic('old-file-name', { message, location: startOf(file), hint });
  });
}

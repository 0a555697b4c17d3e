import { readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { namesIn, siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** Names that other tools give the file of UI messages, without their ending. */
const MESSAGES = /^(?:messages?|texts?|translations?|strings|ui|interface|code)$/i;

/** Reports folders of locales that are not configured, and files of UI messages with names that are not read. */
export function strayLocales(
  config: ResolvedConfig,
  read: readonly string[],
): readonly Diagnostic[] {
  const { i18nDir, siteDir, contentDir, locales, translationDirs } = config;
  const folder = siteRelative(siteDir, i18nDir);
  const names = namesIn(i18nDir);
  const codes = locales.map(({ code }) => code);
  // Those of a locale may be one in which `path` of another is.
  const used = [contentDir, ...translationDirs.values()];
  const unknown = names.flatMap((name) => {
    const inside = join(i18nDir, name);
    if (codes.includes(name) || /^[._]/.test(name)) return [];
    if (used.some((of) => `${of}/`.startsWith(`${inside}/`))) return [];
    const page = firstPage(inside);
    if (page === undefined) return [];
    const meant = codes.find((code) => code.toLowerCase() === name.toLowerCase().replace('_', '-'));
    const near = meant ?? nearest(name, codes);
    const message = `${folder}/${name} is not read: "${name}" is no locale of the site`;
    const hint =
      near === undefined
        ? `add { code: '${name.replaceAll('_', '-')}' } to i18n.locales, or move the folder elsewhere`
        : `did you mean "${near}"? Rename it to ${folder}/${near}, or add the locale to i18n.locales`;
    return [
      diagnostic('unknown-locale', {
        message,
        hint,
        location: startOf(`${folder}/${name}/${page}`),
      }),
    ];
  });
  const misnamed = ['', ...codes].flatMap((code) =>
    (code === '' ? names : namesIn(join(i18nDir, code))).flatMap((name) => {
      const [, stem = '', ending = ''] = /^(.+?)\.(ya?ml|json)$/i.exec(name) ?? [];
      const of = code === '' ? codes.find((each) => stem.split('.').includes(each)) : code;
      const isMeant =
        MESSAGES.test(stem) || stem === of || nearest(stem, ['messages']) !== undefined;
      if (ending === '' || !(isMeant || (code === '' && of !== undefined))) return [];
      if (read.includes(name) && code !== '') return [];
      // The translation of a file beside the content.
      if (code !== '' && namesIn(contentDir).includes(name)) return [];
      const file = join(folder, code, name);
      const right = `${folder}/${of ?? codes[0] ?? 'en'}/messages.yml`;
      const message = `${file} is not read: UI messages are in messages.yml of the folder of a locale`;
      const hint = `did you mean ${right}?`;
      return [diagnostic('messages-file-name', { message, hint, location: startOf(file) })];
    }),
  );
  return [...unknown, ...misnamed];
}

/** The first page in a folder, at any depth. */
function firstPage(folder: string): string | undefined {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => /\.mdx?$/.test(file))
      .toSorted()[0]
      ?.replaceAll('\\', '/');
  } catch {
    // A file.
    return undefined;
  }
}

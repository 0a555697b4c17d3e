import { basename, join } from 'node:path/posix';
import { siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { ignoredSource, type SourceFile } from './source-file.ts';

const PAGE = /\.mdx?$/;

/** Reports the first translation that has no original, but would be that of a page in another folder. */
export function misplacedTranslation(
  content: readonly SourceFile[],
  { siteDir, i18nDir }: Pick<ResolvedConfig, 'siteDir' | 'i18nDir'>,
): readonly Diagnostic[] {
  const pages = content.filter(({ path }) => PAGE.test(path));
  const files = new Set(pages.map(({ file }) => file));
  const lost = pages.filter((page) => page.locale !== undefined && !files.has(page.originalFile));
  const names = new Set(lost.map(({ path }) => basename(path)));
  const named = pages.filter(
    ({ path, locale }) => locale === undefined && names.has(basename(path)),
  );
  for (const { file, path, locale = '' } of lost.slice(0, MOST_LOOKED)) {
    const end = DIALECTS.reduce<string>(
      (rest, { localeFolders = '' }) => rest.replace(localeFolders, ''),
      path,
    );
    const found = named.filter((page) => `/${page.path}`.endsWith(`/${end}`));
    if (found.length !== 1 || found[0] === undefined) continue;
    const to = join(siteRelative(siteDir, i18nDir), locale, found[0].path);
    const message = `${file} translates no page: there is none at its path`;
    const location = startOf(file);
    return [diagnostic('misplaced-translation', { message, location, hint: `move it to ${to}` })];
  }
  return [];
}

/** Of further ones, the first is telling. */
const MOST_LOOKED = 100;

/** The most pages of a site whose author may not know where pages are looked for. */
const FEW = 5;

/** Reports pages in `docs`, given by name, beside the content of a small site. */
export function pagesBeside(
  content: readonly SourceFile[],
  names: readonly string[],
): readonly Diagnostic[] {
  const first = names.find((name) => PAGE.test(name));
  if (first === undefined || content.filter(({ path }) => PAGE.test(path)).length > FEW) return [];
  const message = 'the pages in docs/ are left out: pages are in content/';
  const hint =
    'move them to content/docs/; for another purpose, turn "ignored-source" off in rules';
  return [ignoredSource(`docs/${first}`, message, hint)];
}

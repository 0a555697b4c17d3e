import { basename } from 'node:path/posix';
import { siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source-file.ts';

const PAGE = /\.mdx?$/;

/** Folders of Docusaurus in that of a locale. */
const FOREIGN = /^docusaurus-plugin-content-\w+\/(?:current\/|version-[^/]+\/)?/;

/**
 * Reports the translations that would be those of a page in another folder, one finding for a locale. Those in the
 * content, which would take the addresses of the right ones, are left out.
 */
export function withoutMisplaced(
  content: readonly SourceFile[],
  { locales, defaultLocale, siteDir, i18nDir }: ResolvedConfig,
): { readonly content: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const codes = locales.map(({ code }) => code).filter((code) => code !== defaultLocale);
  if (codes.length === 0) return { content, diagnostics: [] };
  const leftOut = new Set<SourceFile>();
  const pages = content.filter(({ path }) => PAGE.test(path));
  const files = new Set<string>(pages.map(({ file }) => file));
  const originals = new Map<string, string[]>();
  for (const { path, locale } of pages) {
    const name = basename(path);
    if (locale === undefined) originals.set(name, [...(originals.get(name) ?? []), path]);
  }
  const target = ({ path, locale, originalFile }: SourceFile, code: string): string | undefined => {
    const isInside = locale === undefined && path.startsWith(`${code}/`);
    if (!isInside && (locale !== code || files.has(originalFile))) return undefined;
    const wanted = isInside ? path.slice(code.length + 1) : path.replace(FOREIGN, '');
    const known = originals.get(basename(wanted)) ?? [];
    const [found, ...others] = known.filter(
      (original) => original === wanted || (!isInside && original.endsWith(`/${wanted}`)),
    );
    const to = `${siteRelative(siteDir, i18nDir)}/${code}/${found}`;
    return found === undefined || others.length > 0 || files.has(to) ? undefined : to;
  };
  const diagnostics = codes.flatMap((code) => {
    const moves = pages.flatMap((page) => {
      const to = target(page, code);
      if (to !== undefined && page.locale === undefined) leftOut.add(page);
      return to === undefined ? [] : [{ file: page.file, to }];
    });
    const [first, ...others] = moves;
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, like ${others.length} more`;
    return diagnostic('misplaced-translation', {
      message: `${first.file} translates no page where it is${more}`,
      location: { file: first.file, line: 1, column: 1 },
      hint: `move it to ${first.to}`,
    });
  });
  return { content: content.filter((source) => !leftOut.has(source)), diagnostics };
}

/** The most pages of a site whose author may not know where pages are looked for. */
const FEW = 5;

/** Reports a folder `docs` beside the content of a small site. */
export function pagesBeside(
  { siteDir, contentDir }: ResolvedConfig,
  content: readonly SourceFile[],
  beside: () => readonly SourceFile[],
): readonly Diagnostic[] {
  const isPage = ({ path }: SourceFile): boolean => PAGE.test(path);
  const pages = content.filter(isPage).length > FEW ? [] : beside().filter(isPage);
  const [first] = pages;
  const read = siteRelative(siteDir, contentDir);
  if (first === undefined) return [];
  return [
    diagnostic('ignored-source', {
      message: `the pages in docs/ are left out (${pages.length}): pages are in ${read}/`,
      location: { file: first.file, line: 1, column: 1 },
      hint: `move them to ${read}/docs/; for another purpose, set the level of "ignored-source" in rules`,
    }),
  ];
}

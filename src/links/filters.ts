import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compileGlob, compilePattern, type Matcher, type Parsed } from './pattern.ts';

/** Patterns as they are written on the command line. */
export interface FilterPatterns {
  /** Globs of files: only findings in these files count. */
  readonly include?: readonly string[];
  /** Globs, or regular expressions between slashes, of files whose findings do not count. */
  readonly exclude?: readonly string[];
  /** Patterns of destinations as written. */
  readonly ignoreLink?: readonly string[];
  /** Patterns of what destinations lead to: paths of the site, or addresses. */
  readonly ignoreTarget?: readonly string[];
}

export interface Filters {
  /** Whether findings in a file, relative to the site folder, count. */
  readonly hasFile: (file: string) => boolean;
  /** The patterns of `--include` that match none of some files. */
  readonly unmatched: (files: readonly string[]) => readonly string[];
  /** Whether a link is to be left alone. */
  readonly ignores: (href: string, resolved: string | undefined) => boolean;
}

export type FiltersResult =
  | { readonly ok: true; readonly filters: Filters }
  /** One sentence for each pattern that is wrong: a usage error. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Compiles the patterns of the command line. All problems are reported together. */
export function createFilters(patterns: FilterPatterns): FiltersResult {
  const problems: string[] = [];
  const compileAll = (option: string, texts: readonly string[] = []): readonly Matcher[] =>
    texts.flatMap((text) => {
      const compiled = compileFor(option, text);
      if (compiled.ok) return [compiled.value];
      problems.push(`${option} ${JSON.stringify(text)} ${compiled.problem}`);
      return [];
    });
  const include = compileAll('--include', patterns.include);
  const exclude = compileAll('--exclude', patterns.exclude);
  const links = compileAll('--ignore-link', patterns.ignoreLink);
  const targets = compileAll('--ignore-target', patterns.ignoreTarget);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    filters: {
      hasFile: (file) =>
        (include.length === 0 || include.some((matches) => matches(file))) &&
        !exclude.some((matches) => matches(file)),
      unmatched: (files) =>
        (patterns.include ?? []).filter(
          (_, index) => !files.some((file) => include[index]?.(file)),
        ),
      ignores: (href, resolved) =>
        links.some((matches) => matches(href)) ||
        (resolved !== undefined && targets.some((matches) => matches(resolved))),
    },
  };
}

function compileFor(option: string, text: string): Parsed<Matcher> {
  if (option === '--ignore-link' || option === '--ignore-target') return compilePattern(text);
  if (text.startsWith('!')) {
    const other = option === '--include' ? '--exclude' : '--include';
    return { ok: false, problem: `starts with "!": use ${other} instead` };
  }
  // Paths of files do not start with a slash, so this can only be meant as a regular expression.
  return option === '--exclude' && text.startsWith('/') ? compilePattern(text) : fileGlob(text);
}

/** As in .gitignore: without a slash a name in any folder, with a final slash all that is below. */
function fileGlob(text: string): Parsed<Matcher> {
  const path = text.replace(/^(?:\.\/)+/, '');
  const below = path.endsWith('/') ? `${path}**` : path;
  return compileGlob(below === '' || below.includes('/') ? below : `**/${below}`);
}

/** The findings that count. Those without a place always do. */
export function filterDiagnostics(
  filters: Filters,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.filter(
    ({ location, link }) =>
      (location === undefined || filters.hasFile(location.file)) &&
      (link === undefined || !filters.ignores(link.href, link.resolved)),
  );
}

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compileGlob, compilePattern, type Matcher, type Parsed } from './pattern.ts';

/** Patterns as written on the command line. */
export interface FilterPatterns {
  /** Globs of files: only findings in these files count. */
  readonly include?: readonly string[];
  /** Globs, or regular expressions between slashes, of files whose findings do not count. */
  readonly exclude?: readonly string[];
  /** Patterns of destinations as written. */
  readonly ignoreLink?: readonly string[];
  /** Patterns of targets: paths of the site, or addresses. */
  readonly ignoreTarget?: readonly string[];
}

export interface Filters {
  /** Tells whether findings in a file count, given relative to the site folder. */
  readonly hasFile: (file: string) => boolean;
  /** Returns the `--include` patterns that match none of the given files. */
  readonly unmatched: (files: readonly string[]) => readonly string[];
  /** Tells whether to ignore a link. */
  readonly ignores: (href: string, resolved: string | undefined) => boolean;
}

export type FiltersResult =
  | { readonly ok: true; readonly filters: Filters }
  /** A sentence for each invalid pattern: a usage error. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Compiles the patterns of the command line and reports all problems together. */
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
  // File paths do not start with a slash, so this must be a regular expression.
  if (option === '--exclude' && text.startsWith('/')) return compilePattern(text);
  // As in .gitignore: without a slash a name in any folder, with a final slash everything below.
  const path = text.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**');
  return compileGlob(path === '' || path.includes('/') ? path : `**/${path}`);
}

/** Returns the findings that count. Those without a location always do. */
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

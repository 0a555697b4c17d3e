import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { editDistance } from '../diagnostics/nearest.ts';
import { toFilePath } from '../shared/paths.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { ownFolders, siteStyles } from './resolve-plugin.ts';

/** A custom property in a style sheet. */
interface Mention {
  readonly name: string;
  readonly kind: 'declared' | 'used' | 'named';
  readonly source: SourceText;
  readonly start: number;
}

const MENTION = /(var\(\s*)?(?<![\w-])(--[A-Za-z_][\w-]*)(\s*[:,])?/g;

/** Reports custom properties of the site's style sheets that are misspelled variables of the theme. */
export function checkStyles(
  siteDir: string,
  templatesDirs: readonly string[],
): readonly Diagnostic[] {
  const defaults = join(PACKAGE_ROOT, 'templates');
  const files = ownFolders(templatesDirs).flatMap(filesBelow);
  const all = [...files, ...siteStyles(templatesDirs)].filter((path) => path.endsWith('.css'));
  const sheets = new Set<string>();
  for (const path of all) addSheet(sheets, path);
  const mentions = [...sheets].flatMap((path) => mentionsIn(path, siteDir));
  if (mentions.length === 0) return [];
  const theme = new Set(
    filesBelow(defaults)
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => mentionsIn(path, siteDir).map(({ name }) => name)),
  );
  const unknown = mentions.filter(({ name }) => !theme.has(name));
  if (unknown.length === 0) return [];
  const code = files
    .filter((path) => /\.[jt]sx?$/.test(path))
    .map((path) => textOfFile(path) ?? '')
    .join('\n');
  const known = (name: string, kind: Mention['kind']): boolean =>
    code.includes(name) || mentions.some((one) => one.name === name && one.kind !== kind);
  const reported = new Set<string>();
  return unknown.flatMap(({ name, kind, source, start }) => {
    if (kind === 'named' || reported.has(name) || known(name, kind)) return [];
    // One whose name differs by one or two letters, not by a number.
    const letters = name.replace(/\d/g, '');
    const distance = (other: string): number =>
      other.replace(/\d/g, '') === letters ? 3 : editDistance(name, other, 2);
    const [near] = [...theme]
      .filter((other) => other.length >= 8 && distance(other) <= 2)
      .toSorted((a, b) => distance(a) - distance(b));
    if (near === undefined) return [];
    reported.add(name);
    const message =
      kind === 'declared'
        ? `no style uses the variable "${name}"`
        : `the variable "${name}" is not defined`;
    const location = locate(source, { start, end: start + name.length });
    return [
      diagnostic('unknown-css-variable', { message, hint: `did you mean ${near}?`, location }),
    ];
  });
}

/** Adds a style sheet and those that it imports by relative paths. */
function addSheet(sheets: Set<string>, path: string): void {
  if (sheets.has(path)) return;
  const text = textOfFile(path);
  if (text === undefined) return;
  sheets.add(path);
  for (const [, name = ''] of text.matchAll(/@import\s+(?:url\(\s*)?["']?(\.[^"')\s]+)/g))
    addSheet(sheets, join(dirname(path), name));
}

function mentionsIn(path: string, siteDir: string): readonly Mention[] {
  const source = createSourceText(toFilePath(relative(siteDir, path)), textOfFile(path) ?? '');
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const css = source.text.replace(/\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, blank);
  return [...css.matchAll(MENTION)].map(({ 1: use, 2: name = '', 3: after = '', index }) => ({
    name,
    // A value after the name makes a variable optional.
    kind:
      use === undefined
        ? after.endsWith(':')
          ? 'declared'
          : 'named'
        : after.endsWith(',')
          ? 'named'
          : 'used',
    source,
    start: index + (use?.length ?? 0),
  }));
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.toSorted().map((name) => join(folder, name));
}

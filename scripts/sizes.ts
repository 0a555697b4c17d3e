import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { codeLines, type Length, type Location, measureModule, percentile } from './measure.ts';
import { importsOf, readModules, type SourceModule } from './sources.ts';

// Prints the size of the code, and fails on a figure above its limit or above the table in scripts/sizes.json.
// A change that needs more code writes a new table in the same commit: npm run check:sizes -- --write
const TABLE = 'scripts/sizes.json';
const MAX_FILE = 450;
const MAX_FUNCTION = 120;
const MAX_FUNCTION_P95 = 60;
const MAX_CASTS = 10;

/** The figures that grow with a new table only. */
interface SizeTable {
  /** Lines that esbuild prints, without types, comments, imports and blank lines, by folder. */
  readonly codeLines: Readonly<Record<string, number>>;
  /** Percent of the files in `src` that exactly one other file imports, types included. */
  readonly oneImporter: number;
  /** Exported types and interfaces. */
  readonly exportedTypes: number;
  /** Files that run for a task. */
  readonly traces: Readonly<Record<string, number>>;
}

const modules = readModules(['src', 'templates', 'bin']).filter(
  ({ path }) => !path.endsWith('.d.ts'),
);
const sizes = modules.map(measureModule);
const files = sizes.map(({ file }) => file);
const functions = sizes.flatMap((size) => size.functions);
const anys = sizes.flatMap((size) => size.anys);
const casts = sizes.flatMap((size) => size.casts);
const table: SizeTable = {
  codeLines: codeLinesByFolder(),
  oneImporter: oneImporter(),
  exportedTypes: modules.reduce((sum, module) => sum + exportedTypes(module), 0),
  traces: traces(),
};
const last: SizeTable = JSON.parse(readFileSync(TABLE, 'utf8'));
const isWriting = process.argv.includes('--write');

console.log(row('lines of', ['count', 'median', '95 %', 'max', 'longest']));
console.log(row('files', summary(files)));
console.log(row('functions', summary(functions)));
console.log(`any: ${anys.length}   casts: ${casts.length} of at most ${MAX_CASTS}`);
console.log('');
console.log(row('', ['now', 'table']));
const rows = compare(table, last);
for (const { name, now, before } of rows) console.log(row(name, [String(now), String(before)]));

const p95 = percentile(functions, 95);
const grown = rows.filter(({ now, before }) => now > before);
const problems = [
  ...tooLong(files, MAX_FILE).map((long) => `${describe(long)}: file over ${MAX_FILE} lines`),
  ...tooLong(functions, MAX_FUNCTION).map(
    (long) => `${describe(long)}: function over ${MAX_FUNCTION} lines`,
  ),
  ...(p95 > MAX_FUNCTION_P95 ? [`95 % of functions: ${p95} lines, over ${MAX_FUNCTION_P95}`] : []),
  ...anys.map((location) => `${at(location)}: type any`),
  ...(casts.length > MAX_CASTS ? casts.map((location) => `${at(location)}: cast`) : []),
  ...(isWriting ? [] : grown).map(
    ({ name, now, before }) => `${name}: ${now}, in the table ${before}`,
  ),
];
for (const problem of problems) console.error(problem);
if (grown.length > 0 && !isWriting) {
  console.error(
    'If the code has to grow, commit a new table with it: npm run check:sizes -- --write',
  );
}
if (isWriting) writeFileSync(TABLE, `${JSON.stringify(table, undefined, 2)}\n`);
if (problems.length > 0) process.exitCode = 1;

function codeLinesByFolder(): SizeTable['codeLines'] {
  const lines = new Map<string, number>([['total', 0]]);
  for (const { path, text } of modules) {
    const folder = path
      .split('/')
      .slice(0, path.startsWith('src/') ? 2 : 1)
      .join('/');
    const count = codeLines(path, text);
    lines.set('total', (lines.get('total') ?? 0) + count);
    lines.set(folder, (lines.get(folder) ?? 0) + count);
  }
  return Object.fromEntries([...lines].toSorted(([, a], [, b]) => b - a));
}

function oneImporter(): number {
  const importers = new Map<string, Set<string>>();
  for (const module of modules) {
    for (const { specifier } of importsOf(module)) {
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(module.path), specifier);
      importers.set(target, (importers.get(target) ?? new Set()).add(module.path));
    }
  }
  const inSource = modules.filter(({ path }) => path.startsWith('src/'));
  const single = inSource.filter(({ path }) => importers.get(path)?.size === 1);
  return Math.round((1000 * single.length) / inSource.length) / 10;
}

function exportedTypes({ parsed }: SourceModule): number {
  return parsed.program.body.filter(
    (node) =>
      node.type === 'ExportNamedDeclaration' &&
      /^TS(?:Interface|TypeAlias)Declaration$/.test(node.declaration?.type ?? ''),
  ).length;
}

/** Runs the traces in a process of their own, which loads the sources file by file. */
function traces(): SizeTable['traces'] {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/traces/traces.mjs'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('the traces have failed');
  return JSON.parse(stdout);
}

interface Row {
  readonly name: string;
  readonly now: number;
  readonly before: number;
}

function compare(now: SizeTable, before: SizeTable): readonly Row[] {
  const compared = (group: 'codeLines' | 'traces', prefix: string): readonly Row[] =>
    Object.entries(now[group]).map(([name, value]) => ({
      name: `${prefix}${name}`,
      now: value,
      before: before[group][name] ?? 0,
    }));
  return [
    ...compared('codeLines', 'code lines, '),
    { name: 'files with one importer, %', now: now.oneImporter, before: before.oneImporter },
    { name: 'exported types', now: now.exportedTypes, before: before.exportedTypes },
    ...compared('traces', 'files that run for '),
  ];
}

function summary(lengths: readonly Length[]): readonly string[] {
  const longest = lengths.reduce<Length | undefined>(
    (best, next) => (best === undefined || next.lines > best.lines ? next : best),
    undefined,
  );
  const numbers = [lengths.length, percentile(lengths, 50), percentile(lengths, 95)];
  return [...numbers, longest?.lines ?? 0, longest === undefined ? '' : at(longest)].map(String);
}

function row(title: string, cells: readonly string[]): string {
  return [title.padEnd(38), ...cells.map((cell) => cell.padStart(8))].join(' ');
}

function tooLong(lengths: readonly Length[], limit: number): readonly Length[] {
  return lengths.filter(({ lines }) => lines > limit);
}

function describe(length: Length): string {
  return `${at(length)} (${length.lines} lines)`;
}

function at(location: Location): string {
  return `${location.path}:${location.line}`;
}

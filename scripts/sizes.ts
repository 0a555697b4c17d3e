import { type Length, type Location, measureModule, percentile } from './measure.ts';
import { readModules } from './sources.ts';

const MAX_FILE = 450;
const MAX_FUNCTION = 90;
const MAX_CASTS = 10;

const sizes = readModules(['src', 'templates', 'bin']).map(measureModule);
const files = sizes.map(({ file }) => file);
const functions = sizes.flatMap((size) => size.functions);
const anys = sizes.flatMap((size) => size.anys);
const casts = sizes.flatMap((size) => size.casts);

console.log(row('lines of', ['count', 'median', '95 %', 'max', 'longest']));
console.log(row('files', summary(files)));
console.log(row('functions', summary(functions)));
const inSource = files.filter(({ path }) => path.startsWith('src/'));
const total = inSource.reduce((sum, file) => sum + file.lines, 0);
console.log(`src: ${inSource.length} files, ${total} lines`);
console.log(`any: ${anys.length}   casts: ${casts.length} of at most ${MAX_CASTS}`);

const problems = [
  ...tooLong(files, MAX_FILE).map((found) => `${describe(found)}: file over ${MAX_FILE} lines`),
  ...tooLong(functions, MAX_FUNCTION).map(
    (found) => `${describe(found)}: function over ${MAX_FUNCTION} lines`,
  ),
  ...anys.map((location) => `${at(location)}: type any`),
  ...(casts.length > MAX_CASTS ? casts.map((location) => `${at(location)}: cast`) : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function summary(lengths: readonly Length[]): readonly string[] {
  const longest = lengths.reduce<Length | undefined>(
    (best, next) => (best === undefined || next.lines > best.lines ? next : best),
    undefined,
  );
  const numbers = [lengths.length, percentile(lengths, 50), percentile(lengths, 95)];
  return [...numbers, longest?.lines ?? 0, longest === undefined ? '' : at(longest)].map(String);
}

function row(title: string, cells: readonly string[]): string {
  return [title.padEnd(12), ...cells.map((cell) => cell.padStart(8))].join(' ');
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

import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { CATALOG, type CatalogEntry, CODES, isCode } from '../../src/diagnostics/codes.ts';
import { code, escapeText, fence, printPage } from './markdown.ts';

/** A file of a site that shows a problem, and the same file without it. */
export interface DiagnosticExample {
  readonly file: string;
  readonly wrong: string;
  readonly right: string | undefined;
  /** Further files of the site, which the manual does not show. */
  readonly files: Readonly<Record<string, string>>;
}

/** Cause and remedy of a code. */
export interface Explanation {
  readonly code: string;
  readonly cause: string;
  readonly fix: string;
  readonly example: DiagnosticExample | undefined;
}

interface Group {
  readonly title: string;
  readonly explanations: readonly Explanation[];
}

const FOLDER = 'scripts/reference/diagnostics';
const API = 'openapi/notes.yaml';

/** Reads the catalog of causes and remedies. */
export function readExplanations(): readonly Group[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => {
      const { title, codes, with: files } = record(load(readFileSync(`${FOLDER}/${name}`, 'utf8')));
      const explanations = Object.entries(record(codes)).map(([key, value]) =>
        explanation(key, { with: files, ...record(value) }),
      );
      return { title: String(title), explanations };
    });
}

type Entry = Readonly<Record<string, unknown>>;

function record(value: unknown): Entry {
  if (typeof value !== 'object' || value === null) throw new Error('the catalog has no object');
  return { ...value };
}

function explanation(name: string, entry: Entry): Explanation {
  const { cause, fix } = entry;
  if (typeof cause !== 'string' || typeof fix !== 'string')
    throw new Error(`"${name}" lacks cause or fix`);
  return { code: name, cause, fix, example: exampleOf(entry) };
}

/** The short forms `config`, `operation` and `schema` stand for a line of a configuration or description, `sample` for a command. */
function exampleOf(entry: Entry): DiagnosticExample | undefined {
  const files = Object.fromEntries(
    Object.entries(record(entry['with'] ?? {})).map(([path, text]) => [path, String(text)]),
  );
  const extra = entry['config-with'];
  if (typeof extra === 'string') files['site.config.ts'] = configuration(extra);
  for (const [key, [file, print]] of Object.entries(SHORT_FORMS)) {
    const pair = entry[key];
    if (!Array.isArray(pair)) continue;
    const [wrong, right] = pair.map((text) => print(String(text)));
    const more = file === API ? { ...files, ...API_SITE } : files;
    return { file, wrong: wrong ?? '', right, files: more };
  }
  const { file = 'content/docs/index.md', wrong, right } = entry;
  if (typeof wrong !== 'string') return undefined;
  const more = file === API ? { ...files, ...API_SITE } : files;
  return {
    file: String(file),
    wrong,
    right: right === undefined ? right : String(right),
    files: more,
  };
}

function configuration(line: string): string {
  const lines = line === '' ? '' : `  ${line}\n`;
  return `export default {\n  title: 'Notes',\n  url: 'https://docs.example.com',\n${lines}};\n`;
}

const API_SITE = { 'site.config.ts': configuration(`openapi: [{ spec: '${API}' }],`) };
const HEAD = "openapi: 3.1.0\ninfo: { title: Notes, version: '1' }\n";

const SHORT_FORMS: Readonly<
  Record<string, readonly [file: string, print: (text: string) => string]>
> = {
  config: ['site.config.ts', configuration],
  api: [API, (text) => `openapi: 3.1.0\n${text}paths: {}\n`],
  operation: [
    API,
    (text) =>
      `${HEAD}paths:\n  /notes:\n    get:\n      ${text}\n      responses: { '200': { description: Notes. } }\n`,
  ],
  sample: ['content/docs/index.md', (text) => `# Notes\n\n\`\`\`sh\n${text}\`\`\`\n`],
  schema: [API, (text) => `${HEAD}paths: {}\ncomponents:\n  schemas:\n    Note:\n      ${text}\n`],
};

/** The page of every code. */
export function diagnosticsPage(): string {
  const groups = readExplanations();
  const known = groups.flatMap(({ explanations }) => explanations.map((one) => one.code));
  const missing = CODES.filter((name) => !known.includes(name));
  const old = known.filter((name) => !isCode(name));
  if (missing.length > 0 || old.length > 0)
    throw new Error(
      `${FOLDER}: without explanation: ${missing.join(', ')}; no code: ${old.join(', ')}`,
    );
  const sections = groups.map(
    ({ title, explanations }) => `## ${title}\n\n${explanations.map(codeSection).join('\n')}`,
  );
  const body = `Every problem is printed with a code: \`page-not-found\` is explained at
[\`#page-not-found\`](#page-not-found) of this page. [Levels](../levels.md) tells how to change the level of a code, [Suppress
findings](../check-links.md#suppress-findings) how to accept a single one. *Fixed* levels cannot be
changed, those of *error or warning* only between the two.

${sections.join('\n')}`;
  return printPage({
    title: 'Diagnostics',
    description:
      'Every error, warning and note that docwright reports, with its cause, its remedy and an example.',
    position: 6,
    from: `src/diagnostics/codes.ts and ${FOLDER}`,
    body,
  });
}

function codeSection({ code: name, cause, fix, example }: Explanation): string {
  if (!isCode(name)) return '';
  const entry: CatalogEntry = CATALOG[name];
  const level = entry.isOff === true ? 'off' : entry.severity;
  const kind = entry.isFinal === true ? ', fixed' : ' or warning';
  const fixed = entry.fixed === undefined ? '' : `${kind}: ${escapeText(entry.fixed)}`;
  return [
    `### ${code(name)} {#${name}}`,
    `**${escapeText(entry.summary)}** Level: ${level}${fixed}.`,
    cause.trim(),
    `*Remedy:* ${fix.trim()}`,
    example === undefined ? '' : exampleText(example),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function exampleText({ file, wrong, right }: DiagnosticExample): string {
  const language = /\.(\w+)$/.exec(file)?.[1] ?? 'text';
  const title = `title="${file}"`;
  if (right === undefined) return fence(`${language} ${title}`, wrong);
  return fence(`diff-${language} ${title}`, difference(wrong, right).join('\n'));
}

/** Lines of both texts: common ones at the start and end once, with - and + for the others. */
function difference(wrong: string, right: string): readonly string[] {
  const before = wrong.replace(/\n$/, '').split('\n');
  const after = right.replace(/\n$/, '').split('\n');
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...before.slice(0, start).map((line) => ` ${line}`),
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
    ...before.slice(before.length - end).map((line) => ` ${line}`),
  ].map((line) => line.trimEnd());
}

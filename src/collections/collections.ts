/** Reads the collections of a site: entries with data, checked by a schema. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../cache/file-hashes.ts';
import type { CollectionEntry } from '../config/plugins.ts';
import { isRecord } from '../config/problem.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readSource } from '../content/read-source.ts';
import { createSourceText, locate, type SourceText, type Span } from '../content/source-text.ts';
import { readYaml, type YamlNode } from '../content/yaml/read-yaml.ts';
import { nodeAt, toValue } from '../content/yaml/values.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { asObject, type JsonValue } from '../shared/json.ts';
import { toFilePath } from '../shared/paths.ts';
import { validate } from '../shared/request/validate.ts';
import { problemOf } from '../shared/request/words.ts';
import type { LocateConfig } from '../site/graph-types.ts';

/** The entries of each collection, with a fingerprint. */
export type Collections = ReadonlyMap<
  string,
  { readonly entries: readonly CollectionEntry<never>[]; readonly print: string }
>;

const LIMITS = { maxAliases: 100, maxDepth: 64, maxNodes: 1_000_000 };
const FILE = /^(.+)\.(mdx?|ya?ml|json|csv)$/;

/** An entry before it is checked. */
export interface RawEntry extends Omit<CollectionEntry, 'data' | 'line'> {
  readonly data: JsonValue;
  /** The place of the value at a path of the data. */
  readonly spanOf: (path: readonly (string | number)[]) => Span;
  readonly source: SourceText;
}

interface Site {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
}

export function readCollections({ config, locate: place }: Site): {
  readonly collections: Collections;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const collections = new Map(
    Object.entries(config.collections).map(([name, { dir, schema, sort }]) => {
      const files = filesBelow(join(config.siteDir, dir));
      if (files === undefined)
        diagnostics.push(
          diagnostic('collection-entry', {
            message: `there is no folder "${dir}" for the collection "${name}"`,
            hint: 'add the folder, or correct the path, which starts at the site folder',
            location: place(['collections', name, 'dir']),
          }),
        );
      const raw = (files ?? []).flatMap((path) =>
        readEntries({ siteDir: config.siteDir, dir, path }, diagnostics),
      );
      const entries = raw.flatMap((entry) => {
        const { value, problems } = checked(entry.data, schema);
        for (const { path, message } of problems) {
          const at = path
            .map((step) => `.${step}`)
            .join('')
            .slice(1);
          diagnostics.push(
            diagnostic('collection-entry', {
              message: `${at === '' ? 'the entry' : `"${at}"`} ${message}`,
              location: locate(entry.source, entry.spanOf(path)),
              hint: `correct it, or the schema of the collection "${name}"`,
            }),
          );
        }
        const { line } = locate(entry.source, entry.spanOf([]));
        const { id, file, body } = entry;
        const own = { id, file, line, data: value, ...(body === undefined ? {} : { body }) };
        return problems.length === 0 ? [own] : [];
      });
      return [name, printed(sorted(entries, sort))] as const;
    }),
  );
  return { collections, diagnostics };
}

/** Entries that nobody can change, as plain JSON, with their fingerprint. */
export function printed(entries: readonly unknown[]) {
  const json = JSON.stringify(entries);
  const plain: readonly CollectionEntry<never>[] = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null ? Object.freeze(value) : value,
  );
  return { entries: plain, print: hashOf(json) };
}

function sorted<Entry extends { readonly data: unknown }>(
  entries: readonly Entry[],
  sort: string | undefined,
): readonly Entry[] {
  if (sort === undefined) return entries;
  const key = sort.replace(/^-/, '');
  const of = ({ data }: Entry): unknown => (isRecord(data) ? data[key] : undefined);
  const sign = sort.startsWith('-') ? -1 : 1;
  return entries.toSorted((first, second) => {
    const [a, b] = [of(first), of(second)];
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * compareStrings(String(a ?? ''), String(b ?? ''));
  });
}

/** The files of a folder and those below, in order; undefined if there is no folder. */
export function filesBelow(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .toSorted((a, b) => compareStrings(a.name, b.name))
      .flatMap((entry) => {
        const { name } = entry;
        if (entry.isDirectory())
          return (filesBelow(join(folder, name)) ?? []).map((path) => `${name}/${path}`);
        return entry.isFile() ? [name] : [];
      });
  } catch {
    return undefined;
  }
}

/** The entries of a file; none of one that cannot be read. */
export function readEntries(
  { siteDir, dir, path }: { readonly siteDir: string; readonly dir: string; readonly path: string },
  diagnostics: Diagnostic[],
): readonly RawEntry[] {
  const [, id = '', kind = ''] = FILE.exec(path) ?? [];
  if (id === '' || /(?:^|\/)_/.test(path)) return [];
  const file = toFilePath(join(dir, path));
  const read = readSource({ absolute: join(siteDir, file), file });
  if (!read.ok) {
    diagnostics.push(read.diagnostic);
    return [];
  }
  const source = createSourceText(file, read.text);
  const { text } = source;
  if (kind === 'csv') return readRows(source, { id, file });
  const [block, head = ''] = /^---[ \t]*\n([^]*?)^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(text) ?? [];
  const isMarkdown = kind.startsWith('md');
  const start = isMarkdown && block !== undefined ? block.indexOf('\n') + 1 : 0;
  const { root, problems } = readYaml(isMarkdown ? head : text, LIMITS);
  const spanIn = ({ start: from, end }: Span): Span => ({ start: from + start, end: end + start });
  for (const { message, hint, span } of problems)
    diagnostics.push(
      diagnostic('collection-entry', { message, hint, location: locate(source, spanIn(span)) }),
    );
  if (problems.length > 0) return [];
  const entry = (node: YamlNode | undefined, of: string): RawEntry => ({
    id: of,
    file,
    source,
    data: node === undefined ? {} : toValue(node),
    spanOf: (steps) => spanIn(nearestNode(node, steps)?.span ?? { start: 0, end: 0 }),
  });
  if (isMarkdown) return [{ ...entry(root, id), body: text.slice(block?.length ?? 0) }];
  if (root?.kind !== 'list') return root === undefined ? [] : [entry(root, id)];
  return root.items.map((item, index) => entry(item, `${id}#${index + 1}`));
}

/** The node at a path, or the nearest one around it. */
function nearestNode(
  root: YamlNode | undefined,
  path: readonly (string | number)[],
): YamlNode | undefined {
  if (path.length === 0) return root;
  return nodeAt(root, path) ?? nearestNode(root, path.slice(0, -1));
}

/** The rows of a CSV file (RFC 4180), as objects with the names of the first row; all values are texts. */
function readRows(
  source: SourceText,
  { id, file }: { readonly id: string; readonly file: string },
): readonly RawEntry[] {
  const rows: { value: string; span: Span }[][] = [[]];
  const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/gy;
  for (const match of source.text.matchAll(CELL)) {
    const [all, quoted, plain = '', end] = match;
    const span = { start: match.index, end: match.index + all.length - (end?.length ?? 0) };
    rows.at(-1)?.push({ value: quoted?.replaceAll('""', '"') ?? plain, span });
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  const [names = [], ...others] = rows;
  return others
    .filter((row) => row.some(({ value }) => value !== ''))
    .map((row, index) => {
      const cells = new Map(names.map(({ value }, at) => [value, row[at]]));
      const [first] = row;
      return {
        id: `${id}#${index + 1}`,
        file,
        source,
        data: Object.fromEntries([...cells].map(([name, cell]) => [name, cell?.value ?? ''])),
        spanOf: ([name]) => cells.get(String(name))?.span ?? first?.span ?? { start: 0, end: 0 },
      };
    });
}

interface Checked {
  readonly value: unknown;
  readonly problems: readonly {
    readonly path: readonly (string | number)[];
    /** Follows the name of the value. */
    readonly message: string;
  }[];
}

/** Checks data by a schema: a Standard Schema (its `~standard.validate`), or a JSON Schema. */
function checked(data: JsonValue, schema: object | undefined): Checked {
  if (schema === undefined) return { value: data, problems: [] };
  const standard = isRecord(schema) ? schema['~standard'] : undefined;
  if (isRecord(standard) && typeof standard['validate'] === 'function') {
    const result: unknown = standard['validate'](data);
    if (!isRecord(result) || result instanceof Promise)
      return {
        value: data,
        problems: [{ path: [], message: 'is checked by a promise: use a synchronous schema' }],
      };
    const issues: unknown[] = Array.isArray(result['issues']) ? result['issues'] : [];
    const problems = issues.filter(isRecord).map(({ path, message }) => ({
      path: Array.isArray(path) ? path.map(stepOf) : [],
      message: `does not fit: ${String(message)}`,
    }));
    return { value: result['value'], problems };
  }
  const plain: JsonValue = JSON.parse(JSON.stringify(schema));
  const findings = validate(data, plain, {
    dialect: '2020-12',
    follow: (ref) => followIn(plain, ref),
    nearest,
    direction: 'either',
    budget: { left: 1_000_000 },
  });
  const problems = (findings ?? []).map((finding) => ({
    path: finding.path,
    message: problemOf(finding),
  }));
  return { value: data, problems };
}

function stepOf(step: unknown): string | number {
  const key = isRecord(step) ? step['key'] : step;
  return typeof key === 'number' ? key : String(key);
}

/** The schema that a reference inside of one names. */
function followIn(
  schema: JsonValue,
  ref: string,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false } {
  let value: JsonValue | undefined = schema;
  if (!ref.startsWith('#')) return { ok: false };
  for (const step of ref.slice(1).split('/').slice(1))
    value = asObject(value)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return value === undefined ? { ok: false } : { ok: true, value };
}

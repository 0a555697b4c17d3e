import { createSourceText, locate, type SourceText } from '../../content/source-text.ts';
import { asText, type KeySpec, readKeys } from '../../content/yaml/keys.ts';
import {
  readYaml,
  type YamlNode,
  type YamlScalar,
  type YamlSpan,
} from '../../content/yaml/read-yaml.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import type { Expectation, SearchQuery } from './evaluation.ts';

interface QueriesFile {
  readonly queries: readonly SearchQuery[];
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 1000, maxDepth: 16, maxNodes: 1_000_000 };

/** An entry while it is read. */
interface Draft {
  query?: YamlScalar;
  expect?: readonly YamlScalar[];
  note?: string;
}

const KEYS: ReadonlyMap<string, KeySpec<Draft>> = new Map<string, KeySpec<Draft>>([
  ['query', { expected: 'text', read: readQuery }],
  ['expect', { expected: 'a path such as "/docs/x#section" or a list of them', read: readExpect }],
  ['note', { expected: 'text', read: readNote }],
]);

/**
 * Reads a file of search queries, JSON or YAML: a list of entries with
 *
 * - `query`: what a reader types;
 * - `expect`: the section that answers it, or a list of sections of which one is enough. A section is a path inside
 *   the site, without the base path, as a link in `site.config.ts` names it: `/docs/x`, `/docs/x#section`;
 * - `note` (optional): why the query is there.
 *
 * Entries with a problem are left out and told at their place.
 */
export function readQueries(file: string, raw: string): QueriesFile {
  const source = createSourceText(file, raw);
  const { root, problems } = readYaml(source.text, LIMITS);
  const syntax = problems.map(({ message, hint, span }) =>
    problem(source, span, { code: 'queries-syntax', message, hint }),
  );
  if (root === undefined && syntax.length > 0) return { queries: [], diagnostics: syntax };
  if (root?.kind !== 'list' || root.items.length === 0) {
    const empty = problem(source, root?.span ?? { start: 0, end: 0 }, {
      code: 'queries-invalid',
      message: 'the file must be a list of queries',
      hint: EXAMPLE,
    });
    return { queries: [], diagnostics: [...syntax, empty] };
  }
  const entries = root.items.map((item) => readEntry(source, item));
  const repeated = findRepeated(entries.flatMap(({ queries }) => queries));
  return {
    queries: entries.flatMap(({ queries }) => queries),
    diagnostics: [...syntax, ...entries.flatMap(({ diagnostics }) => diagnostics), ...repeated],
  };
}

/** The smallest file, for hints. */
export const EXAMPLE =
  'such as [{ "query": "reset password", "expect": "/docs/account#reset-a-password" }]';

function readEntry(source: SourceText, node: YamlNode): QueriesFile {
  const invalid = (span: YamlSpan, message: string, hint?: string): Diagnostic =>
    problem(source, span, { code: 'queries-invalid', message, hint });
  if (node.kind !== 'map') {
    const message = 'an entry must have the keys "query" and "expect"';
    return { queries: [], diagnostics: [invalid(node.span, message, EXAMPLE)] };
  }
  const draft: Draft = {};
  const found = readKeys(node, KEYS, draft);
  const diagnostics = found.map(({ span, message, hint }) => invalid(span, message, hint));
  const { start } = node.span;
  for (const key of ['query', 'expect'])
    if (!node.entries.some((entry) => entry.key === key))
      diagnostics.push(invalid({ start, end: start + 1 }, `the entry has no "${key}"`));
  const { query, expect, note } = draft;
  if (query === undefined || expect === undefined) return { queries: [], diagnostics };
  const location = locate(source, query.span);
  const expected = expect.map(({ source: route, span }) => ({
    route,
    location: locate(source, span),
  }));
  return {
    queries: [{ query: query.source, expect: expected, note, location }],
    diagnostics: [...diagnostics, ...expected.flatMap(checkPath)],
  };
}

function checkPath({ route, location }: Expectation): readonly Diagnostic[] {
  if (route.startsWith('/')) return [];
  const message = `"${route}" is not a path inside the site: it must start with "/"`;
  return [diagnostic('queries-invalid', { message, location })];
}

function findRepeated(queries: readonly SearchQuery[]): readonly Diagnostic[] {
  const first = new Map<string, Location>();
  return queries.flatMap(({ query, location }) => {
    const before = first.get(query);
    if (before === undefined) first.set(query, location);
    if (before === undefined) return [];
    const message = `the query "${query}" stands twice, first in line ${before.line}`;
    return [diagnostic('queries-invalid', { message, location })];
  });
}

function readQuery(draft: Draft, node: YamlNode): boolean {
  if (node.kind !== 'scalar' || node.source.trim() === '') return false;
  draft.query = node;
  return true;
}

function readExpect(draft: Draft, node: YamlNode): boolean {
  const items = node.kind === 'list' ? node.items : [node];
  const texts = items.filter((item) => item.kind === 'scalar' && item.source !== '');
  if (texts.length === 0 || texts.length < items.length) return false;
  draft.expect = texts.filter((item) => item.kind === 'scalar');
  return true;
}

function readNote(draft: Draft, node: YamlNode): boolean {
  const text = asText(node);
  if (text !== undefined) draft.note = text;
  return text !== undefined;
}

function problem(
  source: SourceText,
  span: YamlSpan,
  { code, message, hint }: { code: DiagnosticCode; message: string; hint?: string | undefined },
): Diagnostic {
  return diagnostic(code, { message, hint, location: locate(source, span) });
}

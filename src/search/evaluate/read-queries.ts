import * as v from 'valibot';
import { object, text } from '../../config/schema-check.ts';
import { yamlReader } from '../../content/check-yaml.ts';
import { createSourceText, locate, type SourceText } from '../../content/source-text.ts';
import { readYaml, type YamlNode, type YamlSpan } from '../../content/yaml/read-yaml.ts';
import { nodeAt } from '../../content/yaml/values.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import type { SearchQuery } from './evaluation.ts';

interface QueriesFile {
  readonly queries: readonly SearchQuery[];
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 1000, maxDepth: 16, maxNodes: 1_000_000 };

const PATH = text('sitePath');
const PATHS = v.pipe(v.array(PATH), v.nonEmpty('at least one path'));

const QUERY_SCHEMA = object({
  /** Words that a reader types. */
  query: text('nonEmpty'),
  /** Path of the section that answers it, without the base path (`/docs/x#section`), or a list of such paths of which one is enough. */
  expect: v.union([PATH, PATHS], 'a path such as "/docs/x#section" or a list of them'),
  /** Kind of query, such as `noun`, by which results are grouped; derived from the form of the query if it is missing. */
  class: v.optional(text('nonEmpty')),
  /** Why the query is there. */
  note: v.optional(v.string()),
});

const FILE_SCHEMA = object({
  /** Address of this schema, for editors. */
  $schema: v.optional(v.string()),
  /** The queries. */
  queries: v.array(v.unknown()),
});

const readFile = yamlReader(FILE_SCHEMA);
const readQuery = yamlReader(QUERY_SCHEMA);

/** A list of queries, or an object with a schema for editors and the list. */
export const QUERIES_SCHEMA = v.union([
  v.array(QUERY_SCHEMA),
  object({ ...FILE_SCHEMA.entries, queries: v.array(QUERY_SCHEMA) }),
]);

/** Reads a file of search queries, JSON or YAML. Entries with a problem are left out and reported. */
export function readQueries(file: string, raw: string): QueriesFile {
  const source = createSourceText(file, raw);
  const { root, problems } = readYaml(source.text, LIMITS);
  const unreadable = problems.map(({ message, hint, span }) =>
    problem(source, span, { code: 'queries-syntax', message, hint }),
  );
  const wrongKeys = root?.kind === 'map' ? readFile(root).problems : [];
  if (root === undefined && unreadable.length > 0) return { queries: [], diagnostics: unreadable };
  const list = root?.kind === 'map' ? nodeAt(root, ['queries']) : root;
  if (list?.kind !== 'list' || list.items.length === 0) {
    const empty = problem(source, root?.span ?? { start: 0, end: 0 }, {
      code: 'queries-invalid',
      message: 'the file must be a list of queries',
      hint: EXAMPLE,
    });
    return { queries: [], diagnostics: [...unreadable, empty] };
  }
  const entries = list.items.map((item) => readEntry(source, item));
  const queries = entries.flatMap((entry) => entry.queries);
  const first = new Map<string, Location>();
  const diagnostics = [
    ...unreadable,
    ...wrongKeys.map((one) => problem(source, one.span, { ...one, code: 'queries-invalid' })),
    ...entries.flatMap((entry) => entry.diagnostics),
    ...queries.flatMap(({ query, location }) => {
      const before = first.get(query);
      if (before === undefined) first.set(query, location);
      if (before === undefined) return [];
      const message = `the query "${query}" is listed twice, first in line ${before.line}`;
      return [diagnostic('queries-invalid', { message, location })];
    }),
  ];
  return { queries, diagnostics };
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
  const { value, problems } = readQuery(node);
  const diagnostics = problems.map(({ span, message, hint }) => invalid(span, message, hint));
  if (value === undefined) return { queries: [], diagnostics };
  const at = (...path: (string | number)[]): Location =>
    locate(source, (nodeAt(node, path) ?? node).span);
  const { query, expect, note, class: name = classOf(query) } = value;
  const expected =
    typeof expect === 'string'
      ? [{ route: expect, location: at('expect') }]
      : expect.map((route, index) => ({ route, location: at('expect', index) }));
  const entry = { query, class: name, expect: expected, note, location: at('query') };
  return { queries: [entry], diagnostics };
}

function problem(
  source: SourceText,
  span: YamlSpan,
  { code, message, hint }: { code: DiagnosticCode; message: string; hint?: string | undefined },
): Diagnostic {
  return diagnostic(code, { message, hint, location: locate(source, span) });
}

const OPERATION = /^(?:(?:get|put|post|patch|delete|head|options|trace|query)\s+)?\/\S*$/i;

const QUESTION =
  /^(?:how|why|what|which|who|whose|when|where|can|could|do|does|did|is|are|should|will)\s|[?？]$/i;

/** One word of letters, with apostrophes (`can't`), that is not written in camel case. */
const WORD = /^(?!.*(?:\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}))[\p{L}\p{M}'’]+$/u;

/** The class of a query that names none, by its form. */
export function classOf(query: string): string {
  const words = query.trim();
  if (OPERATION.test(words)) return 'operation';
  if (QUESTION.test(words)) return 'question';
  if (/\s/.test(words)) return 'phrase';
  return WORD.test(words) ? 'word' : 'identifier';
}

import * as v from 'valibot';
import { object } from '../config/schema-check.ts';
import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import { yamlReader } from '../content/check-yaml.ts';
import { readYaml, type YamlMap, type YamlNode, type YamlSpan } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

import { fingerprint } from '../diagnostics/fingerprint.ts';
import { BASELINE_VERSION, type Baseline, type LocatedEntry } from './baseline.ts';

export interface BaselineFile {
  /** Undefined when the file is damaged. */
  readonly baseline: Baseline | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 0, maxDepth: 8, maxNodes: 1_000_000 };
const RENEW = 'rewrite it with `docs check-links --update-baseline`';

/**
 * Reads a baseline. Anything that `updateBaseline` would not have written is an error at its location: a partly read
 * baseline would hide findings or report old ones.
 */
export function readBaseline(file: string, raw: string): BaselineFile {
  const source = createSourceText(file, raw);
  const conflict = /^(?:<{7}|={7}|>{7})(?= |$)/m.exec(source.text);
  if (conflict !== null) {
    const span = { start: conflict.index, end: conflict.index + conflict[0].length };
    return damaged(source, { span, message: 'unresolved merge conflict markers', hint: CONFLICT });
  }
  const { root, problems } = readYaml(source.text, LIMITS);
  const [syntax] = problems;
  if (syntax !== undefined) return damaged(source, syntax);
  return readRoot(source, root);
}

const CONFLICT = 'keep the entries of both sides; repeated entries do no harm';

interface Damage {
  readonly span: YamlSpan;
  readonly message: string;
  readonly hint?: string | undefined;
}

function damaged(source: SourceText, damage: Damage): BaselineFile {
  return { baseline: undefined, diagnostics: [problem(source, damage)] };
}

function problem(source: SourceText, { span, message, hint = RENEW }: Damage): Diagnostic {
  return diagnostic('baseline-invalid', { message, hint, location: locate(source, span) });
}

const ENTRY_SCHEMA = object({
  key: v.string(),
  rule: v.string(),
  file: v.string(),
  href: v.string(),
  nth: v.optional(v.number(), 1),
});

const BASELINE_SCHEMA = object({
  baselineVersion: v.number(),
  findings: v.optional(v.array(ENTRY_SCHEMA), []),
});

const readBaselineKeys = yamlReader(BASELINE_SCHEMA);

function readRoot(source: SourceText, root: YamlNode | undefined): BaselineFile {
  const at = root?.span.start ?? 0;
  const start = { start: at, end: at };
  if (root?.kind !== 'map') {
    return damaged(source, { span: start, message: 'this is not a baseline of the link check' });
  }
  const version = nodeAt(root, ['baselineVersion']);
  if (version?.kind !== 'scalar' || version.value !== BASELINE_VERSION) {
    const message =
      version?.kind === 'scalar'
        ? `the baseline has version ${version.source}, but ${BASELINE_VERSION} is expected`
        : 'this is not a baseline of the link check: it has no "baselineVersion"';
    return damaged(source, { span: start, message });
  }
  const { value, problems } = readBaselineKeys(root);
  if (value === undefined || problems.length > 0)
    return {
      baseline: undefined,
      diagnostics: problems.map(({ message, span, hint, kind }) =>
        problem(source, { message, span, hint: kind === 'unknown-key' ? hint : RENEW }),
      ),
    };
  return readFindings(source, root, value.findings);
}

function readFindings(
  source: SourceText,
  root: YamlMap,
  findings: v.InferOutput<typeof BASELINE_SCHEMA>['findings'],
): BaselineFile {
  const entries = new Map<string, LocatedEntry>();
  const repeated: LocatedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, entry] of findings.entries()) {
    const node = nodeAt(root, ['findings', index]) ?? root;
    const { key, rule, file, href } = entry;
    if (fingerprint(entry) !== key) {
      const message = `the key "${key}" does not belong to ${rule} of "${href}" in ${file}`;
      const { start } = node.span;
      diagnostics.push(problem(source, { span: { start, end: start + 1 }, message }));
    }
    const located = { ...entry, location: locate(source, entrySpan(source, node)) };
    if (entries.has(key)) repeated.push(located);
    else entries.set(key, located);
  }
  if (diagnostics.length > 0) return { baseline: undefined, diagnostics };
  return {
    baseline: { file: source.file, entries: [...entries.values()], repeated },
    diagnostics,
  };
}

/** Returns the span of a whole entry, including its closing brace. */
function entrySpan({ text }: SourceText, { span }: YamlNode): YamlSpan {
  return { start: span.start, end: Math.max(span.end, text.indexOf('}', span.end) + 1) };
}

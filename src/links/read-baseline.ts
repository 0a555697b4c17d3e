import * as v from 'valibot';
import { object } from '../config/schema-check.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import { yamlReader } from '../content/check-yaml.ts';
import { readYaml, type YamlSpan } from '../content/yaml/read-yaml.ts';
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
  const problem = (span: YamlSpan, message: string, hint: string | undefined = RENEW): Diagnostic =>
    diagnostic('baseline-invalid', { message, hint, location: locate(source, span) });
  const damaged = (...diagnostics: readonly Diagnostic[]): BaselineFile => ({
    baseline: undefined,
    diagnostics,
  });
  const conflict = /^(?:<{7}|={7}|>{7})(?= |$)/m.exec(source.text);
  if (conflict !== null) {
    const span = { start: conflict.index, end: conflict.index + conflict[0].length };
    return damaged(problem(span, 'unresolved merge conflict markers', CONFLICT));
  }
  const { root, problems } = readYaml(source.text, LIMITS);
  const [syntax] = problems;
  if (syntax !== undefined) return damaged(problem(syntax.span, syntax.message, syntax.hint));
  const at = root?.span.start ?? 0;
  const start = { start: at, end: at };
  const foreign = 'this is not a baseline of the link check';
  if (root?.kind !== 'map') return damaged(problem(start, foreign));
  const version = nodeAt(root, ['baselineVersion']);
  if (version?.kind !== 'scalar')
    return damaged(problem(start, `${foreign}: it has no "baselineVersion"`));
  if (version.value !== BASELINE_VERSION) {
    const message = `the baseline has version ${version.source}, but ${BASELINE_VERSION} is expected`;
    return damaged(problem(start, message));
  }
  const { value, problems: wrong } = readBaselineKeys(root);
  if (value === undefined || wrong.length > 0)
    return damaged(
      ...wrong.map(({ message, span, hint, kind }) =>
        problem(span, message, kind === 'unknown-key' ? hint : RENEW),
      ),
    );
  const entries = new Map<string, LocatedEntry>();
  const repeated: LocatedEntry[] = [];
  const foreignKeys: Diagnostic[] = [];
  for (const [index, entry] of value.findings.entries()) {
    const { span } = nodeAt(root, ['findings', index]) ?? root;
    const { key, rule, file: in_, href } = entry;
    if (fingerprint(entry) !== key) {
      const message = `the key "${key}" does not belong to ${rule} of "${href}" in ${in_}`;
      foreignKeys.push(problem({ start: span.start, end: span.start + 1 }, message));
    }
    // The span of the entry with its closing brace.
    const end = Math.max(span.end, source.text.indexOf('}', span.end) + 1);
    const located = { ...entry, location: locate(source, { start: span.start, end }) };
    if (entries.has(key)) repeated.push(located);
    else entries.set(key, located);
  }
  if (foreignKeys.length > 0) return damaged(...foreignKeys);
  return { baseline: { file, entries: [...entries.values()], repeated }, diagnostics: [] };
}

const CONFLICT = 'keep the entries of both sides; repeated entries do no harm';

const ENTRY_SCHEMA = object({
  key: v.string(),
  rule: v.string(),
  file: v.string(),
  href: v.string(),
  nth: v.optional(v.number(), 1),
});

const readBaselineKeys = yamlReader(
  object({
    baselineVersion: v.number(),
    findings: v.optional(v.array(ENTRY_SCHEMA), []),
  }),
);

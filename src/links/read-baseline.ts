import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import { asText, type KeySpec, readKeys } from '../content/yaml/keys.ts';
import { readYaml, type YamlMap, type YamlNode, type YamlSpan } from '../content/yaml/read-yaml.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

import { fingerprint } from '../diagnostics/fingerprint.ts';
import { BASELINE_VERSION, type Baseline, type PlacedEntry } from './baseline.ts';

export interface BaselineFile {
  /** Undefined where the file is damaged: nothing is known then. */
  readonly baseline: Baseline | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 0, maxDepth: 8, maxNodes: 1_000_000 };
const RENEW = 'write it anew with `docs check-links --update-baseline`';

/**
 * Reads a baseline. Whatever `updateBaseline` would not have written is an error at its place: a baseline that is
 * read in part would hide findings or report old ones.
 */
export function readBaseline(file: string, raw: string): BaselineFile {
  const source = createSourceText(file, raw);
  const conflict = /^(?:<{7}|={7}|>{7})(?= |$)/m.exec(source.text);
  if (conflict !== null) {
    const span = { start: conflict.index, end: conflict.index + conflict[0].length };
    return damaged(source, { span, message: 'there is a conflict of a merge', hint: CONFLICT });
  }
  const { root, problems } = readYaml(source.text, LIMITS);
  const [syntax] = problems;
  if (syntax !== undefined) return damaged(source, syntax);
  return readRoot(source, root);
}

const CONFLICT = 'keep the entries of both sides; an entry that stands twice does no harm';

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

interface RootDraft {
  version?: string;
  findings?: YamlNode;
}

const ROOT_KEYS: ReadonlyMap<string, KeySpec<RootDraft>> = new Map<string, KeySpec<RootDraft>>([
  ['baselineVersion', textSpec('a number', (draft, text) => (draft.version = text))],
  [
    'findings',
    {
      expected: 'a list',
      read: (draft, node) => {
        draft.findings = node;
        return node.kind === 'list';
      },
    },
  ],
]);

function textSpec<Draft>(
  expected: string,
  set: (draft: Draft, text: string) => void,
): KeySpec<Draft> {
  return {
    expected,
    read: (draft, node) => {
      const text = asText(node);
      if (text !== undefined) set(draft, text);
      return text !== undefined;
    },
  };
}

function readRoot(source: SourceText, root: YamlNode | undefined): BaselineFile {
  const start = { start: root?.span.start ?? 0, end: root?.span.start ?? 0 };
  if (root?.kind !== 'map') {
    return damaged(source, { span: start, message: 'this is not a baseline of the link check' });
  }
  const draft: RootDraft = {};
  const wrong = readKeys(root, ROOT_KEYS, draft);
  if (draft.version !== String(BASELINE_VERSION)) {
    const message =
      draft.version === undefined
        ? 'this is not a baseline of the link check: it has no "baselineVersion"'
        : `the baseline has version ${draft.version}, but ${BASELINE_VERSION} is expected`;
    return damaged(source, { span: start, message });
  }
  if (wrong.length > 0) {
    return { baseline: undefined, diagnostics: wrong.map((entry) => problem(source, entry)) };
  }
  return readFindings(source, draft.findings ?? { kind: 'list', items: [], span: start });
}

function readFindings(source: SourceText, node: YamlNode): BaselineFile {
  const items = node.kind === 'list' ? node.items : [];
  const results = items.map((item) => readEntry(source, item));
  const diagnostics = results.flatMap((result) => (isEntry(result) ? [] : result));
  if (diagnostics.length > 0) return { baseline: undefined, diagnostics };
  const entries = new Map<string, PlacedEntry>();
  const repeated: PlacedEntry[] = [];
  for (const entry of results.filter(isEntry)) {
    if (entries.has(entry.key)) repeated.push(entry);
    else entries.set(entry.key, entry);
  }
  return {
    baseline: { file: source.file, entries: [...entries.values()], repeated },
    diagnostics: [],
  };
}

function isEntry(result: PlacedEntry | readonly Diagnostic[]): result is PlacedEntry {
  return !Array.isArray(result);
}

interface EntryDraft {
  key?: string;
  rule?: string;
  file?: string;
  href?: string;
  nth?: string;
}

const ENTRY_KEYS: ReadonlyMap<string, KeySpec<EntryDraft>> = new Map<string, KeySpec<EntryDraft>>(
  (['key', 'rule', 'file', 'href', 'nth'] as const).map((name) => [
    name,
    textSpec<EntryDraft>(name === 'nth' ? 'a number' : 'text', (draft, text) => {
      draft[name] = text;
    }),
  ]),
);

function readEntry(source: SourceText, node: YamlNode): PlacedEntry | readonly Diagnostic[] {
  if (node.kind !== 'map') {
    return [problem(source, { span: node.span, message: 'an entry must be an object' })];
  }
  const draft: EntryDraft = {};
  const wrong = readKeys(node, ENTRY_KEYS, draft);
  if (wrong.length > 0) return wrong.map((entry) => problem(source, entry));
  const { key, rule, file, href, nth = '1' } = draft;
  if (key === undefined || rule === undefined || file === undefined || href === undefined) {
    const message = 'an entry must have "key", "rule", "file" and "href"';
    return [problem(source, { span: startOf(node), message })];
  }
  const identity = { rule, file, href, nth: Number(nth) };
  if (fingerprint(identity) !== key) {
    const message = `the key "${key}" does not belong to ${rule} of "${href}" in ${file}`;
    return [problem(source, { span: startOf(node), message })];
  }
  return { key, ...identity, location: locate(source, entrySpan(source, node)) };
}

function startOf({ span }: YamlMap): YamlSpan {
  return { start: span.start, end: span.start + 1 };
}

/** The whole entry, its closing brace included. */
function entrySpan({ text }: SourceText, { span }: YamlMap): YamlSpan {
  const brace = text.indexOf('}', span.end);
  return { start: span.start, end: brace < 0 ? span.end : brace + 1 };
}

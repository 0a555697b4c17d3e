import { createSourceText, locate } from '../../content/source-text.ts';
import { readYaml } from '../../content/yaml/read-yaml.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { JsonValue } from './description.ts';
import { enterJson } from './enter-json.ts';
import { enterNodes } from './enter-values.ts';
import { createSpanTable, type ReadSpec, type ValueLocations } from './locations.ts';

/** The files of a description, each read once, on first use. */
export interface DocumentCache {
  readonly root: ReadSpec;
  readonly locations: ValueLocations;
  /** Syntax errors of all files but the root. */
  readonly problems: readonly Diagnostic[];
  /** Results of the files so far, the root first. */
  readonly taken: ReadonlyMap<FilePath, CachedDocument>;
  take(file: FilePath): CachedDocument;
}

type CachedDocument =
  | { readonly ok: true; readonly spec: ReadSpec }
  | Extract<SpecFileText, { ok: false }>
  | { readonly ok: false; readonly reason: 'syntax'; readonly message: string };

export function createDocumentCache(
  root: ReadSpec,
  read: ReadSpecFile,
  locations: ValueLocations,
): DocumentCache {
  const taken = new Map<FilePath, CachedDocument>([[root.file.file, { ok: true, spec: root }]]);
  const problems: Diagnostic[] = [];
  return {
    root,
    locations,
    problems,
    taken,
    take: (file) => {
      const previous = taken.get(file);
      if (previous !== undefined) return previous;
      let outcome: CachedDocument | SpecFileText = read(file);
      if (outcome.ok) {
        const { spec, diagnostics } = readSpec(file, outcome.text, locations);
        problems.push(...diagnostics);
        const message = `"${file}" has syntax errors`;
        outcome = spec ? { ok: true, spec } : { ok: false, reason: 'syntax', message };
      }
      taken.set(file, outcome);
      return outcome;
    },
  };
}

/** Reads a file of a description as text; callers confine real paths to the description's folder. */
export type ReadSpecFile = (file: FilePath) => SpecFileText;

type SpecFileText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding';
      readonly message: string;
    };

// GitHub's description: 260,000 values, a depth of 30, no aliases.
const LIMITS = { maxAliases: 10_000, maxDepth: 250, maxNodes: 4_000_000 };
const MAX_CHARACTERS = 100_000_000;

/** Reads a file; without a spec if nothing can be read. */
export function readSpec(
  file: FilePath,
  raw: string,
  locations: ValueLocations,
): { readonly spec?: ReadSpec; readonly diagnostics: readonly Diagnostic[] } {
  const tooLong = raw.length > MAX_CHARACTERS;
  const source = createSourceText(file, tooLong ? '' : raw);
  const failed = (code: 'openapi-limit' | 'openapi-syntax', message: string) => ({
    diagnostics: [diagnostic(code, { message, location: locate(source, { start: 0, end: 0 }) })],
  });
  if (tooLong)
    return failed('openapi-limit', `the file has more than ${MAX_CHARACTERS} characters`);
  const specFile: { file: FilePath; text: string; root: JsonValue } = {
    file,
    text: source.text,
    root: null,
  };
  const spec: ReadSpec = { file: specFile, source, spans: createSpanTable() };
  const json = /^\s*\{/.test(source.text) ? enterJson(spec, locations, LIMITS) : undefined;
  if (json !== undefined) {
    specFile.root = json.root;
    return { spec, diagnostics: [] };
  }
  const { root, problems } = readYaml(source.text, LIMITS);
  const diagnostics = problems.map(({ kind, message, hint, span }) => {
    const code = kind === 'limit' ? 'openapi-limit' : 'openapi-syntax';
    return diagnostic(code, { message, hint, location: locate(source, span) });
  });
  if (root === undefined)
    return diagnostics.length > 0 ? { diagnostics } : failed('openapi-syntax', 'the file is empty');
  specFile.root = enterNodes(root, spec, locations);
  return { spec, diagnostics };
}

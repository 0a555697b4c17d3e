import { createSourceText, locate, type SourceText } from '../../content/source-text.ts';
import { readYaml } from '../../content/yaml/read-yaml.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { JsonValue } from './description.ts';
import { enterJson } from './enter-json.ts';
import { enterNodes } from './enter-values.ts';
import { createSpanTable, type ReadSpec, type ValueLocations } from './locations.ts';

/** Reads a file of a description as text; callers confine real paths to the description's folder. */
export type ReadSpecFile = (file: FilePath) => SpecFileText;

export type SpecFileText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding';
      readonly message: string;
    };

// GitHub's description: 260,000 values, a depth of 30, no aliases.
const LIMITS = { maxAliases: 10_000, maxDepth: 250, maxNodes: 4_000_000 };
const MAX_CHARACTERS = 100_000_000;

interface SpecOutcome {
  /** Absent if nothing can be read. */
  readonly spec?: ReadSpec;
  readonly diagnostics: readonly Diagnostic[];
}

export function readSpec(file: FilePath, raw: string, locations: ValueLocations): SpecOutcome {
  const tooLong = raw.length > MAX_CHARACTERS;
  const source = createSourceText(file, tooLong ? '' : raw);
  if (tooLong) {
    return failure(source, 'openapi-limit', `the file has more than ${MAX_CHARACTERS} characters`);
  }
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
  if (root === undefined) {
    if (diagnostics.length > 0) return { diagnostics };
    return failure(source, 'openapi-syntax', 'the file is empty');
  }
  specFile.root = enterNodes(root, spec, locations);
  return { spec, diagnostics };
}

function failure(
  source: SourceText,
  code: 'openapi-limit' | 'openapi-syntax',
  message: string,
): SpecOutcome {
  const location = locate(source, { start: 0, end: 0 });
  return { diagnostics: [diagnostic(code, { message, location })] };
}

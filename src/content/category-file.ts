import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';

import { createSourceText, locate, type SourceText } from './source-text.ts';
import {
  asBoolean,
  asNumber,
  asText,
  isEmpty,
  type KeyProblem,
  type KeySpec,
  readKeys,
} from './yaml/keys.ts';
import { readYaml, type YamlSpan } from './yaml/read-yaml.ts';

/** What a `_category_.yml` says of its folder. */
export interface CategoryFile {
  readonly label?: string;
  readonly position?: number;
  readonly collapsed?: boolean;
  readonly collapsible?: boolean;
}

/**
 * Category files by the folder that they stand in, relative to the site folder; those of a translation by the folder
 * that it mirrors.
 */
export type CategoryFiles = ReadonlyMap<string, CategoryFile>;

export interface CategoryFileResult {
  readonly category: CategoryFile;
  readonly diagnostics: readonly Diagnostic[];
}

type Draft = { -readonly [Name in keyof CategoryFile]: CategoryFile[Name] };
type Key = KeySpec<Draft>;

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };

const KEYS: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['label', labelKey()],
  ['position', positionKey()],
  ['collapsed', flagKey('collapsed')],
  ['collapsible', flagKey('collapsible')],
]);

/** Reads a `_category_.yml` file. Wrong values are errors and left out; unknown keys are warnings. */
export function parseCategoryFile(file: FilePath, text: string): CategoryFileResult {
  const source = createSourceText(file, text);
  const { root, problems } = readYaml(source.text, LIMITS);
  const diagnostics = problems.map(({ message, span }) => invalid(source, message, span));
  if (root === undefined || isEmpty(root)) return { category: {}, diagnostics };
  if (root.kind !== 'map') {
    return {
      category: {},
      diagnostics: [
        ...diagnostics,
        invalid(source, 'the file must be keys with values', root.span),
      ],
    };
  }
  const category: Draft = {};
  const keyProblems = readKeys(root, KEYS, category);
  return {
    category,
    diagnostics: [...diagnostics, ...keyProblems.map((problem) => keyDiagnostic(source, problem))],
  };
}

function invalid(source: SourceText, message: string, span: YamlSpan): Diagnostic {
  return diagnostic('category-invalid', { message, location: locate(source, span) });
}

function keyDiagnostic(source: SourceText, { kind, message, hint, span }: KeyProblem): Diagnostic {
  const code = kind === 'unknown' ? 'frontmatter-unknown-key' : 'category-invalid';
  return diagnostic(code, { message, hint, location: locate(source, span) });
}

function optional(expected: string, read: Key['read']): Key {
  return { expected, read: (draft, node) => isEmpty(node) || read(draft, node) };
}

function labelKey(): Key {
  return optional('text', (draft, node) => {
    const text = asText(node);
    if (text === undefined) return false;
    draft.label = text;
    return true;
  });
}

function flagKey(name: 'collapsed' | 'collapsible'): Key {
  return optional('true or false', (draft, node) => {
    const flag = asBoolean(node);
    if (flag === undefined) return false;
    draft[name] = flag;
    return true;
  });
}

function positionKey(): Key {
  return optional('a number', (draft, node) => {
    const position = asNumber(node);
    if (position === undefined) return false;
    draft.position = position;
    return true;
  });
}

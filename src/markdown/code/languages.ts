import { nearest } from '../../diagnostics/nearest.ts';
import type { PrismLanguage, PrismLoader } from './prism.ts';

/** The meaning of a code block's language name. */
export type CodeLanguage =
  | { readonly kind: 'language'; readonly language: PrismLanguage }
  | { readonly kind: 'plain' }
  | { readonly kind: 'unknown'; readonly near: string | undefined };

const PLAIN: ReadonlySet<string> = new Set([
  '',
  ...'text txt plain plaintext none ansi output'.split(' '),
]);

// Names that Prism lacks, by its own id.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...named('shell-session', 'console terminal'),
  ...named('bash', 'zsh fish'),
  ...named('properties', 'dotenv env'),
  ...named('javascript', 'mjs cjs node'),
  ...named('typescript', 'mts cts'),
  ...named('json5', 'jsonc'),
  ...named('json', 'jsonl ndjson'),
  ...named('markdown', 'mdx'),
  ...named('markup', 'vue svelte'),
  ...named('diff', 'patch'),
  ...named('powershell', 'ps1 pwsh'),
  ...named('go', 'golang'),
  ...named('rust', 'rs'),
  ...named('cpp', 'c++'),
  ...named('csharp', 'c#'),
  ...named('fsharp', 'f#'),
  ...named('hcl', 'terraform tf'),
  ...named('protobuf', 'proto'),
  ...named('sql', 'postgresql'),
  ...named('makefile', 'make'),
  ...named('graphql', 'gql'),
]);

function named(id: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, id]);
}

/** Finds a language by any of its names, in any case. */
export function findLanguage(prism: PrismLoader, name: string): CodeLanguage {
  const lower = name.toLowerCase();
  if (PLAIN.has(lower)) return { kind: 'plain' };
  const language = prism.names.get(lower) ?? prism.names.get(ALIASES.get(lower) ?? '');
  if (language !== undefined) return { kind: 'language', language };
  const known = [...prism.names.keys(), ...ALIASES.keys(), ...PLAIN];
  // Hundreds of languages exist: some name is always similar.
  const near = nearest(
    lower,
    known.filter((entry) => entry.charAt(0) === lower.charAt(0)),
  );
  return { kind: 'unknown', near };
}

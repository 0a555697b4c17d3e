import { nearest } from '../../diagnostics/nearest.ts';
import type { PrismLanguage, PrismLoader } from './prism.ts';

/** What a code block's language name means. */
export type CodeLanguage =
  | { readonly kind: 'language'; readonly language: PrismLanguage }
  | { readonly kind: 'plain' }
  | { readonly kind: 'unknown'; readonly near: string | undefined };

const PLAIN: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'none',
  'ansi',
  'output',
]);

// Names that Prism does not have, by its own id.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['console', 'shell-session'],
  ['terminal', 'shell-session'],
  ['zsh', 'bash'],
  ['fish', 'bash'],
  ['dotenv', 'properties'],
  ['env', 'properties'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['node', 'javascript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['jsonc', 'json5'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
  ['mdx', 'markdown'],
  ['vue', 'markup'],
  ['svelte', 'markup'],
  ['patch', 'diff'],
  ['ps1', 'powershell'],
  ['pwsh', 'powershell'],
  ['golang', 'go'],
  ['rs', 'rust'],
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['f#', 'fsharp'],
  ['terraform', 'hcl'],
  ['tf', 'hcl'],
  ['proto', 'protobuf'],
  ['postgresql', 'sql'],
  ['make', 'makefile'],
  ['gql', 'graphql'],
]);

/** Finds a language by any of its names, in any case. */
export function findLanguage(prism: PrismLoader, name: string): CodeLanguage {
  const lower = name.toLowerCase();
  if (PLAIN.has(lower)) return { kind: 'plain' };
  const language = prism.names.get(lower) ?? prism.names.get(ALIASES.get(lower) ?? '');
  if (language !== undefined) return { kind: 'language', language };
  return {
    kind: 'unknown',
    near: nearest(lower, [...prism.names.keys(), ...ALIASES.keys(), ...PLAIN]),
  };
}

import { nearest } from '../../diagnostics/nearest.ts';
import type { PrismLanguage, PrismLoader } from './prism.ts';

/** The meaning of a code block's language name. */
export type CodeLanguage =
  | { readonly kind: 'language'; readonly language: PrismLanguage }
  | { readonly kind: 'plain' }
  | { readonly kind: 'unknown'; readonly near: string | undefined };

const PLAIN: ReadonlySet<string> = new Set([
  '',
  ...'text txt plain plaintext none ansi output raw ascii tree stdout stderr codeowners'.split(' '),
]);

// Names that Prism lacks, by its own id.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...named('shell-session', 'console terminal'),
  ...named('bash', 'zsh fish ksh shellscript'),
  ...named('properties', 'dotenv env conf'),
  ...named('javascript', 'mjs cjs node'),
  ...named('typescript', 'mts cts vue-ts angular-ts'),
  ...named('json5', 'jsonc hjson'),
  ...named('json', 'jsonl ndjson'),
  ...named('markdown', 'mdx mdc markdoc mdoc'),
  ...named('markup', 'vue vue-html svelte astro angular-html htm'),
  ...named('diff', 'patch'),
  ...named('css', 'postcss pcss'),
  ...named('scss', 'dart-sass'),
  ...named('python', 'py3 python3'),
  ...named('twig', 'njk nunjucks'),
  ...named('php', 'blade'),
  ...named('groovy', 'gradle'),
  ...named('vim', 'viml'),
  ...named('django', 'jinja'),
  ...named('batch', 'cmd'),
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

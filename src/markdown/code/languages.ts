import { entriesFor } from '../../shared/name-lists.ts';
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
  ...entriesFor('console terminal', 'shell-session'),
  ...entriesFor('zsh fish ksh shellscript', 'bash'),
  ...entriesFor('dotenv env conf', 'properties'),
  ...entriesFor('mjs cjs node', 'javascript'),
  ...entriesFor('mts cts vue-ts angular-ts', 'typescript'),
  ...entriesFor('jsonc hjson', 'json5'),
  ...entriesFor('jsonl ndjson', 'json'),
  ...entriesFor('mdx mdc markdoc mdoc', 'markdown'),
  ...entriesFor('vue vue-html svelte astro', 'markup'),
  ...entriesFor('angular-html htm', 'html'),
  ...entriesFor('patch', 'diff'),
  ...entriesFor('postcss pcss', 'css'),
  ...entriesFor('dart-sass', 'scss'),
  ...entriesFor('py3 python3 pyi pycon', 'python'),
  ...entriesFor('njk nunjucks', 'twig'),
  ...entriesFor('blade', 'php'),
  ...entriesFor('gradle', 'groovy'),
  ...entriesFor('viml', 'vim'),
  ...entriesFor('jinja', 'django'),
  ...entriesFor('bat cmd', 'batch'),
  ...entriesFor('ps1 pwsh pwsh-session', 'powershell'),
  ...entriesFor('golang', 'go'),
  ...entriesFor('rs', 'rust'),
  ...entriesFor('c++', 'cpp'),
  ...entriesFor('c#', 'csharp'),
  ...entriesFor('f#', 'fsharp'),
  ...entriesFor('terraform tf', 'hcl'),
  ...entriesFor('proto', 'protobuf'),
  ...entriesFor('postgresql', 'sql'),
  ...entriesFor('make', 'makefile'),
  ...entriesFor('gql', 'graphql'),
]);

/** Finds a language by any of its names, in any case. */
export function findLanguage(prism: PrismLoader, name: string): CodeLanguage {
  const lower = name.toLowerCase();
  if (PLAIN.has(lower)) return { kind: 'plain' };
  const alias = ALIASES.get(lower) ?? '';
  const language = prism.names.get(lower) ?? prism.names.get(alias);
  if (language !== undefined) {
    // A language of components has the name of its framework: `vue-html`.
    const framework = lower.charAt(0).toUpperCase() + lower.slice(1).replace(/-.*/, '');
    const title = alias === 'markup' ? framework : language.title;
    return { kind: 'language', language: { ...language, title } };
  }
  const known = [...prism.names.keys(), ...ALIASES.keys(), ...PLAIN];
  // Hundreds of languages exist: some name is always similar.
  const near = nearest(
    lower,
    known.filter((entry) => entry.charAt(0) === lower.charAt(0)),
  );
  return { kind: 'unknown', near };
}

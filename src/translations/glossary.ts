/** The terms of a site and their translations: `glossary.yml`. */
import { join } from 'node:path';
import * as v from 'valibot';
import { object, record, text } from '../config/schema-check.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { yamlReader } from '../content/check-yaml.ts';
import { readOwnSource } from '../content/read-source.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import { readYaml, type YamlSpan } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../config/problem.ts';
import { toFilePath } from '../shared/paths.ts';

const WORDS = record(v.string(), v.array(text('nonEmpty'), 'a list of texts'));

const TERM_SCHEMA = object({
  /** The term in the default language. */
  term: text('nonEmpty'),
  /** Its translations by locale; a page that translates the term has one of them. */
  translations: v.optional(WORDS, {}),
  /** Translations that pages must not use, by locale. */
  forbidden: v.optional(WORDS, {}),
});

/** The file of terms: `schema/glossary.schema.json`. */
export const GLOSSARY_SCHEMA = v.array(TERM_SCHEMA);

export type Term = v.InferOutput<typeof TERM_SCHEMA>;

const GLOSSARY_FILE = 'glossary.yml';

const readTerm = yamlReader(TERM_SCHEMA, 2);

/** Reads the terms of a site. Entries with a problem are left out and reported. */
export function readGlossary({ siteDir, locales }: ResolvedConfig): {
  readonly terms: readonly Term[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const file = toFilePath(GLOSSARY_FILE);
  const read = readOwnSource({ absolute: join(siteDir, file), file }, siteDir);
  if (!read.ok) return { terms: [], diagnostics: [] };
  const source = createSourceText(file, read.text);
  const { root, problems } = readYaml(source.text, LIMITS);
  const invalid = (span: YamlSpan, message: string, hint?: string): Diagnostic =>
    diagnostic('glossary-invalid', { message, hint, location: locate(source, span) });
  const diagnostics = problems.map(({ span, message, hint }) => invalid(span, message, hint));
  const terms: Term[] = [];
  if (root?.kind !== 'list') {
    const span = root?.span ?? { start: 0, end: 0 };
    return {
      terms,
      diagnostics: [...diagnostics, invalid(span, 'the file must be a list of terms', EXAMPLE)],
    };
  }
  const codes = locales.map(({ code }) => code);
  for (const node of root.items) {
    if (node.kind !== 'map') {
      diagnostics.push(
        invalid(node.span, 'an entry has the keys "term" and "translations"', EXAMPLE),
      );
      continue;
    }
    const { value, problems: wrong } = readTerm(node);
    for (const { span, message, hint } of wrong) diagnostics.push(invalid(span, message, hint));
    for (const key of ['translations', 'forbidden']) {
      const group = nodeAt(node, [key]);
      for (const entry of group?.kind === 'map' ? group.entries : [])
        if (!codes.includes(entry.key))
          diagnostics.push(
            invalid(
              entry.keySpan,
              `"${entry.key}" is no locale of the site`,
              didYouMean(entry.key, codes) ?? `locales: ${codes.join(', ')}`,
            ),
          );
    }
    if (value !== undefined) terms.push(value);
  }
  return { terms, diagnostics };
}

const LIMITS = { maxAliases: 1000, maxDepth: 16, maxNodes: 1_000_000 };

const EXAMPLE = 'such as - { term: API key, translations: { fr: [clé d’API] } }';

import { join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { object, text } from '../config/schema-check.ts';
import { yamlReader } from '../content/check-yaml.ts';
import { readSource } from '../content/read-source.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import { readYaml, type YamlSpan } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { toFilePath } from '../shared/paths.ts';

const QUESTION_SCHEMA = object({
  /** A question of a reader, in the reader's words. */
  ask: text('nonEmpty'),
  /** Parts of the answer: words, or addresses of sections such as `/docs/x#section`. All are needed. */
  answer: v.pipe(v.array(text('nonEmpty')), v.nonEmpty('at least one text')),
  /** Most tokens of results and pages that an agent may read. Default: `8000`. */
  budget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 8000),
});

/** A question with its location. */
export interface Question extends v.InferOutput<typeof QUESTION_SCHEMA> {
  readonly location: Location;
}

/** The file of questions: `schema/questions.schema.json`. */
export const QUESTIONS_SCHEMA = v.array(QUESTION_SCHEMA);

const readQuestion = yamlReader(QUESTION_SCHEMA);

export interface Questions {
  /** Relative to the site folder. */
  readonly file: string;
  readonly questions: readonly Question[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the file of questions of a site, or another one; undefined if there is none. */
export function openQuestions(siteDir: string, named?: string): Questions | undefined {
  const absolute = named === undefined ? join(siteDir, 'questions.yml') : resolve(named);
  const file = toFilePath(relative(siteDir, absolute));
  const read = readSource({ absolute, file });
  return read.ok ? { file, ...readQuestions(file, read.text) } : undefined;
}

/** Reads a file of questions, YAML or JSON. Entries with a problem are left out and reported. */
function readQuestions(file: string, raw: string) {
  const source = createSourceText(file, raw);
  const { root, problems } = readYaml(source.text, LIMITS);
  const invalid = (span: YamlSpan, message: string, hint?: string): Diagnostic =>
    diagnostic('questions-invalid', { message, hint, location: locate(source, span) });
  const diagnostics = problems.map(({ span, message, hint }) => invalid(span, message, hint));
  const questions: Question[] = [];
  if (root?.kind !== 'list') {
    const span = root?.span ?? { start: 0, end: 0 };
    diagnostics.push(invalid(span, 'the file must be a list of questions', EXAMPLE));
    return { questions, diagnostics };
  }
  for (const node of root.items) {
    if (node.kind !== 'map') {
      diagnostics.push(invalid(node.span, 'a question has the keys "ask" and "answer"', EXAMPLE));
      continue;
    }
    const read = readQuestion(node);
    for (const { span, message, hint } of read.problems)
      diagnostics.push(invalid(span, message, hint));
    const { span } = nodeAt(node, ['ask']) ?? node;
    if (read.value !== undefined) questions.push({ ...read.value, location: locate(source, span) });
  }
  return { questions, diagnostics };
}

const LIMITS = { maxAliases: 1000, maxDepth: 16, maxNodes: 1_000_000 };

const EXAMPLE = 'such as - { ask: How do I reset a password?, answer: ["POST /password"] }';

/** The pages of the Achievo site, and their code. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

interface CodeBlock {
  readonly language: string;
  /** Empty without one. */
  readonly title: string;
  readonly code: string;
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, 'content/docs', path), 'utf8');
}

export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const found = markdown.matchAll(/^```(\w+)(?: title="([^"]*)")?[^\n]*\n(.*?)^```$/gms);
  return [...found].map(([, language = '', title = '', code = '']) => ({ language, title, code }));
}

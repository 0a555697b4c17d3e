import { basename } from 'node:path/posix';
import { createSourceText, type SourceText } from '../../content/source-text.ts';
import type { FilePath } from '../../shared/paths.ts';

/** Whether a page is the default export of a module. */
export function isModule(file: string): boolean {
  return /\.[jt]sx?$/.test(file);
}

/** The text of a page that shows the default export of a module; all of it is at the start of the file. */
export function modulePage(file: FilePath, code: string): SourceText {
  const property = (name: string): string | undefined =>
    new RegExp(`<Layout\\b[^<>]*?\\s${name}=(?:\\{\\s*)?(["'])([^"'\\n]+)\\1`).exec(code)?.[2];
  const name = basename(file).replace(/\.\w+$/, '');
  const words = (name === 'index' ? 'home' : name).replaceAll('-', ' ');
  const title = property('title') ?? words.charAt(0).toUpperCase() + words.slice(1);
  const description = property('description');
  const text = [
    '---',
    'layout: home',
    `title: ${JSON.stringify(title)}`,
    ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
    '---',
    `import Page from ${JSON.stringify(`./${basename(file)}`)}`,
    '',
    '<Page />',
  ].join('\n');
  const start = { at: 0, file, line: 1, column: 1, written: 0, base: file };
  return { ...createSourceText(file, text), parts: [start] };
}

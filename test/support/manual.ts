import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const MANUAL = join(ROOT, 'manual');

/** A page of the manual, by its path below `manual/`. */
export interface ManualPage {
  readonly path: string;
  readonly text: string;
  /** Written by `npm run reference`. */
  readonly isReference: boolean;
}

/** A code block of a page, without the indentation of its fence. */
export interface ManualBlock {
  readonly page: ManualPage;
  readonly at: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** Code in a line of text, or a line with it. */
export interface ManualLine {
  readonly page: ManualPage;
  readonly at: string;
  readonly text: string;
}

/** Folders without pages of their own; the tutorial has a test that carries it out, and translations have its code. */
const OTHER = /^(?:build|\.docwright|i18n|templates|tutorial)(?=[/\\])/;

export const MANUAL_PAGES: readonly ManualPage[] = readdirSync(MANUAL, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => /\.mdx?$/.test(name) && !OTHER.test(name))
  .toSorted()
  .map((path) => ({
    path,
    text: readFileSync(join(MANUAL, path), 'utf8'),
    isReference: path.startsWith('reference'),
  }));

const FENCE = /^( *)(`{3,})([\w-]*)([^\n`]*)\n(.*?)^\1\2 *$/gms;

/** All code blocks of a page. Those that show a file have its text. */
export function blocksOf(page: ManualPage): readonly ManualBlock[] {
  return Array.from(page.text.matchAll(FENCE), (match) => {
    const [, indent = '', , language = '', options = '', text = ''] = match;
    const file = /file="([^"#]*)"/.exec(options)?.[1];
    return {
      page,
      at: location(page, match.index),
      language,
      title: /title="([^"]*)"/.exec(options)?.[1] ?? '',
      text:
        file === undefined
          ? text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
          : readFileSync(join(MANUAL, dirname(page.path), file), 'utf8'),
    };
  });
}

/** The code in the text of a page. */
export function inlineCodeOf(page: ManualPage): readonly ManualLine[] {
  const code = withoutBlocks(page).matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs);
  return Array.from(code, ({ index, 2: text = '' }) => ({
    page,
    at: location(page, index),
    text: text.replaceAll('\n', ' ').trim(),
  }));
}

/** The lines of a page outside of code blocks and frontmatter. */
export function linesOf(page: ManualPage): readonly ManualLine[] {
  return withoutBlocks(page)
    .split('\n')
    .map((text, at) => ({ page, at: `${page.path}:${at + 1}`, text }))
    .filter(({ text }) => text.trim() !== '');
}

function withoutBlocks({ text }: ManualPage): string {
  return text.replace(FENCE, (block) => block.replaceAll(/[^\n]/g, ' '));
}

function location({ path, text }: ManualPage, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`;
}

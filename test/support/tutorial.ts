import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A block of a tutorial that the test carries out. */
export type Step =
  | { readonly kind: 'file'; readonly at: string; readonly path: string; readonly text: string }
  | {
      readonly kind: 'commands';
      readonly at: string;
      readonly commands: string;
      /** The output that readers are shown. */
      readonly output: string | undefined;
    }
  /** Words that the page at an address shows. */
  | {
      readonly kind: 'page';
      readonly at: string;
      readonly url: string;
      readonly words: readonly string[];
    };

interface Block {
  readonly at: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Reads the steps of a page: a block titled with a path is a file, `sh` without a title are commands, a following one with
 * the title `Output` is their output, and one titled with an address has words of that page.
 */
export function readSteps(page: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { at, language, title, text } of readBlocks(page)) {
    const last = steps.at(-1);
    if (title.startsWith('http'))
      steps.push({ kind: 'page', at, url: title, words: text.trim().split('\n') });
    else if (title === 'Output' && last?.kind === 'commands')
      steps.splice(-1, 1, { ...last, output: text });
    else if (language === 'sh' && title === '')
      steps.push({ kind: 'commands', at, commands: text, output: undefined });
    else if (/\.\w+$/.test(title)) steps.push({ kind: 'file', at, path: title, text });
  }
  return steps;
}

function readBlocks(page: string): readonly Block[] {
  const markdown = readFileSync(page, 'utf8');
  const blocks = markdown.matchAll(/^(`{3,})(\w+)(.*)\n([^]*?)^\1$/gm);
  return Array.from(blocks, ({ index, 2: language = '', 3: options = '', 4: text = '' }) => {
    const line = markdown.slice(0, index).split('\n').length;
    const file = /file="([^"]*)"/.exec(options)?.[1];
    return {
      at: `${page}:${line}`,
      language,
      title: /title="([^"]*)"/.exec(options)?.[1] ?? '',
      text: file === undefined ? text : readFileSync(join(dirname(page), file), 'utf8'),
    };
  });
}

/** Output without what differs between runs and machines: times, sizes, numbers of files, ports. */
export function stableOutput(text: string): string {
  return text
    .replace(/\d+\.\d+ s\b/g, 'N s')
    .replace(/\d+ files written \([\d.]+ [kM]B\)/g, 'N files written (N kB)')
    .replace(/localhost:\d+/g, 'localhost:N')
    .replace(/^slow pages: .*\n/gm, '')
    .replace(/^note: (?:security policy|\d+ pages).*\n/gm, '')
    .trim();
}

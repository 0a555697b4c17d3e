import { runInThisContext } from 'node:vm';
import { readTokens, type Token } from './tokens.ts';

const IMPORT =
  /import (?:\{ (?<define>defineConfig) (?:, type \w+ )*(?:, )?\}|type \{ \w+ (?:, \w+ )*\}) from 'docwright' (?:; )?/;

const VALUE = /(?:[\w$]+ : |'\w*' : |(?:'\w*'|0|true|false|null|undefined|[-,[\]{}]) )/;

/** A module as its tokens, separated by spaces: literals in an object, in the usual ways to export one. */
const PLAIN = new RegExp(
  `^(?<start>(?:${IMPORT.source})?(?:export default |const (?<name>\\w+) (?:: \\w+ )?= )(?<call>defineConfig \\( )?)` +
    `(?<object>\\{ ${VALUE.source}*\\} )(?:satisfies \\w+ |as const )?(?<end>(?:, )?\\) )?(?:; )?` +
    '(?:export default (?<exported>\\w+) (?:; )?)?$',
);

/**
 * Reads a module that exports an object of literals, the form of most configurations; undefined for all others. Such a
 * module means the same in TypeScript and JavaScript, and running it has no effects.
 */
export function readPlainModule(text: string): { readonly value: unknown } | undefined {
  const { tokens, closes } = readTokens(text);
  const parts = PLAIN.exec(tokens.map(printToken).join(''))?.groups;
  if (parts === undefined) return undefined;
  const { start, name, define, call, object, end, exported } = parts;
  const isCall = call !== undefined;
  const isWhole =
    exported === name && isCall === (end !== undefined) && (!isCall || define !== undefined);
  const from = countTokens(start);
  const to = from + countTokens(object) - 1;
  const [first, last] = [tokens[from], tokens[to]];
  if (!isWhole || closes.get(from) !== to || first === undefined || last === undefined)
    return undefined;
  try {
    return { value: runInThisContext(`'use strict';(${text.slice(first.start, last.end)})`) };
  } catch {
    return undefined;
  }
}

function printToken({ kind, text }: Token): string {
  switch (kind) {
    case 'string':
      return /^.docwright.$/.test(text) ? `'docwright' ` : `'' `;
    case 'template':
      return text.includes('$') ? '$ ' : `'' `;
    case 'number':
      return '0 ';
    case 'word':
    case 'punct':
    case 'regex':
      return `${text} `;
  }
}

function countTokens(printed = ''): number {
  return printed.split(' ').length - 1;
}

/** Compares a translation with its original part by part, and with the terms of the glossary. */
import { lineStart, locate } from '../content/source-text.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { escapePattern } from '../shared/escape-pattern.ts';
import type { Block, BlocksOfDoc } from './blocks.ts';
import type { Term } from './glossary.ts';
import type { TranslationState } from './states.ts';

/** Reports what was lost in a translation that follows its original, and terms in any translation. */
export function checkTranslation(
  { translation, from, to, locale, state }: TranslationState,
  terms: readonly Term[],
): readonly Diagnostic[] {
  if (translation === undefined || to === undefined) return [];
  const { file } = translation;
  const own = terms.flatMap((term) => checkTerm(term, { file, locale, from, to }));
  return state === 'outdated' ? own : [...comparedParts(file, from, to), ...own];
}

/** A kind of things that both sides have alike. */
interface Part {
  readonly name: string;
  readonly of: (block: Block) => readonly string[];
}

const PARTS: readonly Part[] = [
  {
    name: 'the id',
    of: ({ text, code }) => (code === undefined ? all(text, /^#.*\{\s*#([\w-]+)\s*\}\s*$/gm) : []),
  },
  {
    name: 'the link to',
    of: ({ text, code }) =>
      code === undefined ? all(text, /\]\(<?([^()\s<>#?]+)/g).filter(isInside) : [],
  },
  {
    name: 'the placeholder',
    of: ({ text, code }) =>
      code === undefined
        ? all(text, /(\{\{\s*[\w.-]+\s*\}\}|(?<!\{)\{\w+\}|<[A-Z][A-Z\d_]+>)/g)
        : [],
  },
];

function all(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

/** Other sites have other pages in other languages; images may be translated. */
function isInside(href: string): boolean {
  return !/^[a-z][a-z\d+.-]*:|^\/\/|\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(href);
}

function comparedParts(file: string, from: BlocksOfDoc, to: BlocksOfDoc): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const isAligned = from.blocks.length === to.blocks.length;
  /** Where the block at an index of the original should be. */
  const at = (index: number): Location => atBlock(file, isAligned ? to.blocks[index] : undefined);
  for (const { name, of } of PARTS) {
    const rest = new Map<string, number>();
    const keyOf = (value: string): string => value.replaceAll(' ', '');
    for (const value of to.blocks.flatMap(of))
      rest.set(keyOf(value), (rest.get(keyOf(value)) ?? 0) + 1);
    for (const [index, block] of from.blocks.entries())
      for (const value of of(block)) {
        const left = rest.get(keyOf(value)) ?? 0;
        rest.set(keyOf(value), left - 1);
        if (left > 0) continue;
        found.push(
          diagnostic('translation-differs', {
            message: `the translation lacks ${name} "${value}" of ${from.source.file}:${block.line}`,
            hint:
              name === 'the id'
                ? `write {#${value}} behind the heading`
                : `write ${value} there too`,
            location: at(index),
          }),
        );
      }
  }
  const [codes, own] = [from, to].map(({ blocks }) => blocks.filter(isCode));
  for (const [index, block] of (codes ?? []).entries()) {
    const other = own?.[index];
    const isSame =
      codes?.length === own?.length && other !== undefined && program(block) === program(other);
    if (isSame) continue;
    const isMissing = codes?.length !== own?.length;
    found.push(
      diagnostic('translation-differs', {
        message: isMissing
          ? `the translation has ${own?.length} blocks of code, ${from.source.file} has ${codes?.length}`
          : `the code differs from ${from.source.file}:${block.line} in more than comments and texts`,
        hint: isMissing ? 'add or remove what differs' : 'copy the code of the original',
        location: atBlock(file, isMissing ? undefined : other),
      }),
    );
    if (isMissing) break;
  }
  return found;
}

function atBlock(file: string, block: Block | undefined): Location {
  return { file, line: block?.line ?? 1, column: 1 };
}

/** Output, plain text and diagrams are translated. */
function isCode({ code }: Block): boolean {
  return (
    code !== undefined &&
    !/^(?:|te?xt|plain|plaintext|none|output|console|mermaid|md|markdown)$/i.test(code)
  );
}

/** Code without comments and the content of texts. */
function program({ text }: Block): string {
  return text
    .slice(text.indexOf('\n') + 1)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/(^|[\s;{}])(?:#|\/\/|--|%).*$/gm, '$1')
    .replace(/\/\*[^]*?\*\/|<!--[^]*?-->|>[^<>\n{}]+</g, '')
    .replace(/\s+/g, '');
}

interface PageTexts extends Pick<TranslationState, 'locale' | 'from'> {
  readonly file: string;
  readonly to: BlocksOfDoc;
}

/** Reports forbidden words, and a term of the original of which the page has no translation. */
function checkTerm(
  { term, translations, forbidden }: Term,
  { file, locale, from, to }: PageTexts,
): readonly Diagnostic[] {
  const wanted = translations[locale] ?? [];
  const hint =
    wanted.length === 0 ? undefined : `write ${wanted.map((word) => `“${word}”`).join(' or ')}`;
  const prose = to.blocks.filter(({ code }) => code === undefined);
  const found = (forbidden[locale] ?? []).flatMap((word) => {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${escapePattern(word)}(?![\\p{L}\\p{N}])`,
      'giu',
    );
    return prose.flatMap((block) =>
      Array.from(block.text.matchAll(pattern), ({ index }) => {
        const start = lineStart(to.source, block.line - 1) + index;
        const location = locate(to.source, { start, end: start + word.length });
        const message = `"${word}" is no translation of "${term}" on this site`;
        return diagnostic('glossary-term', { message, hint, location });
      }),
    );
  });
  const says = (blocks: readonly Block[], words: string): boolean =>
    blocks.some(
      ({ text, code }) => code === undefined && text.toLowerCase().includes(words.toLowerCase()),
    );
  if (found.length > 0 || wanted.length === 0 || !says(from.blocks, term)) return found;
  // Words are inflected: their beginnings are enough.
  const stems = wanted.map((word) => word.slice(0, Math.max(3, Math.ceil(word.length * STEM))));
  if (stems.some((stem) => says(prose, stem))) return [];
  const message = `${from.source.file} has the term "${term}", of which this page has no translation`;
  return [diagnostic('glossary-term', { message, hint, location: atBlock(file, undefined) })];
}

/** The part of a word that inflection keeps. */
const STEM = 0.7;

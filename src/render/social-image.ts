import { escapeHtml } from '../shared/escape-html.ts';

/** The texts of a page that a template can show. */
export interface SocialTexts {
  readonly title: string;
  readonly description: string;
  /** The first part of the page's breadcrumbs. */
  readonly section: string;
  readonly site: string;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** A `<text>` with nothing but a placeholder. */
const WRAPPED = /<text\b([^>]*)>\s*\{\{\s*(\w+)\s*\}\}\s*<\/text>/g;

/** The placeholders of a template that do not exist, with their offsets. */
export function unknownPlaceholders(
  template: string,
): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(({ 0: whole, 1: name = '', index }) =>
    NAMES.includes(name) ? [] : [{ name, start: index, end: index + whole.length }],
  );
}

export const NAMES: readonly string[] = ['title', 'description', 'section', 'site'];

/**
 * Fills the texts of a page into an SVG template. A `<text>` with only a placeholder is wrapped into lines: `data-width`
 * is their width (default: up to the margin of `x`), `data-lines` their number (default: 3).
 */
export function fillSocialImage(template: string, texts: SocialTexts, width: number): string {
  const values: Readonly<Record<string, string>> = { ...texts };
  return template
    .replace(WRAPPED, (whole, attributes: string, name: string) => {
      const value = values[name];
      return value === undefined ? whole : wrappedText(attributes, value, width);
    })
    .replace(PLACEHOLDER, (_, name: string) => escapeXml(values[name] ?? ''));
}

function wrappedText(attributes: string, value: string, width: number): string {
  const number = (name: string, otherwise: number): number => {
    const [, given] = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)`).exec(attributes) ?? [];
    return given === undefined ? otherwise : Number(given);
  };
  const x = number('x', 0);
  const size = number('font-size', 16);
  const isBold = number('font-weight', 400) >= 600 || /font-weight\s*=\s*["']bold/.test(attributes);
  const most = number('data-width', width - 2 * x) / (size * (isBold ? BOLD : 1));
  const lines = wrapText(value, most, number('data-lines', 3));
  const spans = lines.map((line, index) => {
    // Braces are not placeholders again.
    const text = escapeXml(line).replaceAll('{{', '&#123;{');
    return `<tspan x="${x}"${index === 0 ? '' : ' dy="1.2em"'}>${text}</tspan>`;
  });
  return `<text${attributes}>${spans.join('')}</text>`;
}

/** Control characters are not allowed in XML. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\P{Cc}\t\n]/gu, ' '));
}

/** Breaks a text into lines of a width in units of the font's size; what is too much ends in an ellipsis. */
function wrapText(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .trim()
    .split(/\s+/)
    .flatMap((part) => brokenWord(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last !== '' && widthOf(`${last}…`) > width) last = [...last].slice(0, -1).join('');
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}

/** Parts of a word that fit into a line; languages without spaces may break anywhere. */
function brokenWord(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && widthOf(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

/** How much wider bold letters are. */
const BOLD = 1.07;

/** Widths of letters in units of the font's size, a little above those of usual sans-serif fonts. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[iljtfrI.,:;!|'()[\] ]/.test(letter)) width += 0.34;
    else if (/[mwMW@%—]/.test(letter)) width += 0.92;
    else if (
      /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}|\p{Emoji_Presentation}/u.test(
        letter,
      )
    )
      width += 1;
    else if (/\p{Lu}|\d/u.test(letter)) width += 0.68;
    else width += 0.57;
  }
  return width;
}

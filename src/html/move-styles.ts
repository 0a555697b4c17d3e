import { createHash } from 'node:crypto';
import {
  type AttributeSpan,
  attributeEnd,
  attributeName,
  findAttribute,
  type TagSpan,
  tagName,
} from './attributes.ts';
import { decodeAttribute } from './character-references.ts';
import { RAW_TEXT } from './raw-text.ts';
import { tokenizeHtml } from './tokenizer.ts';

export interface MovedStyles {
  readonly html: string;
  /** A rule a line, in order of the classes; empty without `style` attributes. */
  readonly css: string;
  /** The declarations that were left out, without duplicates. */
  readonly refused: readonly string[];
}

/** Replaces each `style` attribute of finished HTML by a class, because the security policy allows no inline styles. */
export function moveStyles(html: string): MovedStyles {
  if (!/\sstyle\s*=/i.test(html)) return { html, css: '', refused: [] };
  const rules = new Set<string>();
  const refused = new Set<string>();
  let moved = '';
  let copied = 0;
  tokenizeHtml(html, {
    startTag(tag) {
      const style = findAttribute(html, tag, 'style');
      // A placeholder for an address stays where it is.
      if (style !== undefined && !valueOf(html, style).includes('\0')) {
        const read = readDeclarations(decodeAttribute(valueOf(html, style)));
        for (const declaration of read.refused) refused.add(declaration);
        const digest = createHash('sha256').update(read.kept).digest('hex').slice(0, 8);
        const name = read.kept === '' ? '' : `s-${digest}`;
        if (name !== '') rules.add(`.${name}${INLINE}{${read.kept}}\n`);
        moved += html.slice(copied, tag.nameEnd) + attributesWith(html, tag, name);
        copied = tag.end;
      }
      const element = tagName(html, tag);
      return RAW_TEXT.has(element) ? element : undefined;
    },
    endTag() {},
  });
  return { html: moved + html.slice(copied), css: joinRules(rules), refused: [...refused] };
}

/** Joins style sheets of `moveStyles`. */
export function joinStyles(sheets: readonly string[]): string {
  return joinRules(new Set(sheets.flatMap((css) => css.match(/.*\n/g) ?? [])));
}

function joinRules(rules: ReadonlySet<string>): string {
  return [...rules].toSorted().join('');
}

/** Adds the specificity of an id, which no element has: like an attribute, a rule wins over most of a style sheet. */
const INLINE = ':not(#dw-none)';

function valueOf(html: string, { valueStart, valueEnd }: AttributeSpan): string {
  return html.slice(valueStart, valueEnd);
}

/** Prints a tag after its name, without `style` and with a further class. */
function attributesWith(html: string, tag: TagSpan, name: string): string {
  const given = findAttribute(html, tag, 'class');
  let printed = '';
  let copied = tag.nameEnd;
  for (const attribute of tag.attributes.slice(0, tag.count)) {
    const isStyle = attributeName(html, attribute) === 'style';
    const isClass = attribute === given && name !== '';
    if (!isStyle && !isClass) continue;
    printed = (printed + html.slice(copied, attribute.nameStart)).trimEnd();
    const classes = valueOf(html, attribute).replaceAll('"', '&quot;');
    if (isClass) printed += ` class="${classes} ${name}"`;
    copied = attributeEnd(html, attribute);
    if (!isClass && !/[\s/>]/.test(html.charAt(copied))) printed += ' ';
  }
  const added = given === undefined && name !== '' ? ` class="${name}"` : '';
  return added + printed + html.slice(copied, tag.end);
}

// A string, a group of parentheses, or another character (CSS Syntax 3). Escapes are refused, so that quotes are.
const PARTS = /"[^"\n]*"|'[^'\n]*'|[^]/g;

/** Reads declarations: those that are kept, in one line, and those that are refused. */
function readDeclarations(css: string) {
  // Separated by semicolons outside of strings and parentheses.
  const declarations = [''];
  let depth = 0;
  for (const [part] of css.replace(/\/\*[^]*?\*\//g, ' ').matchAll(PARTS)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    if (part === ';' && depth <= 0) declarations.push('');
    else declarations.push((declarations.pop() ?? '') + part);
  }
  const kept: string[] = [];
  const refused: string[] = [];
  for (const text of declarations) {
    const declaration = text.trim().replace(/\s+/g, ' ');
    const plain = plainDeclaration(declaration);
    if (plain !== undefined) kept.push(plain);
    else if (declaration !== '') refused.push(declaration);
  }
  return { kept: kept.join(';'), refused };
}

const DECLARATION = /^(--[\w-]+|-?[a-z][a-z-]*) ?: ?(.+)$/i;
/** Parts that can end a rule, hide its end, run code, or load a file from an address that is not checked. */
const REFUSED =
  /[\\@<{}\0]|\/\*|\b(?:expression|image|image-set|src|cross-fade)\(|^(?:-moz-binding|behavior)\b/i;
const ADDRESS = /\burl\((?! ?(["']?)(?:#|\/(?!\/))[^"'()\s]*\1 ?\))/i;

/** Normalizes a declaration; undefined if it is refused. Relative addresses lead from the style sheet, so they are. */
function plainDeclaration(declaration: string): string | undefined {
  const [, property = '', value = ''] = DECLARATION.exec(declaration) ?? [];
  if (property === '' || REFUSED.test(declaration) || ADDRESS.test(value)) return undefined;
  if (!isBalanced(value.replace(/"[^"]*"|'[^']*'/g, ''))) return undefined;
  return `${property.startsWith('--') ? property : property.toLowerCase()}:${value}`;
}

/** True for text without open strings, parentheses or brackets. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [character] of text.matchAll(/["'()[\]]/g)) {
    const opener = CLOSES[character];
    if (opener === undefined) open.push(character);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

import { readYaml } from '../../content/yaml/read-yaml.ts';
import { nodeAt } from '../../content/yaml/values.ts';
import { decodeEntities } from '../../html/character-references.ts';

/** How a destination is written at a location. */
interface Writing {
  /** Undefined for escapes that are not supported. */
  readonly decode: (raw: string) => string | undefined;
  /** Quotes if necessary; undefined if a destination cannot be written there. */
  readonly encode: (href: string) => string | undefined;
}

/** The syntax of a destination, which decides its escapes. */
export type DestinationKind =
  /** `[text](destination)` and `[label]: destination`. */
  | 'markdown'
  /** The same between `<` and `>`. */
  | 'markdown-angle'
  /** `<https://example.com>`. */
  | 'autolink'
  | 'html-double'
  | 'html-single'
  | 'html-unquoted'
  /** One of several addresses in an attribute. */
  | 'srcset'
  | 'yaml-plain'
  | 'yaml-double'
  | 'yaml-single'
  | 'json'
  | 'script-double'
  | 'script-single'
  | 'script-template'
  /** Inside a longer text: only characters without special meaning can be written. */
  | 'text';

const plain = (raw: string): string => raw;
const html = (encode: Writing['encode']): Writing => ({ decode: decodeEntities, encode });
const doubleQuoted = (href: string): string => htmlAttribute(href).replaceAll('"', '&quot;');
const yamlQuoted = (href: string): string => href.replaceAll("'", "''");
const json: Writing = {
  decode: (raw) => {
    const { root, problems } = readYaml(`"${raw}"`, LIMITS);
    return root?.kind === 'scalar' && problems.length === 0 ? root.source : undefined;
  },
  encode: (href) => JSON.stringify(href).slice(1, -1),
};
const script = (special: RegExp): Writing => ({
  decode: (raw) => (raw.includes('\\') ? undefined : raw),
  encode: (href) => href.replace(special, '\\$&'),
});

const WRITINGS: Readonly<Record<DestinationKind, Writing>> = {
  markdown: {
    decode: unescapeMarkdown,
    encode: (href) => (/ /.test(href) ? `<${markdownAngle(href)}>` : markdownBare(href)),
  },
  'markdown-angle': { decode: unescapeMarkdown, encode: markdownAngle },
  autolink: {
    decode: plain,
    encode: (href) => (/^[a-z][a-z0-9+.-]{1,31}:[^\s<>|]*$/i.test(href) ? href : undefined),
  },
  'html-double': html(doubleQuoted),
  'html-single': html((href) => htmlAttribute(href).replaceAll("'", '&#39;')),
  'html-unquoted': html((href) =>
    /[\s"'=<>`]/.test(href) ? `"${doubleQuoted(href)}"` : htmlAttribute(href),
  ),
  srcset: html((href) =>
    /\s|^,|,$/.test(href) ? undefined : doubleQuoted(href).replaceAll("'", '&#39;'),
  ),
  'yaml-plain': {
    decode: plain,
    encode: (href) => (isPlainScalar(href) ? href : `'${yamlQuoted(href)}'`),
  },
  'yaml-double': json,
  'yaml-single': { decode: (raw) => raw.replaceAll("''", "'"), encode: yamlQuoted },
  json,
  'script-double': script(/[\\"]/g),
  'script-single': script(/[\\']/g),
  'script-template': script(/[\\`]|\$(?=\{)/g),
  text: {
    decode: plain,
    encode: (href) =>
      /^[\p{L}\p{N}_./#?=%~+@:-]*[\p{L}\p{N}/=#-]$/u.test(href) ? href : undefined,
  },
};

const LIMITS = { maxAliases: 0, maxDepth: 4, maxNodes: 10 };

/** Decodes a destination as written; undefined if it has escapes that are not supported. */
export function decodeAt(kind: DestinationKind, raw: string): string | undefined {
  return WRITINGS[kind].decode(raw);
}

/** Writes a destination, quoted if necessary; undefined if that is impossible. */
export function encodeAt(kind: DestinationKind, href: string): string | undefined {
  if (href === '' || /[\u0000-\u001F\u007F]|[\uD800-\uDFFF]/u.test(href)) return undefined;
  return WRITINGS[kind].encode(href);
}

/** CommonMark 2.4 and 2.5; a pipe would end a table cell, whose backslash is read first. */
function markdownEscapes(href: string): string {
  return href
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('|', '\\|');
}

function markdownAngle(href: string): string {
  return markdownEscapes(href).replace(/[<>]/g, '\\$&');
}

/** CommonMark 6.3; deep nesting of parentheses is escaped too, because parsers limit it. */
function markdownBare(href: string): string {
  const escaped = markdownEscapes(href).replace(/^</, '\\<');
  let depth = 0;
  for (const character of href) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0 || depth > 3) break;
  }
  return depth === 0 ? escaped : escaped.replace(/[()]/g, '\\$&');
}

/** A pipe would end a Markdown table cell; some browsers read references without a semicolon. */
function htmlAttribute(href: string): string {
  return href.replace(/&(?=[#a-z])/gi, '&amp;').replaceAll('|', '&#124;');
}

/** Returns true if a plain text means itself in YAML, also inside a list in brackets. */
function isPlainScalar(href: string): boolean {
  const block = nodeAt(readYaml(`a: ${href}`, LIMITS).root, ['a']);
  const flow = nodeAt(readYaml(`[${href}]`, LIMITS).root, [0]);
  return [block, flow].every((node) => node?.kind === 'scalar' && node.value === href);
}

/** Decodes backslash escapes and character references, without loading the Markdown parser. */
function unescapeMarkdown(raw: string): string {
  return raw.replace(
    /\\([!-/:-@[-`{-~])|&[a-z#][a-z0-9]{1,31};/gi,
    (reference, escaped?: string) => escaped ?? decodeEntities(reference),
  );
}

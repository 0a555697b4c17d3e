import { readYaml } from '../../content/yaml/read-yaml.ts';
import { nodeAt } from '../../content/yaml/values.ts';
import { decodeEntities } from '../../html/character-references.ts';
import type { DestinationKind } from './fix-location.ts';

/** Decodes a destination as written; undefined if it has escapes that are not supported. */
export function decodeAt(kind: DestinationKind, raw: string): string | undefined {
  switch (kind) {
    case 'markdown':
    case 'markdown-angle':
      return unescapeMarkdown(raw);
    case 'html-double':
    case 'html-single':
    case 'html-unquoted':
    case 'srcset':
      return decodeEntities(raw);
    case 'yaml-double':
    case 'json':
      return readScalar(`"${raw}"`);
    case 'yaml-single':
      return raw.replaceAll("''", "'");
    case 'script-double':
    case 'script-single':
    case 'script-template':
      return raw.includes('\\') ? undefined : raw;
    case 'autolink':
    case 'yaml-plain':
    case 'text':
      return raw;
  }
}

const LIMITS = { maxAliases: 0, maxDepth: 4, maxNodes: 10 };

function readScalar(yaml: string): string | undefined {
  const { root, problems } = readYaml(yaml, LIMITS);
  return root?.kind === 'scalar' && problems.length === 0 ? root.source : undefined;
}

/** Writes a destination, quoted if necessary; undefined if that is impossible. */
export function encodeAt(kind: DestinationKind, href: string): string | undefined {
  if (href === '' || /[\u0000-\u001F\u007F]|[\uD800-\uDFFF]/u.test(href)) return undefined;
  switch (kind) {
    case 'markdown':
      return / /.test(href) ? `<${markdownAngle(href)}>` : markdownBare(href);
    case 'markdown-angle':
      return markdownAngle(href);
    case 'autolink':
      return /^[a-z][a-z0-9+.-]{1,31}:[^\s<>|]*$/i.test(href) ? href : undefined;
    case 'html-double':
      return htmlAttribute(href).replaceAll('"', '&quot;');
    case 'html-single':
      return htmlAttribute(href).replaceAll("'", '&#39;');
    case 'html-unquoted':
      return /[\s"'=<>`]/.test(href) ? `"${encodeAt('html-double', href)}"` : htmlAttribute(href);
    case 'srcset':
      return /\s|^,|,$/.test(href) ? undefined : quoted(htmlAttribute(href));
    case 'yaml-plain':
      return isPlainScalar(href) ? href : `'${href.replaceAll("'", "''")}'`;
    case 'yaml-single':
      return href.replaceAll("'", "''");
    case 'yaml-double':
    case 'json':
      return JSON.stringify(href).slice(1, -1);
    case 'script-double':
      return script(href).replaceAll('"', '\\"');
    case 'script-single':
      return script(href).replaceAll("'", "\\'");
    case 'script-template':
      return script(href).replaceAll('`', '\\`').replaceAll('${', '\\${');
    case 'text':
      return /^[\p{L}\p{N}_./#?=%~+@:-]*[\p{L}\p{N}/=#-]$/u.test(href) ? href : undefined;
  }
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

function markdownBare(href: string): string {
  const escaped = markdownEscapes(href).replace(/^</, '\\<');
  return isBalanced(href) ? escaped : escaped.replace(/[()]/g, '\\$&');
}

/** CommonMark 6.3; deep nesting is escaped too, because parsers limit it. */
function isBalanced(href: string): boolean {
  let depth = 0;
  for (const character of href) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0 || depth > 3) return false;
  }
  return depth === 0;
}

/** A pipe would end a Markdown table cell; some browsers read references without a semicolon. */
function htmlAttribute(href: string): string {
  return href.replace(/&(?=[#a-z])/gi, '&amp;').replaceAll('|', '&#124;');
}

function quoted(attribute: string): string {
  return attribute.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

function script(href: string): string {
  return href.replaceAll('\\', '\\\\');
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

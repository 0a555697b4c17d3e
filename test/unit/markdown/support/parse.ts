import type { Location } from '../../../../src/diagnostics/diagnostic.ts';
import {
  createDocParser,
  type DocParser,
  type MarkdownSettings,
} from '../../../../src/markdown/parse-doc.ts';
import type { DocLink, ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

const FILE = toFilePath('content/docs/a.md');

/** A parser with the default settings. */
export function parser(settings: Partial<MarkdownSettings> = {}): DocParser {
  return createDocParser({ html: 'sanitize', searchHeadingLevel: 4, ...settings });
}

/** Parses one file with a fresh parser. */
export function parse(text: string, settings: Partial<MarkdownSettings> = {}): ParsedDoc {
  return parser(settings).parse(FILE, text);
}

export function parseWith(shared: DocParser, text: string): ParsedDoc {
  return shared.parse(FILE, text);
}

/** The article with each address printed as CommonMark reads it. */
export function html(doc: ParsedDoc): string {
  const address = (index: number): string =>
    (doc.links[index]?.href ?? '').replaceAll('"', '&quot;');
  return doc.chunks.map((chunk, index) => chunk + address(index)).join('');
}

/** The lines of a file as an editor shows them. */
function editorLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** The text at a place of one line. */
export function textAt(text: string, place: Location | undefined): string {
  if (place === undefined) return '<no place>';
  if (place.endLine !== place.line) return '<more than one line>';
  return (editorLines(text)[place.line - 1] ?? '').slice(
    place.column - 1,
    (place.endColumn ?? 0) - 1,
  );
}

/** What the author wrote for each link. */
export function written(text: string, links: readonly DocLink[]): string[] {
  return links.map((link) => textAt(text, link.location));
}

/** Code and place of each diagnostic: `html-dropped 3:5`. */
export function findings(doc: ParsedDoc): string[] {
  return doc.diagnostics.map(
    ({ code, location }) => `${code} ${location?.line}:${location?.column}`,
  );
}

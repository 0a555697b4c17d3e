import { type DefaultTreeAdapterTypes, parse as parseDocument, serialize } from 'parse5';
import { decodeEntities } from '../../../../src/html/character-references.ts';
import { scanHtml } from '../../../../src/html/scan-fragment.ts';
import { escapeHtml } from '../../../../src/shared/escape-html.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What stands after an article in its page. */
const END = '</article></div><footer id="end"></footer></main>';

export interface Reread {
  /** The article as a browser has it; with what follows where it does not end where it should. */
  readonly html: string;
  readonly elements: readonly Element[];
}

/** Reads an article inside of a page as a browser does, with scripts or without, and writes its tree. */
export function rereadArticle(article: string, scriptingEnabled = true): Reread {
  const page = `<!doctype html><body><main><div><article>${article}${END}`;
  const elements = allElements(parseDocument(page, { scriptingEnabled }));
  const body = elements.find(({ tagName }) => tagName === 'body');
  const written = body === undefined ? '' : serialize(body);
  const html = written.replace(/^<main><div><article>/, '').replace(END, '');
  const outside = new Set(['html', 'head', 'body', 'main', 'article', 'footer']);
  const inside = elements.filter(({ tagName }) => !outside.has(tagName)).slice(1);
  return { html: sameForm(html, false), elements: inside };
}

/** The article of a finished page, as it is written and as a browser has it. */
export function articleOf(
  page: string,
  scriptingEnabled: boolean,
): { readonly written: string; readonly read: string } {
  const root = parseDocument(page, { scriptingEnabled, sourceCodeLocationInfo: true });
  const article = allElements(root).find(({ tagName }) => tagName === 'article');
  const { startTag, endTag } = article?.sourceCodeLocation ?? {};
  const written = page.slice(startTag?.endOffset, endTag?.startOffset);
  const read = article === undefined ? '' : serialize(article);
  return { written: sameForm(written), read: sameForm(read, false) };
}

/** All elements, in the order of the text. */
function allElements(root: Node): Element[] {
  const found: Element[] = [];
  const rest: Node[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) rest.push(...node.childNodes.toReversed());
  }
  return found;
}

/**
 * Writes the tags and texts of HTML as they are, in one form: attributes in quotes, characters escaped alike. A newline
 * after `<pre>` is none of the text where HTML is `written`; in that of a tree it is.
 */
export function sameForm(html: string, written = true): string {
  let out = '';
  let isPre = false;
  scanHtml(html, {
    startTag: ({ name, attributes }) => {
      out += `<${name}`;
      for (const { name: attribute, valueStart, valueEnd } of attributes)
        out += ` ${attribute}="${escapeHtml(decodeEntities(html.slice(valueStart, valueEnd)))}"`;
      out += '>';
      isPre = written && name === 'pre';
    },
    endTag: (name) => {
      out += `</${name}>`;
      isPre = false;
    },
    text: (start, end) => {
      const text = decodeEntities(html.slice(start, end));
      out += escapeHtml(isPre ? text.replace(/^\n/, '') : text);
      isPre = false;
    },
    comment: (start, end) => {
      out += html.slice(start, end);
    },
  });
  return out;
}

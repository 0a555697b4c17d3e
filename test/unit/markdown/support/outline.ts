import { type DefaultTreeAdapterTypes, parse as parseDocument } from 'parse5';
import { scanHtml } from '../../../../src/html/scan-fragment.ts';

type Node = DefaultTreeAdapterTypes.Node;

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'source', 'track']);
// A browser adds these to a table that lacks them.
const IMPLIED = new Set(['tbody', 'tr', 'colgroup']);

/** The elements and words of HTML as its tags nest: `p(a b(c))`. */
export function writtenOutline(html: string): string {
  const closing: string[] = [];
  let outline = '';
  scanHtml(html, {
    startTag: ({ name }) => {
      const shown = IMPLIED.has(name) ? '' : VOID.has(name) ? `${name} ` : `${name}(`;
      outline += shown;
      if (!VOID.has(name)) closing.push(shown === '' ? '' : ')');
    },
    endTag: () => {
      outline += closing.pop() ?? '!';
    },
    text: (start, end) => {
      outline += words(html.slice(start, end));
    },
  });
  return outline + closing.join('?');
}

/** The same, as a browser's tree has it. */
export function treeOutline(html: string): string {
  const body = find(parseDocument(`<!doctype html><body>${html}`), 'body');
  return body === undefined ? '' : childrenOutline(body);
}

function childrenOutline(node: Node): string {
  return 'childNodes' in node ? node.childNodes.map(nodeOutline).join('') : '';
}

function nodeOutline(node: Node): string {
  if ('value' in node) return words(node.value);
  if (!('tagName' in node)) return '';
  if (VOID.has(node.tagName)) return `${node.tagName} `;
  const inner = childrenOutline(node);
  return IMPLIED.has(node.tagName) ? inner : `${node.tagName}(${inner})`;
}

function words(text: string): string {
  const letters = text.replace(/&\w+;|[^a-z]/g, '');
  return letters === '' ? '' : `${letters} `;
}

function find(node: Node, name: string): Node | undefined {
  if ('tagName' in node && node.tagName === name) return node;
  if (!('childNodes' in node)) return undefined;
  for (const child of node.childNodes) {
    const found = find(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { createRequire } from 'node:module';
import type {
  DefaultTreeAdapterMap,
  DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  TreeAdapter,
} from 'parse5';
import { VOID } from '../../html/raw-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type ArrangeReport, reportMoves } from './moved-tags.ts';
import type { RawTag } from './open-tags.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/**
 * Marks each start tag of an author until the article is arranged. Parsers ignore U+0000 in text, content cannot
 * contain it, and before a `<` it is not a placeholder.
 */
export const MARK = '\0';

export interface ArrangedHtml {
  /** Without marks. */
  readonly html: string;
  /** For each placeholder of the result, its index in the given HTML. */
  readonly placeholders: readonly number[];
  /** True if the whole HTML is one element. */
  readonly isOneElement: boolean;
}

// Of 10,000 generated documents, 16 need a third pass and 3 a fourth until parsing changes nothing.
const MAX_ROUNDS = 8;

/**
 * Rewrites HTML as the tree that browsers build from it (HTML standard 13.2.6, with parse5), so that parsing the result
 * gives the same tree in any context. Tags and texts are copied unchanged. `tags` are the marked ones, in order.
 * Undefined if that takes more work than a document needs.
 */
export function arrangeHtml<Where>(
  html: string,
  tags: readonly RawTag<Where>[],
  report: ArrangeReport<Where>,
): ArrangedHtml | undefined {
  let source = readMarks(html, tags);
  let previous = html.replaceAll(`${MARK}<`, '<');
  if (tags.every(({ isNeutral }) => isNeutral)) {
    const placeholders = Array.from(source.placeholders.keys(), (_, index) => index);
    return { html: previous, placeholders, isOneElement: true };
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const tree = parseTree(source.html);
    if (tree !== undefined && round === 0) reportMoves(tree.root, source, report);
    const written = tree === undefined ? undefined : writeTree(tree, source);
    if (tree === undefined || written === undefined) return undefined;
    const { html: next, placeholders } = written;
    if (next === previous) return { ...written, isOneElement: tree.root.childNodes.length === 1 };
    previous = next;
    const places = [...readMarks(next, []).placeholders];
    const order = new Map(places.map(([at, index]) => [at, itemAt(placeholders, index)]));
    source = { html: next, placeholders: order, authored: new Map() };
  }
  return undefined;
}

interface Source<Where> {
  readonly html: string;
  /** Placeholders by offset: the index of each in the given HTML. */
  readonly placeholders: ReadonlyMap<number, number>;
  /** An author's tags by the offset of their `<`. */
  readonly authored: ReadonlyMap<number, RawTag<Where>>;
}

function readMarks<Where>(html: string, tags: readonly RawTag<Where>[]): Source<Where> {
  const authored = new Map<number, RawTag<Where>>();
  const placeholders = new Map<number, number>();
  for (let at = html.indexOf(MARK); at >= 0; at = html.indexOf(MARK, at + 1)) {
    if (html.startsWith('<', at + 1)) authored.set(at + 1, itemAt(tags, authored.size));
    else placeholders.set(at, placeholders.size);
  }
  return { html, placeholders, authored };
}

interface Tree {
  readonly root: ParentNode;
  /** The start tag by the attributes that an element shares with its copies; implied elements have none. */
  readonly startTags: ReadonlyMap<Element['attrs'], Range>;
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
}

// Loading it takes 20 ms, which sites without raw HTML save.
const require = createRequire(import.meta.url);

/** Parses as a browser does inside an article; undefined if the work grows faster than the text. */
function parseTree(html: string): Tree | undefined {
  const parse5: typeof import('parse5') = require('parse5');
  const exceeded = new Error('the tree takes too much work');
  const startTags = new Map<Element['attrs'], Range>();
  const limit = html.split('<').length + 1000;
  const treeAdapter = createAdapter(parse5.defaultTreeAdapter, { startTags, limit, exceeded });
  const context = parse5.defaultTreeAdapter.createElement('article', parse5.html.NS.HTML, []);
  try {
    const options = { treeAdapter, sourceCodeLocationInfo: true };
    return { root: parse5.parseFragment(context, html, options), startTags };
  } catch (error) {
    if (error === exceeded) return undefined;
    throw error;
  }
}

/** True if HTML leaves the elements around it, and what follows it, as they are. */
export function isBalanced(html: string): boolean {
  if (!html.includes('<')) return true;
  const parse5: typeof import('parse5') = require('parse5');
  const page = `<main><article><div>${html}<hr></div></article><p>x</p></main>`;
  const [main, ...beside] = childrenOf(parse5.parseFragment(page));
  const [article, after, ...others] = childrenOf(main);
  const [div, ...outside] = childrenOf(article);
  return (
    beside.length + others.length + outside.length === 0 &&
    childrenOf(div).at(-1)?.nodeName === 'hr' &&
    childrenOf(after)[0]?.nodeName === '#text'
  );
}

function childrenOf(
  node: ChildNode | DefaultTreeAdapterTypes.DocumentFragment | undefined,
): readonly ChildNode[] {
  return node !== undefined && 'childNodes' in node ? node.childNodes : [];
}

interface AdapterState {
  readonly startTags: Map<Element['attrs'], Range>;
  /** Maximum number of elements to create, and their average depth. */
  readonly limit: number;
  readonly exceeded: Error;
}

// Elements at the usual depth cost a few steps each; only attacks have many far deeper ones.
const MEAN_DEPTH = 250;

/** Keeps each run of text separate, with its location, and counts the work. */
function createAdapter(
  base: typeof defaultTreeAdapter,
  { startTags, limit, exceeded }: AdapterState,
): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let created = 0;
  let steps = 0;
  return {
    ...base,
    createElement: (name, namespace, attributes) => {
      created += 1;
      steps += depth;
      if (created > 2 * limit || steps > MEAN_DEPTH * limit) throw exceeded;
      return base.createElement(name, namespace, attributes);
    },
    setNodeSourceCodeLocation: (node, location) => {
      base.setNodeSourceCodeLocation(node, location);
      if ('attrs' in node && location?.startTag !== undefined)
        startTags.set(node.attrs, location.startTag);
    },
    insertText: (parent, text) => base.appendChild(parent, base.createTextNode(text)),
    insertTextBefore: (parent, text, next) =>
      base.insertBefore(parent, base.createTextNode(text), next),
    onItemPush: () => void depth++,
    onItemPop: () => void depth--,
  };
}

interface Frame {
  readonly element: Element | undefined;
  readonly children: readonly ChildNode[];
  next: number;
  /** Index of its start tag in the parts; its placeholders begin at `placeholders`. */
  readonly part: number;
  readonly placeholders: number;
  /** True if it is written only if it has content. */
  readonly isRemnant: boolean;
  hasContent: boolean;
}

interface Writer {
  readonly tree: Tree;
  readonly source: Source<unknown>;
  readonly parts: string[];
  readonly placeholders: number[];
  readonly written: Set<Element['attrs']>;
  length: number;
}

interface WrittenTree {
  readonly html: string;
  readonly placeholders: readonly number[];
}

/** Undefined if the copies that browsers make of elements such as `b` double the document. */
function writeTree(tree: Tree, source: Source<unknown>): WrittenTree | undefined {
  const start = { parts: [], placeholders: [], written: new Set<Element['attrs']>(), length: 0 };
  const writer: Writer = { tree, source, ...start };
  const frames = [
    openFrame(writer, undefined, { children: tree.root.childNodes, isRemnant: false }),
  ];
  const most = 2 * source.html.length + 1000;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const node = frame.children[frame.next];
    frame.next += 1;
    if (writer.length > most) return undefined;
    if (node === undefined) {
      frames.pop();
      closeFrame(writer, frame, frames.at(-1));
    } else if ('tagName' in node) frames.push(openElement(writer, node));
    else if (writeText(writer, node)) frame.hasContent = true;
  }
  return { html: writer.parts.join(''), placeholders: writer.placeholders };
}

function openFrame(
  { parts, placeholders }: Writer,
  element: Element | undefined,
  given: { readonly children: readonly ChildNode[]; readonly isRemnant: boolean },
): Frame {
  const at = { part: parts.length, placeholders: placeholders.length };
  return { element, ...given, next: 0, ...at, hasContent: false };
}

function openElement(writer: Writer, element: Element): Frame {
  const { source, tree, placeholders, written } = writer;
  const { attrs, tagName, childNodes: children } = element;
  const range = tree.startTags.get(attrs);
  const isCopy = written.has(attrs);
  const tag =
    range === undefined
      ? `<${tagName}>`
      : source.html.slice(range.startOffset, contentStart(writer, element));
  const isSplit =
    SPLIT.has(tagName) && (isCopy || element.sourceCodeLocation?.endTag === undefined);
  const isRemnant = isSplit && (isCopy || tag.search(TARGET) < 0);
  const frame = openFrame(writer, element, { children, isRemnant });
  for (let at = tag.indexOf(MARK); at >= 0; at = tag.indexOf(MARK, at + 1))
    placeholders.push(source.placeholders.get((range?.startOffset ?? 0) + at) ?? 0);
  push(writer, isCopy ? tag.replaceAll(TARGET, '') : tag);
  written.add(attrs);
  return frame;
}

/** Elements that end early, or continue in a copy, at content that they must not contain. */
const SPLIT: ReadonlySet<string> = new Set('a b code em i p s small strong u'.split(' '));
const TARGET = / (?:id|name)="[^"]*"/g;

function closeFrame(writer: Writer, frame: Frame, outer: Frame | undefined): void {
  const { element, isRemnant, hasContent, part, placeholders } = frame;
  if (element === undefined) return;
  if (isRemnant && !hasContent) {
    writer.parts[part] = '';
    writer.placeholders.length = placeholders;
    writer.written.delete(element.attrs);
    return;
  }
  if (!VOID.has(element.tagName)) push(writer, `</${element.tagName}>`);
  if (outer !== undefined) outer.hasContent = true;
}

/** Returns true for visible content. */
function writeText(writer: Writer, node: ChildNode): boolean {
  const { startOffset = 0, endOffset = 0 } = node.sourceCodeLocation ?? {};
  const { parentNode: parent } = node;
  const isInPre = parent?.nodeName === 'pre' && 'attrs' in parent;
  const start = isInPre ? Math.max(startOffset, contentStart(writer, parent)) : startOffset;
  const text = writer.source.html.slice(start, endOffset);
  push(writer, text);
  return /[^\t\n\f\r ]/.test(text);
}

function push(writer: Pick<Writer, 'parts' | 'length'>, text: string): void {
  writer.parts.push(text);
  writer.length += text.length;
}

/** Returns where an element's content begins: parsers drop a newline after `<pre>`. */
function contentStart({ tree, source }: Writer, element: Element): number {
  const end = tree.startTags.get(element.attrs)?.endOffset ?? 0;
  return element.tagName === 'pre' && source.html.startsWith('\n', end) ? end + 1 : end;
}

import type { DefaultTreeAdapterTypes } from 'parse5';
import { VOID } from '../../html/raw-text.ts';
import { OPTIONAL_END } from './html-allowed.ts';
import type { RawTag } from './open-tags.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Receives elements that browsers show differently than written, and start tags that they ignore. */
export interface ArrangeReport<Where> {
  readonly moved: (message: string, where: Where) => void;
  readonly ignored: (what: string, where: Where) => void;
}

/** HTML before it is parsed. */
interface WrittenHtml<Where> {
  readonly html: string;
  /** The author's tags by the offset of their `<`. */
  readonly authored: ReadonlyMap<number, RawTag<Where>>;
}

/** Reports each tag that ends an element around it, is ended early, moves text out of a table, or is ignored. */
export function reportMoves<Where>(
  root: ParentNode,
  source: WrittenHtml<Where>,
  report: ArrangeReport<Where>,
): void {
  const seen = new Set<RawTag<Where>>();
  const reported = new Set<RawTag<Where>>();
  let latest = -1;
  for (const node of inOrder(root)) {
    const { startOffset } = node.sourceCodeLocation ?? { startOffset: -1 };
    const tag = source.authored.get(startOffset);
    const move = tag !== undefined && seen.has(tag) ? undefined : moveOf(node, source, latest);
    if (move !== undefined && !reported.has(move.tag)) report.moved(move.message, move.tag.where);
    if (move !== undefined) reported.add(move.tag);
    if (tag !== undefined) seen.add(tag);
    latest = Math.max(latest, startOffset);
  }
  for (const tag of source.authored.values())
    if (!seen.has(tag)) report.ignored(`the element <${tag.name}> outside of a table`, tag.where);
}

function* inOrder(root: ParentNode): Generator<ChildNode> {
  const rest = root.childNodes.toReversed();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) rest.push(child);
  }
}

interface Move<Where> {
  readonly tag: RawTag<Where>;
  readonly message: string;
}

/** Describes how a browser shows an element differently; `latest` is the last offset before it in the tree. */
function moveOf<Where>(
  node: ChildNode,
  { html, authored }: WrittenHtml<Where>,
  latest: number,
): Move<Where> | undefined {
  const location = node.sourceCodeLocation;
  if (!('tagName' in node) || location === undefined || location === null) return undefined;
  const tag = authored.get(location.startOffset);
  if (tag?.name === 'table' && location.startOffset < latest)
    return { tag, message: 'what is in <table>, but in none of its cells, is shown before it' };
  if (VOID.has(node.tagName) || ('endTag' in location && location.endTag !== undefined))
    return undefined;
  const ending = authored.get(location.endOffset);
  if (tag !== undefined && !tag.paired && OPTIONAL_END.has(tag.name)) return undefined;
  const name = NAMES.get(node.tagName) ?? `<${node.tagName}>`;
  if (ending !== undefined)
    return { tag: ending, message: `<${ending.name}> ends the ${name} that it is in` };
  if (tag?.paired !== true || html.startsWith('/', location.endOffset + 1)) return undefined;
  const message = `<${tag.name}> ends before the Markdown after it, which cannot be inside of it`;
  return { tag, message };
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['a', 'link'],
  ['li', 'list item'],
  ['p', 'paragraph'],
  ['td', 'table cell'],
  ['th', 'table cell'],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, string] => [`h${level}`, 'heading']),
]);

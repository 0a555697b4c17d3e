import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { articleMarkdown } from '../../src/html/markdown/article-markdown.ts';
import { decodeSafely } from '../../src/shared/paths.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Reads a Markdown version as a program without any filter does: with its HTML. */
const reader = new MarkdownIt({ html: true }).use(footnotes);

/** Elements of Markdown, and those without a form in it that a Markdown version keeps. */
const EXPECTED = new Set(
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre code em strong s a img br hr table thead tbody tr th td kbd sub sup mark ins del details summary section'.split(
    ' ',
  ),
);
const ATTRIBUTES = /^(?:href|src|alt|title|start|class|id|style)$/;

/** Parts of a page that its Markdown version leaves out. */
const LEFT_OUT = /(?:^|\s)(?:heading-anchor|external-icon|tab-list|footnote-backref)(?:\s|$)/;
const SKIPPED = new Set(['button', 'noscript', 'template', 'canvas', 'svg', 'select', 'math']);
const INLINE =
  /^(?:a|b|code|del|em|i|ins|kbd|mark|s|span|strong|sub|sup|u|wbr|small|abbr|cite|dfn|q|samp|var|bdi|bdo|time)$/;

function valueOf(node: Element, name: string): string {
  return attributesOf(node)[name] ?? '';
}

function isLeftOut(node: Element): boolean {
  return (
    (SKIPPED.has(node.tagName) && !('data-server' in attributesOf(node))) ||
    LEFT_OUT.test(valueOf(node, 'class')) ||
    valueOf(node, 'aria-hidden') === 'true' ||
    node.attrs.some(({ name }) => name === 'data-markdown-ignore')
  );
}

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value;
      if (!('tagName' in node) || isLeftOut(node)) return ' ';
      const { tagName } = node;
      if (tagName === 'br') return '\n';
      if (tagName === 'input') return 'checked' in attributesOf(node) ? ' x ' : ' ';
      // In the first line of a code block; the sign of a footnote is another one.
      if (tagName === 'figcaption' || valueOf(node, 'class') === 'footnote-ref') return ' ';
      const own = textOf(node.childNodes);
      if (tagName === 'select') return ` ${valueOf(node, 'aria-label')} ${own} `;
      if (tagName === 'option') {
        const value = valueOf(node, 'value');
        return ` ${value} ${value === own ? '' : own} `;
      }
      if (tagName === 'blockquote') return ` ${own.replace(ALERT, ' ')} `;
      if (tagName === 'aside') return ` ${withoutUsualTitle(node, own)} `;
      return INLINE.test(tagName) ? own : ` ${own} `;
    })
    .join('');
}

const ALERT = /^\s*\[!(?:NOTE|TIP|WARNING|CAUTION)\]/;

/** The text of an admonition; one of GitHub has no other title than its kind. */
function withoutUsualTitle(node: Element, text: string): string {
  const kind = /admonition-(\w+)/.exec(valueOf(node, 'class'))?.[1] ?? '';
  const start = text.trimStart();
  const title = node.childNodes.find(
    (child) => 'tagName' in child && valueOf(child, 'class') === 'admonition-title',
  );
  return title !== undefined && squeeze(textOf([title])).toLowerCase() === kind
    ? start.slice(kind.length)
    : text;
}

function attributesOf(node: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
}

/** The text of words alone: Markdown has other white space, and signs of its own. */
function letters(nodes: readonly Node[]): readonly string[] {
  return textOf(nodes).match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What a reader finds in an article beside its words, each kind in its order. */
interface Outline {
  readonly headings: string[];
  readonly links: string[];
  readonly images: string[];
  readonly code: string[];
  readonly blocks: string[];
  readonly rows: string[];
  readonly notes: string[];
}

interface Place {
  readonly inCell?: boolean;
  readonly inHtml?: boolean;
}

function outlineOf(nodes: readonly Node[], found: Outline, place: Place = {}): Outline {
  for (const node of nodes)
    if ('tagName' in node && !isLeftOut(node)) noteElement(node, found, place);
  return found;
}

function noteElement(node: Element, found: Outline, place: Place): void {
  const { tagName, childNodes } = node;
  const text = textOf(childNodes);
  const visit = (more: Place = {}): void =>
    void outlineOf(childNodes, found, { ...place, ...more });
  const address = valueOf(node, 'src') || valueOf(node, 'data');
  if (/^h[1-6]$/.test(tagName) && place.inCell !== true && squeeze(text) !== '')
    found.headings.push(`${tagName} ${letters(childNodes).join(' ')}`);
  if (tagName === 'pre' && place.inCell !== true) found.blocks.push(blockOf(node));
  else if (tagName === 'pre' || tagName === 'code') {
    if (squeeze(text) !== '') found.code.push(squeeze(text));
  } else if (tagName === 'figcaption') return;
  else if (isName(node)) {
    // A part of a schema that has no name is in words.
    if (valueOf(node, 'class') === '') found.code.push(squeeze(text));
  } else if (tagName === 'option') {
    if (valueOf(node, 'value') !== '') found.code.push(valueOf(node, 'value'));
  } else if (valueOf(node, 'class') === 'footnote-ref')
    found.notes.push(/\d+/.exec(text)?.[0] ?? '');
  else if (tagName === 'table' && place.inCell !== true) {
    found.rows.push(...rowsOf(node));
    visit({ inCell: true });
  } else if (tagName === 'img') {
    if (address !== '' && !address.startsWith('data:') && place.inHtml !== true)
      found.images.push(`${decoded(address)} ${squeeze(valueOf(node, 'alt'))}`);
  } else if (/^(?:iframe|embed|source|video|audio|object)$/.test(tagName)) {
    if (address !== '') found.links.push(decoded(address));
    visit();
  } else {
    const href = valueOf(node, 'href');
    const before = found.images.length;
    visit(tagName === 'summary' ? { inHtml: true } : {});
    if (tagName === 'a' && href !== '' && (squeeze(text) !== '' || found.images.length > before))
      found.links.push(decoded(href));
  }
}

/** True for a link to the row that it begins: Markdown has no anchors of its own. */
function isName(node: Element): boolean {
  const item = node.parentNode;
  const row = item !== null && 'tagName' in item ? item.parentNode : null;
  const id = decodeSafely(valueOf(node, 'href').slice(1)) ?? '';
  return [item, row].some(
    (one) => one !== null && 'tagName' in one && valueOf(one, 'id') === id && id !== '',
  );
}

function decoded(address: string): string {
  try {
    return decodeURI(address).replaceAll('%28', '(').replaceAll('%29', ')');
  } catch {
    return address;
  }
}

/** The language and the text of a code block; the style sheet of a page shows the signs of a diff. */
function blockOf(node: Element): string {
  let language = '';
  let isDiff = false;
  const print = (nodes: readonly Node[]): string =>
    nodes
      .map((child) => {
        if ('value' in child) return child.value;
        if (!('tagName' in child)) return '';
        if (child.tagName === 'br') return '\n';
        if (child.tagName === 'code')
          language ||= /(?:^|\s)lang(?:uage)?-(\S+)/.exec(valueOf(child, 'class'))?.[1] ?? '';
        const sign = { del: '\0-', ins: '\0+' }[child.tagName];
        const isLine = sign !== undefined && valueOf(child, 'class').includes('line');
        isDiff ||= isLine;
        return (isLine ? sign : '') + print(child.childNodes);
      })
      .join('');
  const text = print([node]).replace(/\n$/, '');
  if (!isDiff) return `${language}\n${text}`;
  const signed = text
    .split('\n')
    .map((line) => (line.startsWith('\0') ? line.slice(1) : ` ${line}`));
  const name = language.startsWith('diff') ? language : `diff-${language}`.replace(/-$/, '');
  return `${name}\n${signed.join('\n')}`;
}

function rowsOf(table: Element): readonly string[] {
  const rows: string[] = [];
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue;
      if (node.tagName !== 'tr') {
        visit(node.childNodes);
        continue;
      }
      const cells = node.childNodes.filter((cell) => /^t[dh]$/.test(cell.nodeName));
      rows.push(
        cells
          .map((cell) => letters([cell]).join(' '))
          .join(' | ')
          .replace(/[ |]+$/, ''),
      );
    }
  };
  visit(table.childNodes);
  return rows.filter((row) => row !== '');
}

/** What a Markdown version has that its page has not, and the other way round. */
export function compareMarkdown(html: string) {
  const markdown = articleMarkdown(html, { linkOf: (href) => href });
  const tree = parseFragment(reader.render(markdown)).childNodes;
  const strange: string[] = [];
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) {
        if (node.nodeName === '#comment') strange.push('a comment');
        continue;
      }
      const { tagName, attrs, childNodes } = node;
      if (!EXPECTED.has(tagName)) strange.push(tagName);
      for (const { name, value } of attrs)
        if (!ATTRIBUTES.test(name) || /^\s*(?:javascript|vbscript|data):/i.test(value))
          strange.push(`${tagName} ${name}="${value}"`);
      visit(childNodes);
    }
  };
  visit(tree);
  const page = parseFragment(html).childNodes;
  const [words, own] = [letters(page), letters(tree)];
  const missing = wordsWithout(words, own);
  const added = wordsWithout(own, words);
  // A program numbers footnotes by their references, and shows them in this order.
  const hasNotes = html.includes('class="footnotes"');
  const at = hasNotes ? -1 : words.findIndex((word, index) => word !== own[index]);
  const moved = at < 0 ? [] : words.slice(Math.max(0, at - 5), at + 5);
  const outline = (nodes: readonly Node[]): Outline => {
    const found = {
      headings: [],
      links: [],
      images: [],
      code: [],
      blocks: [],
      rows: [],
      notes: [],
    };
    outlineOf(nodes, found);
    if (hasNotes) for (const list of Object.values(found)) list.sort();
    return found;
  };
  const different = { page: outline(page), markdown: outline(tree) };
  return { markdown, strange, missing, added, moved, different };
}

/** Lists the differences of a page and its Markdown version, with the Markdown last. */
export function differences(html: string): readonly string[] {
  const { markdown, strange, missing, added, moved, different } = compareMarkdown(html);
  const { page, markdown: own } = different;
  const kinds = Object.keys(page) as (keyof Outline)[];
  const found = [
    ...strange.map((name) => `strange: ${name}`),
    ...missing.map((word) => `missing: ${word}`),
    ...added.map((word) => `added: ${word}`),
    ...(moved.length === 0 ? [] : [`moved: ${moved.join(' ')}`]),
    ...kinds.flatMap((kind) => {
      const at = page[kind].findIndex((entry, index) => entry !== own[kind][index]);
      if (at < 0 && page[kind].length === own[kind].length) return [];
      return `${kind}: ${page[kind][at] ?? 'none'} is ${own[kind][at] ?? 'missing'}`;
    }),
  ];
  return found.length === 0 ? [] : [...found, markdown];
}

/** The words of a text that another one has not, or not so often. */
function wordsWithout(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

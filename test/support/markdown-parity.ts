import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { articleMarkdown } from '../../src/html/markdown/article-markdown.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

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
const LEFT_OUT =
  /(?:^|\s)(?:heading-anchor|external-icon|tab-list|footnote-backref|footnote-ref|footnotes)(?:\s|$)/;
const SKIPPED = new Set(['button', 'noscript', 'template', 'canvas', 'svg', 'select', 'math']);

function valueOf(node: DefaultTreeAdapterTypes.Element, name: string): string {
  return node.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value;
      if (!('tagName' in node) || SKIPPED.has(node.tagName)) return ' ';
      if (LEFT_OUT.test(valueOf(node, 'class')) || valueOf(node, 'aria-hidden') === 'true')
        return ' ';
      if (node.attrs.some(({ name }) => name === 'data-markdown-ignore')) return ' ';
      // In the first line of an alert, and of a code block.
      const { tagName } = node;
      if (tagName === 'figcaption' || valueOf(node, 'class') === 'admonition-title') return ' ';
      const isInline =
        /^(?:a|b|code|del|em|i|ins|kbd|mark|s|span|strong|sub|sup|u|wbr|small|abbr|cite|dfn|q|samp|var|bdi|bdo|time)$/;
      const own = textOf(node.childNodes);
      return isInline.test(node.tagName) ? own : ` ${own} `;
    })
    .join('');
}

/** The text of words alone: Markdown has other white space, and signs of its own. */
function letters(nodes: readonly Node[]): readonly string[] {
  return textOf(nodes).match(/[\p{L}\p{N}_]+/gu) ?? [];
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
  const left = new Map<string, number>();
  for (const word of letters(tree)) left.set(word, (left.get(word) ?? 0) + 1);
  const missing = letters(parseFragment(html).childNodes).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return { markdown, strange, missing };
}

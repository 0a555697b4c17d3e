import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A built page: its words, and its text outside of code. */
export interface PageText {
  readonly words: ReadonlySet<string>;
  readonly prose: string;
}

const CODE = new Set(['pre', 'code', 'kbd', 'samp', 'script', 'style', 'template']);

/** Reads the article of a page, its title and its description; the whole body where there is no article. */
export function readPage(html: string): PageText {
  const document = parse(html);
  const article = find(document, (element) => element.tagName === 'article') ?? document;
  const all: string[] = [];
  const prose: string[] = [];
  const visit = (node: Node, isCode: boolean): void => {
    if ('value' in node) {
      all.push(node.value);
      prose.push(isCode ? ' ' : node.value);
    }
    if ('attrs' in node) for (const { value } of node.attrs) all.push(decode(value));
    const inside = isCode || ('tagName' in node && CODE.has(node.tagName));
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, inside);
  };
  visit(article, false);
  const title = find(document, ({ tagName }) => tagName === 'title');
  if (title !== undefined) visit(title, true);
  return { words: new Set(wordsOf(all.join(' '))), prose: prose.join('') };
}

function find(node: Node, accepts: (element: Element) => boolean): Element | undefined {
  if ('tagName' in node && accepts(node)) return node;
  if (!('childNodes' in node)) return undefined;
  for (const child of node.childNodes) {
    const found = find(child, accepts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Left-over syntax in text that readers see. */
const LEAKS: readonly RegExp[] = [
  /:::/,
  /(?:^|\n)\s*(?:!!!|\?\?\?\+?) /,
  /\/\/\/ \w/,
  /=== ?"/,
  /\{\{#/,
  /<<< /,
  /--8<--/,
  /\{ ?#[\w-]+ ?\}/,
  /\{: /,
  /\[!(?:note|tip|important|warning|caution)\]/i,
  /(?:^|\n)\s*import [\w{}*, ]+ from ['"]/,
  /\{\/\*/,
  /(?:^|\s):[a-z]+(?:-[a-z0-9]+)+:(?=\s|$)/,
];

/** The left-over syntax in a text, each with what is around it. */
export function leaksIn(text: string): readonly string[] {
  return LEAKS.flatMap((leak) => {
    const match = leak.exec(text);
    if (match === null) return [];
    return [text.slice(Math.max(0, match.index - 10), match.index + 50).replace(/\s+/g, ' ')];
  });
}

/** The words of a Markdown source that readers should find on its page: without frontmatter, names of syntax, addresses. */
export function sourceWords(markdown: string): readonly string[] {
  const text = markdown
    .replace(/^\uFEFF?---\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/, '')
    .replace(/<!--[^]*?-->|\{\/\*[^]*?\*\/\}/g, ' ')
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/^import\s*\{[^{}]*\}\s*from .*$|^(?:import|export) .*$/gm, ' ')
    // What is for the highlighter, the type checker or the generator of a reference.
    .replace(/^([ \t]*)(`{3,}|~{3,})[^`\n]*twoslash[^]*?^\1\2/gm, checkedCode)
    .replace(/^[ \t]*\/\/ @\w[\w-]*:.*$/gm, ' ')
    .replace(
      /(?:\/\/|\/\*|\{\/\*|#|<!--)\s*(?:highlight|error|focus)-(?:next-line|start|end)\b.*$/gm,
      ' ',
    )
    .replace(/\[!code [^\]]*\]/g, ' ')
    .replace(/^([ \t]*)(`{3,})rust[^]*?^\1\2/gm, (code) => code.replace(/^\s*#(?: .*)?$/gm, ' '))
    .replace(/^::: ?[\w.]+\n(?:(?: {4}.*)?\n)*/gm, ' ')
    .replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, ' ')
    .replace(/^[ \t]*(?::{3,}|!!!|\?\?\?\+?|\/\/\/|={3}[!+]?)[^\n"[]*/gm, ' ')
    .replace(/^[ \t>]*\[!\w+\]/gm, ' ')
    .replace(/^\s*(?:<<<|--8<--).*$/gm, ' ')
    .replace(/\[\^[^\]\s]+\]/g, ' ')
    .replace(/\{\{#.*?\}\}|\{[*%!].*?[*%!]\}|\{\{.*?\}\}/g, ' ')
    .replace(/\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '] ')
    .replace(/^[ \t]*\[[^\]]+\]:.*$/gm, ' ')
    .replace(/\]\[[^\]]*\]/g, '] ')
    .replace(/\{[:#. ][^{}\n]*\}/g, ' ')
    .replace(/<\/?[A-Za-z][^<>]*>/g, ' ')
    .replace(/:[a-z][\w-]*:/g, ' ')
    .replace(/&#?\w+;/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ');
  return wordsOf(text);
}

/** Code that is checked for types, without the lines that are cut. */
function checkedCode(block: string): string {
  return block
    .replace(/\/\/ ---cut-start---[^]*?\/\/ ---cut-end---/g, ' ')
    .replace(/^[^]*\/\/ ---cut(?:-before)?---.*$/m, ' ')
    .replace(/\/\/ ---cut-after---[^]*$/, ' ');
}

function wordsOf(text: string): readonly string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

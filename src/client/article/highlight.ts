import { element } from '../app/root.ts';
import { createMatcher, type Matcher, matchRanges } from '../search/matches.ts';

interface PageMarks {
  readonly terms: readonly string[];
  /** `article`: only the article. `main`: all content of the page. */
  readonly area: 'article' | 'main';
}

interface Highlighter {
  /** Marks words on the page, and removes earlier marks. */
  readonly mark: (marks: PageMarks) => void;
  readonly clear: () => void;
}

const ISLAND = 'dw-island';

/** Number of text nodes that are searched between pauses, to keep the page responsive. */
const AT_ONCE = 400;

/** Name of the CSS highlight (`::highlight(search)`). */
const NAME = 'search';

/** Elements whose text is not marked: tools, line numbers, text for screen readers. */
const LEFT_OUT = 'script, style, button, select, textarea, .code-tools, [aria-hidden]';

/**
 * Marks the words of a search: with `mark` elements, in islands with the CSS Custom Highlight API. Text, ids and copied
 * text stay the same.
 */
export function createHighlighter(page: Document): Highlighter {
  let marks: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const registry = 'highlights' in CSS ? CSS.highlights : undefined;
  const clear = (): void => {
    clearTimeout(timer);
    for (const mark of marks) {
      const { parentNode } = mark;
      mark.replaceWith(...mark.childNodes);
      parentNode?.normalize();
    }
    marks = [];
    registry?.delete(NAME);
  };
  const markNode = (node: Text, matcher: Matcher): void => {
    const ranges = matchRanges(node.data, matcher);
    if (ranges.length === 0) return;
    // React does not expect other nodes among its own.
    if (!node.parentElement?.closest(ISLAND)) {
      marks.push(...wrap(node, ranges));
    } else if (registry !== undefined) {
      const highlight = registry.get(NAME) ?? new Highlight();
      for (const { start, end } of ranges) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        highlight.add(range);
      }
      registry.set(NAME, highlight);
    }
  };
  return {
    clear,
    mark: ({ terms, area }) => {
      clear();
      const root = page.querySelector(area === 'article' ? 'main article, article' : 'main');
      if (root === null || terms.length === 0) return;
      const matcher = createMatcher(terms);
      const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node instanceof Text && node.parentElement?.closest(LEFT_OUT) === null)
          nodes.push(node);
      }
      const work = (): void => {
        for (const node of nodes.splice(0, AT_ONCE)) if (node.isConnected) markNode(node, matcher);
        if (nodes.length > 0) timer = setTimeout(work);
      };
      // Shows the page first.
      timer = setTimeout(work);
    },
  };
}

type Ranges = ReturnType<typeof matchRanges>;

/** Wraps ranges of a text in `mark` elements. */
function wrap(node: Text, ranges: Ranges): readonly HTMLElement[] {
  // From the end, so that earlier offsets stay valid.
  return ranges.toReversed().map(({ start, end }) => {
    const word = node.splitText(start);
    word.splitText(end - start);
    const mark = element('mark', 'search-mark');
    word.replaceWith(mark);
    mark.append(word);
    return mark;
  });
}

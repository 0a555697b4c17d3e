import { createHighlighter } from '../article/highlight.ts';
import { entryKey } from '../navigation/history-entries.ts';
import { type SearchHost, SOUGHT_KEY, type SoughtWords } from './host.ts';

/** Marks what a hit has led to. */
export interface Marking {
  /** A page or a part of it is shown: takes the words out of the history entry and marks them. */
  readonly shown: () => void;
}

/** Marks go when the page is left, on Escape and on Back; a history entry asks for them once (rule 42). */
export function createMarking({ page, input }: SearchHost): Marking {
  const highlighter = createHighlighter(page);
  addEventListener('popstate', ({ state }) => {
    // A link to a part of this page makes an entry that nobody has marked yet.
    if (entryKey(state) !== undefined) highlighter.clear();
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') highlighter.clear();
  });
  return {
    shown: () => {
      highlighter.clear();
      const { [SOUGHT_KEY]: sought, ...rest } = { ...history.state };
      if (!isSoughtWords(sought)) return;
      history.replaceState(rest, '');
      highlighter.mark({
        terms: sought.terms,
        area: sought.type === 'others' ? 'main' : 'article',
        isReact: ['react', 'home'].includes(input().page.kind),
      });
    },
  };
}

function isSoughtWords(value: unknown): value is SoughtWords {
  return (
    typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms)
  );
}

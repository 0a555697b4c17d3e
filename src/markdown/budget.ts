import type { MarkdownIt } from 'markdown-it';
import { itemAt } from '../shared/item-at.ts';
import { textStart } from './blocks/block-lines.ts';
import { report, type SessionHolder, wrapBlockRule, wrapInlineRule } from './parse-session.ts';

/** Maximum size of a Markdown file, in UTF-8 bytes. */
export const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Maximum number of steps to parse one file. A page of documentation takes a few hundred; ordinary text of 2 MiB takes
 * about one for each 20 characters.
 */
export const MAX_STEPS = 3_000_000;

const EXCEEDED = 'the Markdown budget is exceeded';

/** True for the error that ends a parse with too many steps. */
export function isOverBudget(error: unknown): boolean {
  return error instanceof Error && error.message === EXCEEDED;
}

export interface Budget {
  /** Runs a parse; returns false if it took too many steps. */
  readonly within: (run: () => void) => boolean;
}

/**
 * Counts the work that makes markdown-it slow on hostile input: tokens skipped in the search for a bracket's partner,
 * and attempts of inline and block rules. Unlike a clock, a count gives the same result everywhere.
 */
export function addBudget(md: MarkdownIt, holder: SessionHolder): Budget {
  const exceeded = new Error(EXCEEDED);
  const step = (): void => {
    holder.session.steps += 1;
    if (holder.session.steps > MAX_STEPS) throw exceeded;
  };
  const skipToken = md.inline.skipToken.bind(md.inline);
  md.inline.skipToken = (state) => {
    step();
    skipToken(state);
  };
  for (const name of ['newline', 'html_inline']) {
    wrapInlineRule(md, name, (rule) => (state, silent) => {
      step();
      return rule(state, silent);
    });
  }
  for (const name of ['fence', 'lheading']) {
    wrapBlockRule(md, name, (rule) => (state, line, end, silent) => {
      step();
      return rule(state, line, end, silent);
    });
  }
  // Reports the first line of blocks nested too deep, which markdown-it drops silently.
  const tokenize = md.block.tokenize.bind(md.block);
  const { maxNesting } = md.options;
  md.block.tokenize = (state, first, end) => {
    const line = state.level < maxNesting ? end : state.skipEmptyLines(first);
    const { session } = holder;
    if (line < end && itemAt(state.sCount, line) >= state.blkIndent && !session.tooDeep) {
      session.tooDeep = true;
      report(session, 'markdown-budget', {
        span: {
          start: session.bodyStart + textStart(state, line),
          end: session.bodyStart + itemAt(state.eMarks, line),
        },
        message: `blocks are nested more than ${maxNesting} levels deep`,
        hint: 'nest fewer lists and quotes; deeper blocks are left out',
      });
    }
    tokenize(state, first, end);
  };
  return {
    within: (run) => {
      try {
        run();
        return true;
      } catch (error) {
        if (error === exceeded) return false;
        throw error;
      }
    },
  };
}

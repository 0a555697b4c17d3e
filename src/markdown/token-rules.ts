import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;
export type BlockRule = (state: StateBlock, line: number, end: number, silent: boolean) => boolean;

interface RuleEntry<Rule> {
  readonly name: string;
  readonly fn: Rule;
  readonly alt: string[];
}

/** Puts a wrapper around an inline rule of markdown-it; throws where the library has no rule of that name. */
export function wrapInlineRule(
  md: MarkdownIt,
  name: string,
  wrap: (rule: InlineRule) => InlineRule,
): void {
  const entry = findRule(md.inline.ruler.__rules__, name);
  md.inline.ruler.at(name, wrap(entry.fn), { alt: entry.alt });
}

/** Puts a wrapper around a block rule of markdown-it, keeping the blocks that it may interrupt. */
export function wrapBlockRule(
  md: MarkdownIt,
  name: string,
  wrap: (rule: BlockRule) => BlockRule,
): void {
  const entry = findRule(md.block.ruler.__rules__, name);
  md.block.ruler.at(name, wrap(entry.fn), { alt: entry.alt });
}

function findRule<Rule>(rules: readonly RuleEntry<Rule>[], name: string): RuleEntry<Rule> {
  const entry = rules.find((rule) => rule.name === name);
  if (entry === undefined) throw new Error(`markdown-it has no rule "${name}"`);
  return entry;
}

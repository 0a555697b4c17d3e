/** Prints changes for people: as text, and as Markdown for a comment. */
import { groupBy } from '../shared/maps.ts';
import { codeSpan } from '../shared/markdown-text.ts';
import { type Change, LEVELS, type Level, messageOf } from './rules.ts';

/** Operations that a change names. */
const MOST_NAMED = 3;

/** Names the operations that a change concerns, as far as its message does not. */
export function operationsOf({ operations, name }: Change): string {
  const others = operations.filter((operation) => operation !== name);
  if (others.length === 0) return '';
  const named = others.slice(0, MOST_NAMED).join(', ');
  return others.length <= MOST_NAMED ? named : `${named} and ${others.length - MOST_NAMED} more`;
}

/** Sorts changes: the worst first. */
export function byLevel(changes: readonly Change[]): readonly Change[] {
  return LEVELS.flatMap((level) => changes.filter((change) => change.level === level));
}

/** `1 breaking, 3 safe`. */
export function countLevels(changes: readonly Change[]): string {
  const groups = groupBy(byLevel(changes), ({ level }) => level);
  return (
    Array.from(groups, ([level, { length }]) => `${length} ${level}`).join(', ') || 'no changes'
  );
}

interface PrintOptions {
  readonly locate: (change: Change) => string;
  readonly isAccepted: (change: Change) => boolean;
}

/** A block for each change: level and code, message, operations and place. */
export function printText(
  changes: readonly Change[],
  { locate, isAccepted }: PrintOptions,
): string {
  return byLevel(changes)
    .map((change) => {
      const accepted = isAccepted(change) ? ' (accepted)' : '';
      const where = operationsOf(change);
      const about = where === '' ? '' : `\n  in ${where}`;
      return `${change.level}${accepted}: ${messageOf(change)} [${change.code}]${about}\n  at ${locate(change)}\n`;
    })
    .join('');
}

const TITLES: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  risky: 'Risky',
  safe: 'Safe',
  text: 'Text',
};

/** Longest comment, in characters; GitHub refuses longer ones. */
const LONGEST = 65_536;

/** Prints Markdown with the worst first; says how many lines it leaves out. */
export function printMarkdown(
  title: string,
  changes: readonly Change[],
  { isAccepted }: Pick<PrintOptions, 'isAccepted'>,
): string {
  const lines = [`## ${title}`, '', `${countLevels(changes)}.`, ''];
  let room = LONGEST - 500 - lines.join('\n').length;
  let left = 0;
  for (const [level, list] of groupBy(byLevel(changes), (change) => change.level)) {
    if (level === 'text') continue;
    const rows = list.map((change) => {
      const where = operationsOf(change);
      const about = where === '' ? '' : ` (${codeSpan(where)})`;
      return `- ${escapeMarkdown(messageOf(change))}${about}${isAccepted(change) ? ', accepted' : ''}`;
    });
    const shown = rows.filter((row) => (room -= row.length + 1) >= 0);
    left += rows.length - shown.length;
    lines.push(`### ${TITLES[level]}`, '', ...shown, '');
  }
  if (left > 0) lines.push(`${left} more are left out.`, '');
  return lines.join('\n');
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/\s+/g, ' ');
}

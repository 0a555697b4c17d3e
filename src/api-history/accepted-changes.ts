/** The lock of changes: `api-changes.lock` lists those that are accepted, each with a reason. */
import { hash } from 'node:crypto';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { type Change, messageOf } from './rules.ts';

/** Next to the configuration. */
export const LOCK_FILE = 'api-changes.lock';

export interface AcceptedChange {
  readonly key: string;
  readonly reason: string;
  /** The change in words, for readers of the file. */
  readonly text: string;
}

/** Identifies a change without its line, and without operations that come to share it. */
export function keyOf({ code, pointer, before = '', after = '', name }: Change): string {
  return hash('sha256', [code, pointer, name, before, after].join('\n'), 'base64url').slice(0, 16);
}

/** Reads a lock: a line for each change, `<key> <reason>  # <text>`. Returns the lines that are none, by number. */
export function readAccepted(text: string): {
  readonly accepted: readonly AcceptedChange[];
  readonly wrong: readonly number[];
} {
  const accepted: AcceptedChange[] = [];
  const wrong: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key = '', reason = '', note = ''] =
      /^([\w-]{16}) (.*?)(?:  # (.*))?$/.exec(line) ?? [];
    if (key === '' || reason.trim() === '') wrong.push(index + 1);
    else accepted.push({ key, reason, text: note });
  }
  return { accepted, wrong };
}

const HEADER = `# Changes of the API that are accepted, each with a reason: \`docs api-changes\` does not fail because of them.
# \`docs api-changes --accept "<reason>"\` adds those that it finds.
`;

/** Adds changes to a lock, sorted by text. */
export function acceptChanges(
  before: readonly AcceptedChange[],
  changes: readonly Change[],
  reason: string,
): string {
  const all = new Map(
    changes.map((change) => [
      keyOf(change),
      { key: keyOf(change), reason, text: messageOf(change) },
    ]),
  );
  for (const entry of before) all.set(entry.key, entry);
  const sorted = [...all.values()].sort((a, b) => compareStrings(a.text, b.text));
  const lines = sorted.map(
    ({ key, reason: why, text }) => `${key} ${why}  # ${text.replace(/\s+/g, ' ')}`,
  );
  return `${HEADER}${lines.join('\n')}\n`;
}

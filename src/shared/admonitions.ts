import { articleMessages } from './ui-messages.ts';

/** The kinds of admonition. Their default titles are UI messages of the same name. */
export const ADMONITIONS = ['note', 'tip', 'info', 'warning', 'danger'] as const;
export type Admonition = (typeof ADMONITIONS)[number];

/** A name of a kind of admonition, here or in other tools. */
export type AdmonitionName = string;

/** Names that other tools use, by the kind that they are shown as. Their default title is the name. */
export const ADMONITION_ALIASES: ReadonlyMap<string, Admonition> = new Map([
  ...shownAs('note', 'abstract summary tldr seealso quote cite example secondary'),
  ...shownAs('tip', 'hint success check done'),
  ...shownAs('info', 'important todo question help faq'),
  ...shownAs('warning', 'caution warn attention'),
  ...shownAs('danger', 'error failure fail missing bug critical'),
]);

function shownAs(kind: Admonition, names: string): [string, Admonition][] {
  return names.split(' ').map((name) => [name, kind]);
}

/** The kind of an admonition that this or another tool knows by the name, in any case. */
export function admonitionKind(name: string): Admonition | undefined {
  const lower = name.toLowerCase();
  return ADMONITION_ALIASES.get(lower) ?? ADMONITIONS.find((kind) => kind === lower);
}

/** The title of an admonition without one: its name, or in other languages the message of its kind. */
export function admonitionTitle(
  messages: Readonly<Record<Admonition, string>>,
  kind: Admonition,
  name: string,
): string {
  const message = messages[kind];
  const isKind = name.toLowerCase() === kind || message !== articleMessages[kind];
  return isKind ? message : capitalized(name);
}

export function capitalized(name: string): string {
  const lower = name.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

import { findExport, follow, type Program, readProgram } from '../config/source/follow.ts';
import { codeAt, readMembers, splitList } from '../config/source/source-code.ts';
import { itemAt } from '../shared/item-at.ts';
import { printKey, printValue } from '../config/print-config.ts';

/** The sidebars of a version, and where the configuration has its docs set. */
export interface VersionSidebars {
  /** Index in `docs`. */
  readonly index: number;
  readonly name: string;
  readonly sidebars: object;
}

/** Prints the part of a docs set that freezes the sidebars of a version. */
export function printVersion({ name, sidebars }: Omit<VersionSidebars, 'index'>): string {
  return `versions: ${printValue({ [name]: { sidebars } }, { depth: 0, used: 10 })},\n`;
}

/** Adds the sidebars of a version to the text of a configuration; undefined if its docs set is not a literal there. */
export function insertVersion(source: string, version: VersionSidebars): string | undefined {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  const code = readProgram(source.slice(start));
  const exported = findExport(code);
  const root = exported === undefined ? undefined : follow(code, exported, true);
  const docs = memberAt(code, root, 'docs');
  const set = elementAt(code, docs, version.index);
  const versions = memberAt(code, set, 'versions');
  const own = memberAt(code, versions, version.name);
  const { name, sidebars } = version;
  const members: readonly [number | undefined, string, unknown][] = [
    [own, 'sidebars', sidebars],
    [versions, name, { sidebars }],
    [set, 'versions', { [name]: { sidebars } }],
  ];
  // The innermost object that exists gets the rest.
  const [open, key, value] = members.find(([at]) => at !== undefined) ?? [];
  if (open === undefined || key === undefined || codeAt(code, open) !== '{') return undefined;
  return source.slice(0, start) + withMember(code, open, { key, value });
}

/** The first token of a member's value. */
function memberAt(code: Program, open: number | undefined, name: string): number | undefined {
  if (open === undefined || codeAt(code, open) !== '{') return undefined;
  const found = readMembers(code, open).findLast(
    (member) => member.kind === 'property' && member.name === name,
  );
  return found && follow(code, found.value.from);
}

function elementAt(code: Program, open: number | undefined, index: number): number | undefined {
  if (open === undefined || codeAt(code, open) !== '[') return undefined;
  const elements = splitList(code, open);
  if (elements.slice(0, index + 1).some(({ from }) => codeAt(code, from) === '...'))
    return undefined;
  const found = elements[index];
  return found && follow(code, found.from);
}

/** Writes a member at the start of an object, on a separate line if the first member has one. */
function withMember(
  { text, tokens }: Program,
  open: number,
  { key, value }: { readonly key: string; readonly value: unknown },
): string {
  const at = itemAt(tokens, open).end;
  const next = tokens[open + 1];
  const gap = text.slice(at, next?.start ?? at);
  const [, indent] = /\n([ \t]*)$/.exec(gap) ?? [];
  const depth = Math.ceil((indent ?? '').length / 2);
  const line = `${printKey(key)}: ${printValue(value, { depth, used: key.length + 2 })}`;
  const isEmpty = next?.text === '}';
  const added =
    indent === undefined
      ? ` ${line}${isEmpty ? ' ' : ','}`
      : `\n${indent}${isEmpty ? '  ' : ''}${line},`;
  return text.slice(0, at) + added + text.slice(at);
}

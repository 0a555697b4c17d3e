import type { AnyNode, ObjectExpression } from 'acorn';
import {
  type ConfigSource,
  follow,
  memberName,
  readConfigSource,
} from '../config/config-source.ts';
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
  const code = readConfigSource(source.slice(start));
  const docs = memberOf(code, code.exported, 'docs');
  const sets = docs?.type === 'ArrayExpression' ? docs.elements.slice(0, version.index + 1) : [];
  const element = sets.some((other) => other?.type === 'SpreadElement')
    ? null
    : sets[version.index];
  const set = element ? follow(code, element) : undefined;
  const versions = memberOf(code, set, 'versions');
  const own = memberOf(code, versions, version.name);
  const { name, sidebars } = version;
  const members: readonly [AnyNode | undefined, string, unknown][] = [
    [own, 'sidebars', sidebars],
    [versions, name, { sidebars }],
    [set, 'versions', { [name]: { sidebars } }],
  ];
  // The innermost object that exists gets the rest.
  const [object, key, value] = members.find(([node]) => node !== undefined) ?? [];
  if (object?.type !== 'ObjectExpression' || key === undefined) return undefined;
  return source.slice(0, start) + withMember(code, object, { key, value });
}

/** The value of the last member with a name. */
function memberOf(
  code: ConfigSource,
  object: AnyNode | undefined,
  name: string,
): AnyNode | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  const member = object.properties.findLast((other) => memberName(other) === name);
  return member?.type === 'Property' ? follow(code, member.value) : undefined;
}

/** Writes a member at the start of an object, on a separate line if the first member has one. */
function withMember(
  { text }: ConfigSource,
  { start, end, properties }: ObjectExpression,
  { key, value }: { readonly key: string; readonly value: unknown },
): string {
  const at = start + 1;
  const gap = text.slice(at, properties[0]?.start ?? end - 1);
  const [, indent] = /\n([ \t]*)$/.exec(gap) ?? [];
  const depth = Math.ceil((indent ?? '').length / 2);
  const line = `${printKey(key)}: ${printValue(value, { depth, used: key.length + 2 })}`;
  const isEmpty = properties.length === 0;
  const added =
    indent === undefined
      ? ` ${line}${isEmpty ? ' ' : ','}`
      : `\n${indent}${isEmpty ? '  ' : ''}${line},`;
  return text.slice(0, at) + added + text.slice(at);
}

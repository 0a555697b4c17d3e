import { createLocator } from '../../config/config-location.ts';
import type { ConfigPath } from '../../config/problem.ts';
import { readYaml, type YamlNode } from '../../content/yaml/read-yaml.ts';
import { toValue } from '../../content/yaml/values.ts';
import { positionAt } from '../../diagnostics/frame.ts';

/** The data of a configuration file, and what cannot be known without the tool. */
interface DataFile {
  readonly value: unknown;
  readonly remarks: readonly Remark[];
  /** Why the file cannot be read. */
  readonly failure?: string;
}

export interface Remark {
  readonly path: ConfigPath;
  readonly text: string;
}

const LIMITS = { maxAliases: 1000, maxDepth: 100, maxNodes: 100_000 };

/** Reads TOML. */
export async function readToml(text: string): Promise<DataFile> {
  const { parse } = await import('smol-toml');
  try {
    return { value: parse(text), remarks: [] };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return { value: undefined, remarks: [], failure: reason };
  }
}

/** Reads YAML whose tags name variables of the environment and functions of Python. */
export function readTaggedYaml(written: string): DataFile {
  const tagged = resolveTags(written.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, ''));
  const { root, problems } = readYaml(tagged.text, LIMITS);
  const remarks = tagged.variables.map(({ at, text }) => ({
    path: root === undefined ? [] : pathAt(root, at),
    text,
  }));
  if (root === undefined)
    return { value: undefined, remarks, failure: problems[0]?.message ?? 'the file is empty' };
  return { value: toValue(root), remarks };
}

interface Tagged {
  readonly text: string;
  /** Values that the environment sets. */
  readonly variables: readonly { readonly at: number; readonly text: string }[];
}

/** Replaces tags by spaces, and what they make by its default or `~`; positions stay. */
function resolveTags(text: string): Tagged {
  const { problems } = readYaml(text, LIMITS);
  const variables: { at: number; text: string }[] = [];
  let result = text;
  for (const { span } of problems) {
    const tag = text.slice(span.start, span.end);
    if (!tag.startsWith('!')) continue;
    const rest = result.slice(span.end);
    const [end, value] = tag === '!ENV' ? environmentDefault(rest) : [0, '~'];
    const whole = tag.length + end;
    if (tag === '!ENV') variables.push({ at: span.start, text: rest.slice(0, end).trim() });
    const isEmpty = /^[ \t]*(?:#.*)?(?:\n|$)/.test(rest) && !hasBlock(text, span.start);
    const shown = tag === '!ENV' || isEmpty ? value : '';
    result = result.slice(0, span.start) + shown.padEnd(whole) + result.slice(span.start + whole);
  }
  return { text: result, variables };
}

/** The length of the variables of `!ENV`, and the last one of several, which is the default. */
function environmentDefault(rest: string): readonly [number, string] {
  const [list, inside] = /^[ \t]*\[([^\]\n]*)\]/.exec(rest) ?? [];
  if (list === undefined) return [/^[ \t]*[\w.-]*/.exec(rest)?.[0].length ?? 0, '~'];
  const parts = (inside ?? '').split(/,(?=(?:[^"']|"[^"]*"|'[^']*')*$)/);
  return [list.length, parts.length > 1 ? (parts.at(-1)?.trim() ?? '~') : '~'];
}

/** Tells whether the lines below a tag are its value. */
function hasBlock(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at) + 1;
  const column = /^[ \t]*(?:-[ \t]+)*/.exec(text.slice(start, at))?.[0].length ?? 0;
  const [, indent = ''] = /^[^\n]*\n(?:[ \t]*(?:#.*)?\n)*([ \t]*)\S/.exec(text.slice(at)) ?? [];
  return indent.length > column;
}

/** The path of the first scalar at or after an offset. */
function pathAt(root: YamlNode, offset: number): ConfigPath {
  const visit = (node: YamlNode, path: ConfigPath): ConfigPath | undefined => {
    if (node.kind === 'scalar') return node.span.start >= offset ? path : undefined;
    for (const [key, child] of childrenOf(node)) {
      const found = visit(child, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(root, []) ?? [];
}

/** The members of a map or a list, with the offsets at which they begin. */
function childrenOf(node: YamlNode): readonly (readonly [string | number, YamlNode, number])[] {
  if (node.kind === 'list')
    return node.items.map((item, index) => [index, item, item.span.start] as const);
  return node.kind === 'map'
    ? node.entries.map(({ key, value, keySpan }) => [key, value, keySpan.start] as const)
    : [];
}

/** The line of a setting in its file, else that of its nearest ancestor. */
export function lineOfSetting(file: string, source: string, path: ConfigPath): number {
  const text = source.replace(/\r\n?/g, '\n');
  if (/\.ya?ml$/.test(file)) return lineInYaml(text, path);
  if (file.endsWith('.toml')) return lineInToml(text, path);
  return createLocator(text, { throughCalls: true })(path).line;
}

function lineInYaml(text: string, path: ConfigPath): number {
  let node = readYaml(resolveTags(text).text, LIMITS).root;
  let at = 0;
  for (const key of path) {
    const children = node === undefined ? [] : childrenOf(node);
    const [, child, start = at] = children.find(([name]) => String(name) === String(key)) ?? [];
    [node, at] = [child, start];
  }
  return positionAt(text, at).line;
}

/** Tables and keys are found line by line: the last line whose path is a beginning of the asked one. */
function lineInToml(text: string, path: ConfigPath): number {
  const wanted = path.map(String);
  const counts = new Map<string, number>();
  let table: readonly string[] = [];
  let best = { line: 1, depth: 0 };
  for (const [index, line] of text.split('\n').entries()) {
    const [, double, header] = /^\s*\[(\[?)([^\]]+)\]/.exec(line) ?? [];
    const [, key] =
      /^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=/.exec(line) ??
      [];
    if (header !== undefined) {
      const count = counts.get(header) ?? 0;
      counts.set(header, count + 1);
      table = [...splitKeys(header), ...(double === '[' ? [String(count)] : [])];
    }
    if (header === undefined && key === undefined) continue;
    const found = key === undefined ? table : [...table, ...splitKeys(key)];
    const isStart = found.every((part, at) => part === wanted[at]);
    if (isStart && found.length > best.depth) best = { line: index + 1, depth: found.length };
  }
  return best.line;
}

function splitKeys(written: string): readonly string[] {
  const keys = written.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g);
  return Array.from(keys, ([, double, single, bare = '']) => double ?? single ?? bare);
}

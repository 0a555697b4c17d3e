import { createRequire } from 'node:module';
import type { AnyNode, Program, Property, SpreadElement } from 'acorn';
import { isRecord } from './problem.ts';

/** A module in TypeScript or JavaScript that exports a configuration. */
export interface ConfigSource {
  readonly text: string;
  /** The exported object, or what the export leads to; undefined without an export, or if the code cannot be read. */
  readonly exported: AnyNode | undefined;
  /** The values of declared names, in all scopes. The first declaration counts. */
  readonly declarations: ReadonlyMap<string, AnyNode>;
}

/** Reads a module. The parser is loaded for the first one: most commands need no location. */
export function readConfigSource(text: string): ConfigSource {
  const declarations = new Map<string, AnyNode>();
  const program = parse(text);
  if (program === undefined) return { text, exported: undefined, declarations };
  const declare = (name: string, value: AnyNode): void => {
    if (!declarations.has(name)) declarations.set(name, value);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    if (value.type === 'VariableDeclarator' && value.id.type === 'Identifier' && value.init)
      declare(value.id.name, value.init);
    if (value.type === 'FunctionDeclaration' && value.id) declare(value.id.name, value);
    for (const child of Object.values(value)) visit(child);
  };
  visit(program.body);
  const exported = program.body.flatMap((statement): readonly AnyNode[] => {
    if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration];
    if (statement.type === 'ExportNamedDeclaration')
      return statement.specifiers.flatMap(({ local, exported: as }) =>
        as.type === 'Identifier' && as.name === 'default' && local.type === 'Identifier'
          ? (declarations.get(local.name) ?? [])
          : [],
      );
    if (statement.type !== 'ExpressionStatement') return [];
    const { expression } = statement;
    const isExport =
      expression.type === 'AssignmentExpression' &&
      /^module\s*\.\s*exports$/.test(text.slice(expression.left.start, expression.left.end));
    return isExport ? [expression.right] : [];
  });
  const source = { text, exported: exported[0], declarations };
  return { ...source, exported: exported[0] && follow(source, exported[0], true) };
}

/** Reads JavaScript or TypeScript; undefined for anything else, and for what is too deep. */
export function parse(text: string, options?: { readonly jsx: object }): Program | undefined {
  const require = createRequire(import.meta.url);
  const acorn: typeof import('acorn') = require('acorn');
  const {
    tsPlugin,
  }: typeof import('@sveltejs/acorn-typescript') = require('@sveltejs/acorn-typescript');
  const parser = acorn.Parser.extend(tsPlugin(options));
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parser.parse(text, {
        ecmaVersion: 'latest',
        sourceType,
        locations: true,
        preserveParens: true,
        allowHashBang: true,
        allowAwaitOutsideFunction: true,
        allowReturnOutsideFunction: true,
      });
    } catch {
      // Scripts have code that modules must not have.
    }
  }
  return undefined;
}

function isNode(value: unknown): value is AnyNode {
  return isRecord(value) && typeof value['type'] === 'string';
}

/** Enough for any reasonable chain of wrappers; ends cycles such as `const a = a`. */
const MAX_STEPS = 40;

/**
 * Follows an expression through parentheses, types and names to a literal, or until it cannot be followed; with
 * `throughCalls` also to the first argument of calls and the result of functions.
 */
export function follow(
  { declarations }: Pick<ConfigSource, 'declarations'>,
  start: AnyNode,
  throughCalls = false,
): AnyNode {
  let node = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next =
      node.type === 'Identifier'
        ? declarations.get(node.name)
        : (wrapped(node) ?? (throughCalls ? resultOf(node) : undefined));
    if (next === undefined) return node;
    node = next;
  }
  return start;
}

/** The expression in parentheses, or before a type: `{ … } satisfies SiteConfig`. */
function wrapped(node: AnyNode): AnyNode | undefined {
  const isWrapper = node.type === 'ParenthesizedExpression' || node.type.startsWith('TS');
  return isWrapper && 'expression' in node && isNode(node.expression) ? node.expression : undefined;
}

function resultOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case 'CallExpression':
      return node.arguments[0];
    case 'AwaitExpression':
      return node.argument;
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration': {
      if (node.body.type !== 'BlockStatement') return node.body;
      const last = node.body.body.findLast(({ type }) => type === 'ReturnStatement');
      return (last?.type === 'ReturnStatement' && last.argument) || undefined;
    }
    default:
      return undefined;
  }
}

/** The name of an object's member; undefined for a spread, and for a computed key that is no string. */
export function memberName(member: Property | SpreadElement): string | undefined {
  if (member.type === 'SpreadElement') return undefined;
  const { key, computed } = member;
  if (key.type === 'Literal')
    return computed && typeof key.value !== 'string' ? undefined : String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

import type { AnyNode } from 'acorn';
import {
  type ConfigSource,
  follow,
  memberName,
  readConfigSource,
} from '../../config/config-source.ts';
import { isRecord } from '../../config/problem.ts';

/** Enough for any configuration; ends names that refer to each other. */
const MAX_DEPTH = 30;

/** Reads the literal parts of an exported configuration as text; members that are computed are left out. */
export function readLiteral(text: string): unknown {
  const source = readConfigSource(text.replace(/^\uFEFF/, ''));
  return source.exported && readNode(source, source.exported, MAX_DEPTH);
}

/** The value of an expression; undefined if it is computed. */
function readNode(source: ConfigSource, expression: AnyNode, depth: number): unknown {
  const node = follow(source, expression);
  if (depth === 0) return undefined;
  switch (node.type) {
    case 'Literal':
      return node.regex === undefined && node.bigint === undefined ? node.value : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
    case 'UnaryExpression': {
      const value = node.operator === '-' ? readNode(source, node.argument, depth) : undefined;
      return typeof value === 'number' ? -value : undefined;
    }
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((member): (readonly [string, unknown])[] => {
          const name = memberName(member);
          const value = readNode(
            source,
            member.type === 'SpreadElement' ? member.argument : member.value,
            depth - 1,
          );
          if (member.type === 'SpreadElement') return isRecord(value) ? Object.entries(value) : [];
          return name === undefined || value === undefined ? [] : [[name, value]];
        }),
      );
    case 'ArrayExpression':
      return node.elements.flatMap((element): readonly unknown[] => {
        if (element === null) return [null];
        const isSpread = element.type === 'SpreadElement';
        const value = readElement(source, isSpread ? element.argument : element, depth - 1);
        if (isSpread) return Array.isArray(value) ? value : [];
        // Null keeps the positions of the others.
        return [value ?? null];
      });
    default:
      return undefined;
  }
}

/** The value of an element, or the object that a function gets there, as in `integrations: [plugin({ … })]`. */
function readElement(source: ConfigSource, element: AnyNode, depth: number): unknown {
  const argument = follow(source, element, true);
  return argument.type === 'ObjectExpression'
    ? readNode(source, argument, depth)
    : readNode(source, element, depth);
}

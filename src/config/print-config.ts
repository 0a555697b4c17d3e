import { isRecord } from './problem.ts';

/** Columns of a line; longer lists and objects have a line for each member. */
const WIDTH = 100;

/** Prints a configuration as `site.config.ts`; `comments` are put above their keys. */
export function printConfig(
  config: Readonly<Record<string, unknown>>,
  comments: Readonly<Record<string, string>> = {},
): string {
  const members = Object.entries(config).map(([key, value]) => {
    if (value === undefined) return '';
    const comment = comments[key] === undefined ? '' : `  // ${comments[key]}\n`;
    return `${comment}  ${printKey(key)}: ${printValue(value, { depth: 1, used: key.length + 4 })},\n`;
  });
  return `import { defineConfig } from 'docwright';\n\nexport default defineConfig({\n${members.join('')}});\n`;
}

interface Printing {
  /** Levels of indentation. */
  readonly depth: number;
  /** Columns in front of the value. */
  readonly used: number;
}

/** Prints a value as a literal at a position of a configuration. */
export function printValue(value: unknown, { depth, used }: Printing): string {
  if (typeof value === 'string') return printText(value);
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return JSON.stringify(value) ?? 'undefined';
  const members: readonly (readonly [string, unknown])[] = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : [[`${printKey(key)}: `, item] as const],
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return open + close;
  const inner = { depth: depth + 1, used: 0 };
  const flat = members.map(([key, item]) => key + printValue(item, inner)).join(', ');
  const line = isList ? `[${flat}]` : `{ ${flat} }`;
  const indent = '  '.repeat(depth);
  if (!line.includes('\n') && used + indent.length + line.length < WIDTH) return line;
  const lines = members.map(
    ([key, item]) => `${indent}  ${key}${printValue(item, { ...inner, used: key.length })},\n`,
  );
  return `${open}\n${lines.join('')}${indent}${close}`;
}

export function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printText(key);
}

/** A string literal in single quotes, or in double quotes if it contains single ones only. */
function printText(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (text.includes("'") && !text.includes('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

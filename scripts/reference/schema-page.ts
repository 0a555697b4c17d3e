import { anchorOf, code, escapeText, table } from './markdown.ts';

/** The part of JSON Schema that the published schemas use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

/** Options of a page made from a schema. */
export interface SchemaPage {
  /** Level of the headings of keys. */
  readonly level: number;
  /** Where a key is explained, as the text behind "See". */
  readonly see: Readonly<Record<string, string>>;
  /** Keys that another page describes, with the link to it. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

/** An object somewhere in a schema, and the path to it. */
interface Part {
  readonly path: string;
  readonly schema: Schema;
}

/** Prints a section for each key of an object, with tables of the keys in it. */
export function keySections({ properties = {}, required = [] }: Schema, page: SchemaPage): string {
  return Object.entries(properties)
    .map(([key, schema]) => {
      const elsewhere = page.elsewhere[key];
      const { text, fallback } = splitDescription(schema);
      const need = required.includes(key) ? 'Required.' : defaultSentence(fallback);
      return [
        `${'#'.repeat(page.level)} \`${key}\` {#${anchorOf(key)}}`,
        page.see[key] === undefined ? text : `${text} See ${page.see[key]}.`,
        `Type: ${elsewhere ?? code(typeText(schema))}. ${need}`.trim(),
        elsewhere === undefined ? keyTables({ path: key, schema }, page.level + 1) : '',
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    })
    .join('\n\n');
}

function defaultSentence(fallback: string): string {
  return fallback === '' ? '' : `Default: ${fallback}.`;
}

/** Prints a table for each object in a schema, below a heading unless it is the schema itself. */
export function keyTables({ path, schema }: Part, level: number): string {
  const parts = objectParts({ path, schema });
  return parts
    .map((part, at) => {
      const isNew = anchorOf(part.path) !== anchorOf(path) && parts[at - 1]?.path !== part.path;
      const heading = `${'#'.repeat(level)} \`${part.path}\` {#${anchorOf(part.path)}}\n\n`;
      return `${isNew ? heading : ''}${keyTable(part)}`;
    })
    .join('\n');
}

function keyTable({ path, schema }: Part): string {
  const { properties = {}, required = [] } = schema;
  const kind = properties['type']?.const;
  const label = kind === undefined ? '' : `With \`type: '${String(kind)}'\`:\n\n`;
  const rows = Object.entries(properties).map(([key, value]) => {
    const { text, fallback } = splitDescription(value);
    const inner = path === '' ? key : `${path}.${key}`;
    const fact = required.includes(key) ? 'required' : fallback;
    const name = kind === undefined ? `<code id="key-${anchorOf(inner)}">${key}</code>` : code(key);
    return [name, typeCell(value, inner), fact, text];
  });
  return `${label}${table(['Key', 'Type', 'Default', 'Description'], rows)}`;
}

/** The objects inside of a schema, outermost first. */
function objectParts({ path, schema }: Part): readonly Part[] {
  const { items, additionalProperties, properties, anyOf, oneOf } = schema;
  if (items !== undefined) return objectParts({ path: `${path}[]`, schema: items });
  if (typeof additionalProperties === 'object')
    return objectParts({ path: `${path}.*`, schema: additionalProperties });
  const options = anyOf ?? oneOf;
  const found =
    options === undefined
      ? properties === undefined
        ? []
        : [
            { path, schema },
            ...Object.entries(properties).flatMap(([key, inner]) =>
              objectParts({ path: path === '' ? key : `${path}.${key}`, schema: inner }),
            ),
          ]
      : options.flatMap((option) => objectParts({ path, schema: option }));
  const paths = [...new Set(found.map((part) => part.path))];
  return paths.flatMap((name) => found.filter((part) => part.path === name));
}

/** Splits the default off a description. */
function splitDescription({ description = '', format, ...schema }: Schema): {
  readonly text: string;
  readonly fallback: string;
} {
  const [, before = description, fallback = ''] =
    /^(.*?)\s*Default: (.*)$/s.exec(description) ?? [];
  // A default of several sentences stays in the text.
  const [first = '', ...rest] = fallback.split(/\.(?:\s+|$)/).filter((part) => part !== '');
  const more = rest.map((part) => ` ${part}.`).join('');
  const shape = format === undefined ? '' : ` Must be ${format}.`;
  const text = `${before}${more}${range(schema)}${shape}`.trim();
  return { text: escapeText(text), fallback: escapeText(first) };
}

function range({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? ` At least ${minimum}.` : ` From ${minimum} to ${maximum}.`;
}

/** The type in the notation of TypeScript; objects are links to their keys. */
function typeCell(schema: Schema, path: string): string {
  const [part] = objectParts({ path, schema });
  const text = code(typeText(schema));
  return part === undefined ? text : `[${text}](#${anchorOf(part.path)})`;
}

function typeText(schema: Schema): string {
  const { type, items, additionalProperties } = schema;
  if (schema.$ref !== undefined) return 'object';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeText))].join(' | ');
  if (items !== undefined) {
    const inner = typeText(items);
    return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`;
  }
  if (schema.properties !== undefined) return 'object';
  if (typeof additionalProperties === 'object')
    return `Record<string, ${typeText(additionalProperties)}>`;
  if (Array.isArray(type)) return 'string';
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'function';
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

import { readFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { type Comment, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import type * as v from 'valibot';
import { QUESTIONS_SCHEMA } from '../src/agents/read-questions.ts';
import { describeFormat, isFormatName } from '../src/config/formats/formats.ts';
import { SITE_SCHEMA } from '../src/config/schema.ts';
import { CATEGORY_SCHEMA } from '../src/content/category-file.ts';
import { FRONTMATTER_SCHEMA } from '../src/content/frontmatter.ts';
import { MESSAGES_SCHEMA } from '../src/content/ui-messages.ts';
import { QUERIES_SCHEMA } from '../src/search/evaluate/read-queries.ts';
import { GLOSSARY_SCHEMA } from '../src/translations/glossary.ts';
import { builderMessages } from '../src/shared/request/builder-messages.ts';
import {
  apiMessages,
  articleMessages,
  constraintMessages,
  searchMessages,
  uiMessages,
} from '../src/shared/ui-messages.ts';

interface Published {
  readonly schema: v.GenericSchema;
  /** Files whose comments describe the keys. */
  readonly sources: readonly string[];
  readonly title: string;
  /** In YAML, text may be written without quotes: `label: 2.0`. */
  readonly isYaml: boolean;
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  'site-config': {
    schema: SITE_SCHEMA,
    sources: [
      'src/config/schema.ts',
      'src/config/schema-docs.ts',
      'src/config/schema-layout.ts',
      'src/config/schema-publish.ts',
      'src/config/plugins.ts',
    ],
    title: 'Configuration of a docwright site (site.config.ts)',
    isYaml: false,
  },
  frontmatter: {
    schema: FRONTMATTER_SCHEMA,
    sources: ['src/content/frontmatter.ts', 'src/content/landing.ts'],
    title: 'Frontmatter of a docwright page',
    isYaml: true,
  },
  category: {
    schema: CATEGORY_SCHEMA,
    sources: ['src/content/category-file.ts'],
    title: 'Category file of docwright (_category_.yml)',
    isYaml: true,
  },
  messages: {
    schema: MESSAGES_SCHEMA,
    sources: ['src/content/ui-messages.ts'],
    title: 'UI messages of a docwright locale (i18n/<locale>/messages.yml)',
    isYaml: true,
  },
  queries: {
    schema: QUERIES_SCHEMA,
    sources: ['src/search/evaluate/read-queries.ts'],
    title: 'Search queries for docs check-search',
    isYaml: true,
  },
  questions: {
    schema: QUESTIONS_SCHEMA,
    sources: ['src/agents/read-questions.ts'],
    title: 'Questions for docs check-agents (questions.yml)',
    isYaml: true,
  },
  glossary: {
    schema: GLOSSARY_SCHEMA,
    sources: ['src/translations/glossary.ts'],
    title: 'Glossary of translations of a docwright site (glossary.yml)',
    isYaml: true,
  },
};

/** A published JSON Schema in which `format` names the format of a text in words. */
export function describedSchema(name: keyof typeof PUBLISHED): Record<string, unknown> {
  const published = PUBLISHED[name];
  if (published === undefined) throw new Error(`there is no schema ${name}`);
  return convert(published, formatInWords);
}

/** Formats that a comment on a key does not name. */
const FORMATS_IN_WORDS = ['id', 'languageTag', 'baseUrl', 'route', 'scheme', 'regex', 'origin'];

function formatInWords(message: unknown): object {
  const name = String(message);
  const isNamed = FORMATS_IN_WORDS.includes(name) && isFormatName(name);
  return isNamed ? { format: describeFormat(name) } : {};
}

/** The published JSON Schemas by path, as they are written. */
export function jsonSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PUBLISHED).map(([name, published]) => {
      const file = `${name}.schema.json`;
      const { $schema, ...schema } = convert(published);
      const head = { $schema, $id: `docwright/schema/${file}`, title: published.title };
      return [`schema/${file}`, `${print({ ...head, ...schema })}\n`];
    }),
  );
}

/** Prints JSON; what fits on a line is on one. */
function print(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (indent.length + line.length < 160 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent} `;
  const [parts, [open, close]] = Array.isArray(value)
    ? [value.map((item) => print(item, inner)), ['[', ']']]
    : [
        Object.entries(value).flatMap(([key, item]) =>
          item === undefined ? [] : [`${JSON.stringify(key)}: ${print(item, inner)}`],
        ),
        ['{', '}'],
      ];
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function convert(
  { schema, sources, isYaml }: Published,
  formatOf: (message: unknown) => object = () => ({}),
): Record<string, unknown> {
  const comments = new Map<string, Descriptions[]>();
  for (const [name, descriptions] of sources.flatMap(readComments))
    comments.set(name, [...(comments.get(name) ?? []), descriptions]);
  for (const table of [
    uiMessages,
    searchMessages,
    articleMessages,
    apiMessages,
    builderMessages,
    constraintMessages,
  ])
    comments.set(nameOf(table), [englishTexts(table)]);
  const known = new Map<object, Descriptions>();
  // Objects with the same keys are in the order of their schemas.
  const commentsOn = (object: object, properties: Properties): Descriptions => {
    const all = comments.get(nameOf(properties)) ?? [];
    const found = known.get(object) ?? (all.length > 1 ? all.shift() : all[0]) ?? new Map();
    known.set(object, found);
    return found;
  };
  const converted = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'check'
        ? { ...jsonSchema, minLength: 1, ...formatOf(messageOf(valibotAction)) }
        : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const { type } = jsonSchema;
      if (isYaml && type === 'string' && jsonSchema.enum === undefined)
        return { ...jsonSchema, type: ['string', 'number', 'boolean'] };
      if (!('entries' in valibotSchema) || jsonSchema.properties === undefined) return undefined;
      const { properties } = jsonSchema;
      return {
        ...jsonSchema,
        properties: describe(properties, commentsOn(valibotSchema, properties)),
      };
    },
  });
  return { ...converted };
}

function messageOf(action: object): unknown {
  return 'message' in action ? action.message : undefined;
}

function englishTexts(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).map(([name, text]) => [name, `English: ${text}`]));
}

type Properties = NonNullable<ReturnType<typeof toJsonSchema>['properties']>;

/** Adds the comment on each key. */
function describe(properties: Properties, descriptions: Descriptions): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => {
      const description = descriptions.get(key);
      if (description === undefined) throw new Error(`the key "${key}" has no comment`);
      if (typeof property === 'boolean') return [key, property];
      checkDefault(description, property.default);
      return [key, { description, ...property }];
    }),
  );
}

/** A comment that names a default names the one of the schema: editors show the comment alone. */
function checkDefault(description: string, value: unknown): void {
  if (!['string', 'number', 'boolean'].includes(typeof value) || value === '') return;
  if (!description.includes(`Default: \`${value}\`.`))
    throw new Error(`"${description}" does not say the default ${value}`);
}

/** Comments by key. */
type Descriptions = ReadonlyMap<string, string>;

function nameOf(object: object): string {
  return Object.keys(object).toSorted().join(' ');
}

/** The comments on keys of every object in a module. */
function readComments(path: string): readonly [string, ReadonlyMap<string, string>][] {
  const { program, comments } = parseSync(path, readFileSync(path, 'utf8'));
  const found: [string, ReadonlyMap<string, string>][] = [];
  const constants = new Map<string, ReadonlyMap<string, string>>();
  let constant = '';
  new Visitor({
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') constant = id.name;
    },
    ObjectExpression: (node) => {
      const descriptions = descriptionsOf(node, { comments, constants });
      found.push([[...descriptions.keys()].toSorted().join(' '), descriptions]);
      if (!constants.has(constant)) constants.set(constant, descriptions);
    },
  }).visit(program);
  return found.filter(([, descriptions]) => [...descriptions.values()].some((text) => text !== ''));
}

interface Known {
  readonly comments: readonly Comment[];
  /** Comments of the first object of each constant, for `...CONSTANT` and `...CONSTANT.entries`. */
  readonly constants: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

function descriptionsOf(
  { start, properties }: ObjectExpression,
  { comments, constants }: Known,
): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const { argument } = property;
      const source = argument.type === 'MemberExpression' ? argument.object : argument;
      const spread = source.type === 'Identifier' ? constants.get(source.name) : undefined;
      for (const [key, text] of spread ?? []) descriptions.set(key, text);
      continue;
    }
    if (property.key.type !== 'Identifier') continue;
    const { name } = property.key;
    const comment = comments.findLast(({ end }) => end < property.start);
    const previous = properties[properties.indexOf(property) - 1];
    const isOwn = comment !== undefined && comment.start > (previous?.end ?? start);
    if (isOwn || !descriptions.has(name)) descriptions.set(name, isOwn ? plain(comment) : '');
  }
  return descriptions;
}

function plain({ value }: Comment): string {
  return value
    .replace(/^\*|^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

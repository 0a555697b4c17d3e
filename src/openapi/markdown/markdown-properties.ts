import { codeSpan, escapeMarkdown } from '../../shared/markdown-text.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { RawSchema, SchemaNode, Text } from '../model/api-model.ts';
import type { ApiContext } from '../pages/api-page.ts';
import type { Direction } from '../pages/child-rows.ts';
import { type Inline, objectSentences, printValue } from '../pages/elements.ts';
import {
  type Fact,
  isDescribed,
  nodeFacts,
  nodeFlags,
  ownExamples,
  splitExamples,
} from '../pages/fact-line.ts';
import {
  type Above,
  choose,
  depthLimits,
  keysOf,
  type PageLocation,
} from '../pages/inline-or-linked.ts';
import type { PageScope } from '../pages/page-scope.ts';
import { homeBelow, isPlainObject, type TreeOptions } from '../pages/properties.ts';
import type { SchemaWords, ShapeRow } from '../pages/row-cache.ts';
import { shapeOf } from '../pages/schema-line.ts';
import type { JsonValue } from '../read/description.ts';
import { indent, inlineMarkdown, lowerHeadings, markdownLink } from './markdown-text.ts';

/** Prints a schema as a list with one line per property, by its dotted name. */
export function markdownTree(
  scope: PageScope,
  schema: RawSchema,
  options: Omit<TreeOptions, 'id'>,
): string {
  const node = scope.schemas.read(schema);
  const { direction, name } = options;
  const { named, unnamed } = depthLimits(scope, node, options);
  const limits = { named: Math.min(DEEPEST, named), unnamed };
  const location: PageLocation = { id: '', name: '', depth: 0, limits, direction };
  const isPlain = isPlainObject(node) || node.typeLabel === name;
  const { head } = schemaWords(scope, node);
  const lines: string[] = [];
  addBelow(lines, scope, { node, location });
  return [isPlain ? '' : head.join(', '), ...detailLines(scope, node), lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Depth to which references are expanded: every type is a link to the Markdown version of its schema. */
const DEEPEST = 2;

/** Prints the rows below a schema that has its own row, such as a parameter. */
export function markdownBelow(
  scope: PageScope,
  node: SchemaNode,
  { name, direction }: { readonly name: string; readonly direction: Direction },
): readonly string[] {
  const lines: string[] = [];
  const limits = { named: DEEPEST, unnamed: Number.POSITIVE_INFINITY };
  const location: PageLocation = { id: name, name, depth: 1, limits, direction };
  addBelow(lines, scope, { node, location });
  return lines;
}

interface LocatedNode {
  readonly node: SchemaNode;
  readonly location: PageLocation;
}

function addBelow(lines: string[], scope: PageScope, { node, location }: LocatedNode): void {
  const shape = shapeOf(scope, node, location.direction);
  if (shape.isEmpty) return;
  const { inner, idPart, rows } = shape;
  if (choose(scope, inner, { location, rows: rows.length }).kind !== 'inline') return;
  const above: Above = {
    keys: [...keysOf(node), ...keysOf(inner)],
    id: location.id,
    up: location.above,
  };
  const home = homeBelow(scope, inner, location);
  const inside = { ...location, id: location.id + idPart, home, above };
  const room = Math.max(0, scope.budget.rows);
  const shown = rows.slice(0, room);
  scope.budget.rows -= shown.length;
  for (const row of shown) addRow(lines, scope, { row, location: inside });
  const rest = rows.length - shown.length;
  const { messages } = scope;
  if (rest > 0)
    lines.push(`- ${fillMessage(messages.cutMore, { names: '…', count: String(rest) })}`);
  for (const sentence of objectSentences(messages, inner)) lines.push(noteLine(location, sentence));
  if (shape.hasVariants) addVariants(lines, scope, { node: inner, location: inside });
}

function noteLine({ id }: PageLocation, sentence: readonly Inline[]): string {
  const words = inlineMarkdown(sentence);
  return id === '' ? `- ${words}` : `- ${codeSpan(id)}: ${words}`;
}

interface LocatedRow {
  readonly row: ShapeRow;
  readonly location: PageLocation;
}

function addRow(
  lines: string[],
  scope: PageScope,
  { row: { row, node }, location }: LocatedRow,
): void {
  const name = (location.id + row.idPart).replace(/^\./, '');
  const about = row.about === undefined ? '' : ` ${codeSpan(row.about)}`;
  const label = row.isProperty
    ? codeSpan(name)
    : `${codeSpan(name)} ${escapeMarkdown(row.name)}${about}`;
  const { head, details } = schemaWords(scope, node);
  const [type = '', ...flags] = head;
  const words = row.required ? [type, scope.messages.required, ...flags] : head;
  lines.push(`- ${label} (${words.join(', ')})${details}`);
  addBelow(lines, scope, { node, location: { ...location, id: name, depth: location.depth + 1 } });
}

function schemaWords(scope: PageScope, node: SchemaNode): SchemaWords {
  const known = scope.cache.words.get(node);
  if (known !== undefined) return known;
  const { messages } = scope;
  const words = {
    head: [typeWords(scope, node), ...nodeFlags(node).map((name) => messages[name])],
    details: itemDetails(detailLines(scope, node)),
  };
  scope.cache.words.set(node, words);
  return words;
}

/** Prints `- name (type, required)` with details below. */
export function itemLine(
  label: string,
  words: readonly string[],
  details: readonly string[],
): string {
  return `- ${label} (${words.join(', ')})${itemDetails(details)}`;
}

function itemDetails(details: readonly string[]): string {
  return details.length === 0 ? '' : indent(`:\n${details.join('\n')}`);
}

function addVariants(
  lines: string[],
  scope: PageScope,
  { node: { variants }, location }: LocatedNode,
): void {
  const { messages } = scope;
  const told = variants?.discriminator;
  for (const { label, value, schema } of variants?.list ?? []) {
    if (scope.budget.rows <= 0) return;
    scope.budget.rows -= 1;
    const node = scope.schemas.read(schema);
    const id = `${location.id}.${label}`.replace(/^\./, '');
    const sent =
      told === undefined || value === undefined ? [] : [`${codeSpan(told)}: ${codeSpan(value)}`];
    const rule = variants?.rule === 'oneOf' ? messages.alternative : messages.combinable;
    const head = `${rule} ${codeSpan(id)}`;
    const words = schemaWords(scope, node);
    lines.push(`- ${head} (${[...words.head, ...sent].join(', ')})${words.details}`);
    addBelow(lines, scope, { node, location: { ...location, id, depth: location.depth + 1 } });
  }
}

/** Returns the type, with links to the schemas that it names. */
export function typeWords(
  { pageHref }: ApiContext,
  { typeLabel, typeParts = [typeLabel] }: SchemaNode,
): string {
  return typeParts
    .map((part) =>
      typeof part === 'string'
        ? escapeMarkdown(part)
        : markdownLink(part.name, pageHref(`schemas/${part.slug}`)),
    )
    .join('');
}

/** A parameter's own description and examples, in place of its schema's. */
interface OwnDetails {
  readonly description?: Text;
  readonly examples?: readonly JsonValue[];
}

/** Lists the description, constraints, values and examples of a schema. */
export function detailLines(
  scope: ApiContext,
  node: SchemaNode,
  { description, examples = ownExamples(scope.schemas, node) }: OwnDetails = {},
): readonly string[] {
  const { messages } = scope;
  const isOwn = description !== undefined && description.text !== '';
  const words = scope.describeMarkdown(isOwn ? description : node.description);
  const { short, long } = splitExamples(messages, examples);
  const facts = [...nodeFacts(scope, node), ...(short === undefined ? [] : [short])];
  return [
    ...(words === '' ? [] : [lowerHeadings(words, 3)]),
    ...(node.deprecatedDescription === '' ? [] : [escapeMarkdown(node.deprecatedDescription)]),
    ...(facts.length === 0 ? [] : [`${facts.map(factWords).join('. ')}.`]),
    ...enumLines(scope, node),
    ...long.map((text) => `${messages.example1}: ${codeSpan(text)}`),
  ];
}

function factWords({ label, values, isCode }: Fact): string {
  if (values.length === 0) return escapeMarkdown(label);
  return `${escapeMarkdown(label)}: ${values.map(isCode ? codeSpan : escapeMarkdown).join(', ')}`;
}

function enumLines(scope: ApiContext, { enum: values }: SchemaNode): readonly string[] {
  const { messages } = scope;
  if (values.length === 0) return [];
  if (!isDescribed(values)) {
    return [
      `${messages.values}: ${values.map(({ json }) => codeSpan(printValue(json))).join(', ')}.`,
    ];
  }
  const items = values.map(({ json, title, description }) => {
    const name = title === '' ? '' : ` **${escapeMarkdown(title)}**`;
    const words = scope.describeMarkdown(description).replace(/\s+/g, ' ');
    return `- ${codeSpan(printValue(json))}${name}${words === '' ? '' : ` ${words}`}`;
  });
  return [`${messages.values}:\n${items.join('\n')}`];
}

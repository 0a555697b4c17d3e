import { fillMessage } from '../../shared/ui-messages.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { Constraint, EnumValue, SchemaNode, SchemaReader } from '../model/api-model.ts';
import type { PartDates } from '../past.ts';
import type { JsonValue } from '../read/description.ts';
import { KNOWN_FORMATS } from '../schema/label.ts';
import type { ApiContext } from './api-page.ts';
import { type FlagName, printValue } from './elements.tsx';

/** A fact about a value: a label with codes or text. */
export interface Fact {
  readonly label: string;
  readonly values: readonly string[];
  readonly isCode: boolean;
}

type Words = Pick<ApiContext, 'messages' | 'constraints' | 'schemas'>;

/** Says when a part was added and changed. */
export function dateFacts(
  { messages }: Pick<ApiContext, 'messages'>,
  { since, changed }: PartDates = {},
): readonly string[] {
  return [
    ...(since === undefined ? [] : [fillMessage(messages.since, { version: since })]),
    ...(changed === undefined ? [] : [fillMessage(messages.changedIn, { version: changed })]),
  ];
}

/** Lists the constraints of a value in display order, without enums, which are shown as lists. */
export function nodeFacts(
  { messages, constraints, schemas }: Words,
  node: SchemaNode,
): readonly Fact[] {
  const facts: Fact[] = ownConstraints(schemas, node).map(({ keyword, name, value }) => ({
    label: constraints[name],
    values: value === '' ? [] : [value],
    isCode: CODE_KEYWORDS.has(keyword),
  }));
  if (node.const !== undefined) facts.push(valueFact(messages.constant, [node.const.json]));
  if (node.default !== undefined) facts.push(valueFact(messages.default, [node.default.json]));
  if (node.xml !== '') facts.push({ label: messages.xml, values: [node.xml], isCode: true });
  return facts;
}

const CODE_KEYWORDS: ReadonlySet<string> = new Set(
  'pattern format contentMediaType contentEncoding'.split(' '),
);

/** Returns the named schema that a value refers to, whose page has its constraints and examples. */
export function explained(schemas: SchemaReader, { ref }: SchemaNode): SchemaNode | undefined {
  const named = ref && schemas.named(ref.target);
  return named && schemas.read(named.schema);
}

/** Lists the constraints that neither the page of a named schema nor a known format explains. */
function ownConstraints(schemas: SchemaReader, node: SchemaNode): readonly Constraint[] {
  const { constraints, kind, source } = node;
  if (constraints.length === 0) return constraints;
  if (kind !== 'object' && kind !== 'union' && explained(schemas, node) !== undefined) return [];
  const format = typeof source === 'object' ? source['format'] : undefined;
  return typeof format === 'string' && KNOWN_FORMATS.has(format)
    ? constraints.filter(({ keyword }) => keyword !== 'pattern')
    : constraints;
}

/** Lists examples without those on the page of the named schema. */
export function ownExamples(
  schemas: SchemaReader,
  node: SchemaNode | undefined,
  examples = node?.examples ?? [],
): readonly JsonValue[] {
  const home = examples.length === 0 ? undefined : node && explained(schemas, node);
  if (home === undefined || home.examples.length === 0) return examples;
  const known = new Set(home.examples.map((value) => JSON.stringify(value)));
  return examples.filter((value) => !known.has(JSON.stringify(value)));
}

function valueFact(label: string, values: readonly JsonValue[]): Fact {
  return { label, values: values.map(printValue), isCode: true };
}

/** Separates examples that fit on a line from longer ones. */
export function splitExamples(
  messages: ApiMessages,
  examples: readonly JsonValue[],
): { readonly short: Fact | undefined; readonly long: readonly string[] } {
  const texts = examples.map((value) => ({ value, text: printValue(value) }));
  const values = texts.flatMap(({ text }) => (text.length <= SHORT ? [text] : []));
  const long = texts
    .filter(({ text }) => text.length > SHORT)
    .map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
  const label = values.length === 1 ? messages.example1 : messages.exampleMany;
  return { short: values.length === 0 ? undefined : { label, values, isCode: true }, long };
}

/** Longest example on a line, in characters. */
const SHORT = 120;

/** Lists the flags shown beside the type, without those that the type implies. */
export function nodeFlags(node: SchemaNode): readonly FlagName[] {
  const isNamed = node.nullable && node.typeLabel.includes('null');
  const flags = (['nullable', 'deprecated', 'readOnly', 'writeOnly'] as const).filter(
    (name) => node[name],
  );
  return isNamed ? flags.slice(1) : flags;
}

/** Longer lists of values are collapsed. */
export const MANY_VALUES = 20;

export function isDescribed(values: readonly EnumValue[]): boolean {
  return values.some(({ title, description }) => title !== '' || description.text !== '');
}

/** True if a value has more to say than its type. */
export function saysMore(schemas: SchemaReader, node: SchemaNode): boolean {
  return (
    node.enum.length > 0 ||
    node.const !== undefined ||
    node.default !== undefined ||
    node.deprecated ||
    ownConstraints(schemas, node).length > 0 ||
    ownExamples(schemas, node).length > 0 ||
    // Words besides those on the page of a named schema.
    (node.description.text !== '' &&
      (isTree(node) || node.description.text !== explained(schemas, node)?.description.text))
  );
}

/** True for values with parts that are shown below. */
export function isTree({ kind, properties, variants }: SchemaNode): boolean {
  return kind === 'array' || kind === 'object' || properties.length > 0 || variants !== undefined;
}

import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { EnumValue, SchemaNode } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import type { ApiContext } from './api-page.ts';
import { printValue } from './elements.ts';

/** A fact about a value: a label with codes or text. */
export interface Fact {
  readonly label: string;
  readonly values: readonly string[];
  readonly isCode: boolean;
}

type Words = Pick<ApiContext, 'messages' | 'constraints'>;

/** Lists the constraints of a value in display order, without enums, which are shown as lists. */
export function nodeFacts({ messages, constraints }: Words, node: SchemaNode): readonly Fact[] {
  const facts: Fact[] = node.constraints.map(({ keyword, name, value }) => ({
    label: constraints[name],
    values: value === '' ? [] : [value],
    isCode: CODE_KEYWORDS.has(keyword),
  }));
  if (node.const !== undefined) facts.push(valueFact(messages.constant, [node.const.json]));
  if (node.default !== undefined) facts.push(valueFact(messages.default, [node.default.json]));
  if (node.xml !== '') facts.push({ label: messages.xml, values: [node.xml], isCode: true });
  return facts;
}

const CODE_KEYWORDS: ReadonlySet<string> = new Set([
  'pattern',
  'format',
  'contentMediaType',
  'contentEncoding',
]);

function valueFact(label: string, values: readonly JsonValue[]): Fact {
  return { label, values: values.map(printValue), isCode: true };
}

/** Separates examples that fit on a line from longer ones. */
export function splitExamples(
  messages: ApiMessages,
  examples: readonly JsonValue[],
): { readonly short: Fact | undefined; readonly long: readonly string[] } {
  const short: string[] = [];
  const long: string[] = [];
  for (const value of examples) {
    const text = printValue(value);
    if (text.length <= SHORT) short.push(text);
    else long.push(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }
  const label = short.length === 1 ? messages.example1 : messages.exampleMany;
  return { short: short.length === 0 ? undefined : { label, values: short, isCode: true }, long };
}

/** Longest example on a line, in characters. */
const SHORT = 120;

export type FlagName = 'nullable' | 'deprecated' | 'readOnly' | 'writeOnly' | 'recursive';

/** Lists the flags shown beside the type, without those that the type implies. */
export function nodeFlags(node: SchemaNode): readonly FlagName[] {
  const flags: FlagName[] = [];
  if (node.nullable && !node.typeLabel.includes('null')) flags.push('nullable');
  if (node.deprecated) flags.push('deprecated');
  if (node.readOnly) flags.push('readOnly');
  if (node.writeOnly) flags.push('writeOnly');
  return flags;
}

/** Longer lists of values are collapsed. */
export const MANY_VALUES = 20;

export function isDescribed(values: readonly EnumValue[]): boolean {
  return values.some(({ title, description }) => title !== '' || description.text !== '');
}

export function saysMore(node: SchemaNode): boolean {
  return (
    node.constraints.length > 0 ||
    node.enum.length > 0 ||
    node.const !== undefined ||
    node.default !== undefined ||
    node.examples.length > 0 ||
    node.description.text !== '' ||
    node.deprecated
  );
}

import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { Example, Parameter, ParameterLocation, SchemaNode } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import { wireForm } from '../samples/wire-form.ts';
import { adoptDescription } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { code, fragment, heading, link, outsideLink, requiredMark } from './elements.ts';
import { nodeFacts, ownExamples, splitExamples } from './fact-line.ts';
import { PARAMETER_LIMITS } from './inline-or-linked.ts';
import type { PageScope } from './page-scope.ts';
import { nested } from './properties.ts';
import { enumHtml, factLine, flag, longExample, schemaLine } from './schema-line.ts';

/** Names of the messages above the parameters of each location. */
export const PARAMETER_TITLES = {
  path: 'pathParameters',
  query: 'queryParameters',
  querystring: 'queryString',
  header: 'headerParameters',
  cookie: 'cookieParameters',
} as const satisfies Readonly<Record<ParameterLocation, keyof ApiMessages>>;

const LOCATIONS = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

function byLocation(
  parameters: readonly Parameter[],
): readonly { readonly location: ParameterLocation; readonly list: readonly Parameter[] }[] {
  return LOCATIONS.map((location) => ({
    location,
    list: parameters.filter((parameter) => parameter.in === location),
  })).filter(({ list }) => list.length > 0);
}

/** Renders the parameters of an operation, with a heading for each location. `prefix` begins the ids. */
export function parameterSections(
  scope: PageScope,
  parameters: readonly Parameter[],
  { prefix, level }: { readonly prefix: string; readonly level: 3 | 5 },
): string {
  const { messages } = scope;
  return byLocation(parameters)
    .map(({ location, list }) => {
      const id = scope.ids.claim(`${prefix}${location}-parameters`);
      const title = heading(messages, { level, id, text: messages[PARAMETER_TITLES[location]] });
      return (
        title + parameterList(scope, list, { prefix: `${prefix}${location}.`, isRequest: true })
      );
    })
    .join('');
}

export interface ParameterListOptions {
  readonly prefix: string;
  readonly isRequest: boolean;
}

export function parameterList(
  scope: PageScope,
  parameters: readonly Parameter[],
  options: ParameterListOptions,
): string {
  scope.budget.rows -= parameters.length;
  const rows = parameters.map((parameter) => parameterRow(scope, parameter, options));
  return `<ul class="props">${rows.join('')}</ul>`;
}

function parameterRow(
  scope: PageScope,
  parameter: Parameter,
  { prefix, isRequest }: ParameterListOptions,
): string {
  const { messages } = scope;
  const id = scope.ids.claim(prefix + parameter.name);
  const node = parameterNode(scope, parameter);
  const line = node && schemaLine(scope, node);
  scope.budget.elements -= 5 + (line?.elements ?? 0);
  const name = link(fragment(id), escapeHtml(parameter.name));
  const required = parameter.required ? requiredMark(messages) : '';
  const deprecated = parameter.deprecated && !node?.deprecated ? flag(messages, 'deprecated') : '';
  const direction = isRequest ? 'request' : 'response';
  const location = {
    id,
    name: parameter.name,
    depth: 1,
    limits: PARAMETER_LIMITS,
    direction,
  } as const;
  const below = node === undefined ? '' : nested(scope, node, { location });
  return (
    `<li id="${escapeHtml(id)}">${name} ${line?.type ?? ''}${required}${deprecated}${line?.flags ?? ''}` +
    `${words(scope, parameter, node)}${details(scope, parameter, node)}${below}</li>`
  );
}

/** Reads the schema of a parameter, or that of its media type if `content` describes it. */
export function parameterNode(
  { schemas }: ApiContext,
  { schema, content }: Parameter,
): SchemaNode | undefined {
  const raw = schema ?? content?.schema;
  return raw === undefined ? undefined : schemas.read(raw);
}

/** Renders the schema's constraints, the parameter's serialization, and examples: its own, else those of the schema. */
function details(scope: PageScope, parameter: Parameter, node: SchemaNode | undefined): string {
  const { messages } = scope;
  const { short, long } = splitExamples(messages, parameterExamples(scope, parameter, node));
  const wire = wireForm(parameter, scope.schemas);
  const sent = wire === undefined ? '' : `${escapeHtml(messages.sentAs)}: ${code(wire)}`;
  const type = parameter.content?.type;
  const media = type === undefined ? '' : `${escapeHtml(messages.mediaType)}: ${code(type)}`;
  const notes = parameterNotes(messages, parameter).map(escapeHtml);
  const how = [sent, media, ...notes].filter((part) => part !== '');
  const facts = node === undefined ? [] : nodeFacts(scope, node);
  return (
    factLine([...facts, ...how, ...(short === undefined ? [] : [short])]) +
    (node === undefined ? '' : enumHtml(scope, node)) +
    long.map((text) => longExample(messages, text)).join('') +
    outsideExamples(scope, parameter.examples)
  );
}

/** Returns the examples of a parameter, else of its schema, without those on the page of a named schema. */
function parameterExamples(
  { schemas }: ApiContext,
  { examples }: Parameter,
  node: SchemaNode | undefined,
): readonly JsonValue[] {
  return examples.length === 0
    ? ownExamples(schemas, node)
    : ownExamples(schemas, node, exampleValues(examples));
}

function parameterNotes(
  messages: ApiMessages,
  { allowEmptyValue, allowReserved }: Parameter,
): readonly string[] {
  return [
    ...(allowEmptyValue ? [messages.mayBeEmpty] : []),
    ...(allowReserved ? [messages.mayHoldReserved] : []),
  ];
}

/** Returns the values of examples; the serialized text where there is no value. */
function exampleValues(examples: readonly Example[]): readonly JsonValue[] {
  return examples.flatMap(({ value, serialized }) =>
    value !== undefined ? [value.json] : serialized !== undefined ? [serialized] : [],
  );
}

function outsideExamples(scope: PageScope, examples: readonly Example[]): string {
  return examples
    .map(({ externalUrl: url, source: owner }) => {
      if (url === undefined) return '';
      return `<p class="prop-facts">${outsideLink(scope, { url, owner }, scope.messages.example)}</p>`;
    })
    .join('');
}

/** Returns the parameter's own description, else its schema's. */
function words(scope: PageScope, parameter: Parameter, node: SchemaNode | undefined): string {
  const { deprecated, deprecatedDescription } = parameter;
  const notice =
    deprecated &&
    deprecatedDescription !== '' &&
    deprecatedDescription !== node?.deprecatedDescription
      ? `<p class="prop-deprecated">${escapeHtml(deprecatedDescription)}</p>`
      : '';
  const own = scope.describe(parameter.description);
  const html = own === '' && node !== undefined ? schemaLine(scope, node).description : own;
  return notice + adoptDescription(scope, html);
}

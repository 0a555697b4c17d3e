/** @jsxImportSource docwright/html */
import { type Child, type Html, raw } from '../../shared/jsx-runtime.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { Parameter, ParameterLocation, SchemaNode } from '../model/api-model.ts';
import { wireForm } from '../samples/wire-form.ts';
import { adoptDescription } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { externalDocs, flag, fragment, outsideLink } from './elements.tsx';
import { dateFacts, explained, nodeFacts, ownExamples, splitExamples } from './fact-line.ts';
import { PARAMETER_LIMITS } from './inline-or-linked.ts';
import { type PageScope, section } from './page-scope.ts';
import { nested } from './properties.tsx';
import { enumHtml, factLine, longExample, schemaLine } from './schema-line.tsx';

/** Names of the messages above the parameters of each location. */
export const PARAMETER_TITLES = {
  path: 'pathParameters',
  query: 'queryParameters',
  querystring: 'queryString',
  header: 'headerParameters',
  cookie: 'cookieParameters',
} as const satisfies Readonly<Record<ParameterLocation, keyof ApiMessages>>;

/** Renders the parameters of an operation, with a heading for each location. `prefix` begins the ids. */
export function parameterSections(
  scope: PageScope,
  parameters: readonly Parameter[],
  { prefix, level }: { readonly prefix: string; readonly level: 3 | 5 },
): readonly Child[] {
  const { messages } = scope;
  return LOCATIONS.flatMap((location) => {
    const list = parameters.filter((parameter) => parameter.in === location);
    if (list.length === 0) return [];
    const text = messages[PARAMETER_TITLES[location]];
    return [
      section(scope, { level, id: `${prefix}${location}-parameters`, text }),
      parameterList(scope, list, { prefix: `${prefix}${location}.`, direction: 'request' }),
    ];
  });
}

const LOCATIONS = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

interface ParameterListOptions {
  readonly prefix: string;
  readonly direction: 'request' | 'response';
}

export function parameterList(
  scope: PageScope,
  parameters: readonly Parameter[],
  options: ParameterListOptions,
): Html {
  scope.budget.rows -= parameters.length;
  return (
    <ul class="props">{parameters.map((parameter) => parameterRow(scope, parameter, options))}</ul>
  );
}

function parameterRow(
  scope: PageScope,
  parameter: Parameter,
  { prefix, direction }: ParameterListOptions,
): Html {
  const { messages, parts } = scope;
  const { name, deprecated, deprecatedDescription: reason } = parameter;
  const id = scope.ids.claim(prefix + name);
  const node = parameterNode(scope, parameter);
  const line = node && schemaLine(scope, node);
  scope.budget.elements -= 5 + (line?.elements ?? 0);
  const location = { id, name, depth: 1, limits: PARAMETER_LIMITS, direction };
  const below = node && nested(scope, node, { location });
  const notice = deprecated && reason !== '' && reason !== node?.deprecatedDescription && (
    <p class="prop-deprecated">{reason}</p>
  );
  // The parameter's own description, else its schema's.
  const own = scope.describe(parameter.description);
  const words = own || (line?.description ?? '');
  // Those of a named schema are on its page.
  const hasDocs = own !== '' && node !== undefined && explained(scope.schemas, node) === undefined;
  return (
    <parts.Parameter
      id={id}
      href={fragment(id)}
      name={name}
      type={line?.type}
      required={parameter.required ? messages.required : undefined}
      flags={[deprecated && !node?.deprecated && flag(messages, 'deprecated'), line?.flags]}
      description={[notice, raw(adoptDescription(scope, words))]}
      docs={hasDocs ? externalDocs(scope, node.externalDocs) : undefined}
      details={details(scope, parameter, node)}
    >
      {below}
    </parts.Parameter>
  );
}

/** Reads the schema of a parameter, or that of its media type if `content` describes it. */
export function parameterNode(
  { schemas }: ApiContext,
  { schema, content }: Parameter,
): SchemaNode | undefined {
  const source = schema ?? content?.schema;
  return source === undefined ? undefined : schemas.read(source);
}

/** Renders the schema's constraints, the parameter's serialization, and examples: its own, else those of the schema. */
function details(scope: PageScope, parameter: Parameter, node: SchemaNode | undefined): Child {
  const { messages, schemas } = scope;
  const { examples, content, allowEmptyValue, allowReserved } = parameter;
  // The serialized text where there is no value.
  const values = examples.flatMap(({ value, serialized }) =>
    value !== undefined ? [value.json] : serialized !== undefined ? [serialized] : [],
  );
  // Those on the page of a named schema are left out.
  const shown = ownExamples(schemas, node, examples.length === 0 ? undefined : values);
  const { short, long } = splitExamples(messages, shown);
  const wire = wireForm(parameter, schemas);
  const code = (label: string, value: string | undefined): readonly Child[] =>
    value === undefined ? [] : [[`${label}: `, <code>{value}</code>]];
  return [
    factLine([
      ...(node === undefined ? [] : nodeFacts(scope, node)),
      ...code(messages.sentAs, wire),
      ...code(messages.mediaType, content?.type),
      ...(allowEmptyValue ? [messages.mayBeEmpty] : []),
      ...(allowReserved ? [messages.mayHoldReserved] : []),
      ...(short === undefined ? [] : [short]),
      ...dateFacts(scope, scope.datesOf(parameter.source)),
    ]),
    node && enumHtml(scope, node),
    long.map((text) => longExample(messages, text)),
    examples.map(
      ({ externalUrl: url, source: owner }) =>
        url !== undefined && (
          <p class="prop-facts">{outsideLink(scope, { url, owner }, messages.example)}</p>
        ),
    ),
  ];
}

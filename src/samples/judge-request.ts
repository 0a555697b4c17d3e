/** Compares the requests of samples with the operations that they are for. */
import { editDistance, nearest } from '../diagnostics/nearest.ts';
import type { Operation, Parameter } from '../openapi/model/api-model.ts';
import { findServer } from '../openapi/model/servers.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Match, Operations, Unmatched } from './find-operation.ts';
import { judgeCredentials } from './judge-credentials.ts';
import { jsonContent, mismatches, parameterMismatches } from './judge-value.ts';
import {
  DYNAMIC,
  type Field,
  isPlaceholder,
  readForm,
  type Range,
  type SampleFinding,
  type SampleRequest,
  type Value,
} from './sample.ts';

interface JudgeOptions {
  readonly operations: Operations;
  /** Of the block. */
  readonly code: string;
  /** The operation that the block names. */
  readonly named?: Match | undefined;
}

/** Lists the findings of a request, and the operation that it is for: of several, the one that it fits best. */
export function judgeRequest(
  request: SampleRequest,
  { operations, code, named }: JudgeOptions,
): { readonly findings: readonly SampleFinding[]; readonly match: Match | undefined } {
  const { call } = request;
  if (call !== undefined && named === undefined) {
    const called = operations.called(call);
    if (called !== undefined) return judgeRequest(request, { operations, code, named: called });
    return { findings: unknownCall(call, request, operations), match: undefined };
  }
  const found = named === undefined ? operations.find(request.url, request.method) : [named];
  if (found === undefined) return { findings: [], match: undefined };
  if ('path' in found) return { findings: [unknownOperation(request, found)], match: undefined };
  // Any of the operations at the path may be meant.
  if (named === undefined && request.method === undefined) return { findings: [], match: found[0] };
  const [first] = found
    .map((match) => ({ findings: findingsOf(request, match, { code, named }), match }))
    .toSorted((a, b) => a.findings.length - b.findings.length);
  return first ?? { findings: [], match: undefined };
}

function findingsOf(
  request: SampleRequest,
  found: Match,
  { code, named }: Omit<JudgeOptions, 'operations'>,
): readonly SampleFinding[] {
  const { api, operation } = found;
  const name = `${operation.method} ${operation.path}`;
  const { operationId } = operation;
  const findings: SampleFinding[] = [];
  if (named !== undefined && request.method !== undefined && request.method !== operation.method)
    findings.push({
      code: 'sample-method',
      ...place(request),
      message: `the request uses ${request.method}, but ${operationId === '' ? 'the block is a sample of' : `${operationId} is`} ${name}`,
    });
  if (operation.deprecated)
    findings.push({
      code: 'sample-deprecated',
      ...place(request),
      message: `${name} is deprecated`,
      hint: operation.deprecatedDescription || 'show the operation that replaces it',
    });
  const expected =
    api.source.server === undefined ? undefined : findServer(api.model.servers, api.source.server);
  if (
    expected !== undefined &&
    found.server !== undefined &&
    found.server !== expected.url &&
    operation.servers.some(({ url }) => url === expected.url)
  )
    findings.push({
      code: 'sample-server',
      ...place(request),
      message: `the request goes to ${found.server}, but samples are for ${expected.resolvedUrl}`,
    });
  findings.push(
    ...judgeParameters(request, found, code),
    ...judgeBody(request, found),
    ...judgeCredentials(request, found),
  );
  return findings;
}

function place({ url }: SampleRequest): Range {
  return placeOf(url);
}

/** A method that is nearly named like an operation; clients have others, too. */
function unknownCall(
  call: string,
  request: SampleRequest,
  { all }: Operations,
): readonly SampleFinding[] {
  const near = nearest(
    call,
    all.map(({ operation }) => operation.operationId),
  );
  if (near === undefined || editDistance(call, near, 2) > 2) return [];
  const message = `the API has no operation "${call}"`;
  return [
    { code: 'sample-operation', ...place(request), message, hint: `did you mean "${near}"?` },
  ];
}

function unknownOperation(
  request: SampleRequest,
  { path, others, near, apis }: Unmatched,
): SampleFinding {
  const shown = path.replaceAll(DYNAMIC, '{…}');
  const methods = [...new Set(others.map(({ method }) => method))];
  if (methods.length > 0) {
    const message = `${shown} has no ${request.method ?? ''}: the API has ${methods.join(', ')} there`;
    return {
      code: 'sample-method',
      ...place(request),
      message,
      hint: `write ${methods.join(' or ')}`,
    };
  }
  const gone = removalOf(apis, path, request.method ?? 'GET');
  if (gone !== undefined)
    return {
      code: 'sample-operation',
      ...place(request),
      message: `${gone.operation} was removed on ${gone.date}`,
      hint: gone.replacement === undefined ? 'show another operation' : `use ${gone.replacement}`,
    };
  return {
    code: 'sample-operation',
    ...place(request),
    message: `the API has no path ${shown}`,
    hint:
      near === undefined
        ? 'name a path of the description, or set sample="off" for this block'
        : `did you mean ${near}?`,
  };
}

/** The operation that the API had at a path. */
function removalOf(
  apis: ReadonlySet<LoadedApi>,
  path: string,
  method: string,
): { operation: string; date: string; replacement: string | undefined } | undefined {
  const segments = path.split('/');
  for (const { past } of apis)
    for (const [operation, date] of past?.gone ?? []) {
      const [own, template = ''] = operation.split(' ');
      const steps = template.split('/');
      const fits =
        own === method &&
        steps.length === segments.length &&
        steps.every((step, index) => step.includes('{') || step === segments[index]);
      if (!fits) continue;
      const page = past?.removed.find((one) => `${one.method} ${one.path}` === operation);
      return { operation, date, replacement: page?.replacement };
    }
  return undefined;
}

function judgeParameters(
  request: SampleRequest,
  { api, operation, values }: Match,
  code: string,
): readonly SampleFinding[] {
  const findings: SampleFinding[] = [];
  const { parameters } = operation;
  const { url, query, headers } = request;
  const at = (place_: string): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === place_);
  const judge = (parameter: Parameter, field: Field): void => {
    for (const { message, start, end, hint } of parameterMismatches(api, parameter, field))
      findings.push({ code: 'sample-parameter', start, end, message, hint });
  };
  for (const parameter of at('path')) {
    const text = values.get(parameter.name);
    if (text === undefined) continue;
    const range = rangeIn(code, { url, pattern: `(?<=/)${escaped(text)}(?=[/?#"'\`]|$)` });
    judge(parameter, { name: parameter.name, text: decodeText(text), ...range });
  }
  const mark = url.text.indexOf('?');
  const inUrl =
    mark < 0
      ? []
      : readForm({ ...url, text: url.text.slice(mark + 1).replace(/#.*$/s, '') }).map((field) => ({
          ...field,
          ...rangeIn(code, {
            url,
            pattern: `(?<=[?&])${escaped(field.name)}(?![^=&#\\s"'\`])(?:=[^&#\\s"'\`]*)?`,
          }),
        }));
  const sent = [...inUrl, ...(query ?? [])];
  const isOpen =
    query === undefined ||
    at('querystring').length > 0 ||
    sent.some(({ name }) => name.includes(DYNAMIC));
  const keys = new Set(
    [...api.model.securitySchemes.values()].map((scheme) =>
      scheme.type === 'apiKey' ? scheme.parameter : '',
    ),
  );
  const known = at('query').flatMap((parameter) => spreadParameter(api, parameter));
  for (const field of sent) {
    const base = field.name.replace(/\[.*$/s, '');
    const parameter =
      known.find(({ name }) => name === field.name) ??
      known.find(({ name }) => name === base || name.replace(/\[.*$/s, '') === base);
    if (parameter !== undefined) {
      if (parameter.name === field.name) judge(parameter, field);
      if (parameter.deprecated)
        findings.push({
          code: 'sample-deprecated',
          ...placeOf(field),
          message: `the query parameter "${field.name}" is deprecated`,
          hint: parameter.deprecatedDescription || undefined,
        });
    } else if (!isPlaceholder(field.name) && !keys.has(field.name))
      findings.push(unknownParameter(field, operation));
  }
  const missing = [
    ...(isOpen
      ? []
      : known.filter(
          ({ name, required }) =>
            required &&
            !sent.some(
              (field) =>
                field.name === name ||
                field.name.replace(/\[.*$/s, '') === name.replace(/\[.*$/s, ''),
            ),
        )),
    ...(request.isWhole && !headers.some(({ name }) => name.includes(DYNAMIC))
      ? at('header').filter(
          ({ name, required }) =>
            required &&
            !/^(?:accept|content-type|authorization)$/i.test(name) &&
            !headers.some((field) => field.name.toLowerCase() === name.toLowerCase()),
        )
      : []),
  ];
  for (const { name, in: where } of missing)
    findings.push({
      code: 'sample-required',
      ...place(request),
      message: `the ${where} parameter "${name}" is required by ${operation.method} ${operation.path}`,
    });
  for (const field of headers) {
    const parameter = at('header').find(
      ({ name }) => name.toLowerCase() === field.name.toLowerCase(),
    );
    if (parameter !== undefined) judge(parameter, field);
  }
  return findings;
}

/** The parameters that an object is sent as (`style: form`, exploded): one for each property, none of them required. */
function spreadParameter(api: LoadedApi, parameter: Parameter): readonly Parameter[] {
  const { schema, style, explode } = parameter;
  if (schema === undefined || style !== 'form' || !explode) return [parameter];
  const { kind, properties } = api.schemas.read(schema);
  if (kind !== 'object' || properties.length === 0) return [parameter];
  return properties.map((property) => ({
    ...parameter,
    name: property.name,
    schema: property.schema,
    required: false,
  }));
}

/** The place of a part of an address, or of the whole one if it is written in another way. */
function rangeIn(
  code: string,
  { url: { start, end }, pattern }: { readonly url: Range; readonly pattern: string },
): Range {
  const found = new RegExp(pattern).exec(code.slice(start, end));
  if (found === null) return { start, end };
  return { start: start + found.index, end: start + found.index + found[0].length };
}

function escaped(text: string): string {
  return text.replace(/[^\w/-]/g, '\\$&');
}

function placeOf({ start, end }: Range): Range {
  return { start, end };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unknownParameter(
  field: Field,
  { method, path, parameters, body }: Operation,
): SampleFinding {
  const elsewhere = parameters.find(
    ({ name, in: where }) => name === field.name && where !== 'query',
  );
  const near = nearest(
    field.name,
    parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  );
  const isBody = elsewhere === undefined && near === undefined && body !== undefined;
  return {
    code: 'sample-parameter',
    ...placeOf(field),
    message: `${method} ${path} has no query parameter "${field.name}"`,
    hint:
      elsewhere === undefined
        ? near === undefined
          ? isBody
            ? 'send it in the body, if it is a field of that'
            : 'remove it'
          : `did you mean "${near}"?`
        : `it is a ${elsewhere.in} parameter`,
  };
}

function judgeBody(
  { body, method, ...request }: SampleRequest,
  { api, operation }: Match,
): readonly SampleFinding[] {
  const at = { start: request.url.start, end: request.url.end };
  const name = `${operation.method} ${operation.path}`;
  if (body === undefined) {
    if (operation.body?.required !== true || method === undefined) return [];
    return [{ code: 'sample-required', ...at, message: `${name} requires a body` }];
  }
  if (operation.body === undefined) {
    if (body.kind === 'other' || (body.kind === 'json' && body.value.parts.size === 0)) return [];
    return [
      {
        code: 'sample-body',
        ...(body.kind === 'json' ? { start: body.value.start, end: body.value.start + 1 } : at),
        message: `${name} has no body`,
        hint: 'remove it, or send its fields as parameters',
      },
    ];
  }
  const { contents } = operation.body;
  if (body.kind === 'other') return [];
  const content =
    body.kind === 'json' ? jsonContent(contents) : contents.find(({ type }) => /form/i.test(type));
  if (content === undefined) {
    // `-d` sends a form unless a header says something else.
    const types = contents.map(({ type }) => type).join(', ');
    if (
      body.kind === 'json' ||
      jsonContent(contents) === undefined ||
      contents.some(({ type }) => !/json/i.test(type))
    )
      return [];
    return [
      {
        code: 'sample-body',
        ...at,
        message: `the body is sent as a form, but ${name} takes ${types}`,
        hint: 'send JSON with the header Content-Type: application/json',
      },
    ];
  }
  if (content.schema === undefined) return [];
  const value = body.kind === 'json' ? body.value : formValue(body.fields);
  const found = mismatches(value, {
    api,
    schema: content.schema,
    direction: 'request',
    what: 'the body',
  });
  // Texts of a form have no types.
  const shown = body.kind === 'json' ? found : found.filter(({ isMissing }) => isMissing);
  return shown.map(({ isMissing, ...mismatch }) => ({
    code: isMissing ? 'sample-required' : 'sample-body',
    ...mismatch,
  }));
}

function formValue(fields: readonly Field[]): Value {
  const [first] = fields;
  const parts = new Map(
    fields.map(
      ({ name, text, start, end }) =>
        [
          name.replace(/\[.*$/s, ''),
          { json: text, start, end, parts: new Map(), keys: new Map() },
        ] as const,
    ),
  );
  return {
    json: Object.fromEntries([...parts].map(([name, { json }]) => [name, json] as const)),
    start: first?.start ?? 0,
    end: first?.end ?? 0,
    parts,
    keys: new Map(),
  };
}

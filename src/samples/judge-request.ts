/** Compares the requests of samples with the operations that they are for. */
import { editDistance, nearest } from '../diagnostics/nearest.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Parameter } from '../openapi/model/api-model.ts';
import { findServer } from '../openapi/model/servers.ts';
import { judgeCredentials } from './credentials.ts';
import { escapePattern } from '../shared/escape-pattern.ts';
import { essence } from '../shared/request/media-type.ts';
import { type Match, type Operations, segmentsOf, type Unmatched } from './find-operation.ts';
import {
  bodyMismatches,
  certainName,
  fieldsOf,
  jsonContent,
  type Mismatch,
  parameterMismatches,
} from './judge-value.ts';
import {
  DYNAMIC,
  decode,
  type Field,
  finding,
  headerOf,
  isPlaceholder,
  OTHER_BODY,
  queryOf,
  type Range,
  type Repair,
  type SampleFinding,
  type SampleRequest,
  scalar,
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
  given: SampleRequest,
  options: JudgeOptions,
): { readonly findings: readonly SampleFinding[]; readonly match: Match | undefined } {
  const { operations, code } = options;
  const { call, url, method } = given;
  // An address that is cut leaves out the rest of the request, too.
  const request = /(?:\.{3}|…)$/.test(url.text)
    ? { ...given, isWhole: false, query: undefined, body: given.body ?? OTHER_BODY }
    : given;
  const named = options.named ?? (call === undefined ? undefined : operations.called(call));
  if (call !== undefined && named === undefined)
    return { findings: unknownCall(call, request, operations), match: undefined };
  const found = named === undefined ? operations.find(url, method) : [named];
  if (found === undefined) return { findings: [], match: undefined };
  if ('path' in found)
    return { findings: [unknownOperation(request, found, options)], match: undefined };
  // Any of the operations at the path may be meant.
  if (named === undefined && method === undefined) return { findings: [], match: found[0] };
  const judged = found.map((match) => ({
    findings: [
      ...judgeOperation(request, match, named !== undefined),
      ...judgeParameters(request, match, code),
      ...judgeBody(request, match),
      ...judgeCredentials(request, match),
    ],
    match,
  }));
  const [best] = judged.toSorted((a, b) => a.findings.length - b.findings.length);
  return best ?? { findings: [], match: undefined };
}

function judgeOperation(
  { url, method }: SampleRequest,
  { api, operation, server }: Match,
  isNamed: boolean,
): readonly SampleFinding[] {
  const found: SampleFinding[] = [];
  const name = `${operation.method} ${operation.path}`;
  if (isNamed && method !== undefined && method !== operation.method) {
    const is =
      operation.operationId === '' ? 'the block is a sample of' : `${operation.operationId} is`;
    found.push(finding('sample-method', url, `the request uses ${method}, but ${is} ${name}`));
  }
  const hint = operation.deprecatedDescription || 'show the operation that replaces it';
  if (operation.deprecated)
    found.push(finding('sample-deprecated', url, [`${name} is deprecated`, hint]));
  const { server: wanted } = api.source;
  const expected = wanted === undefined ? undefined : findServer(api.model.servers, wanted);
  const isOther = server !== undefined && expected !== undefined && server !== expected.url;
  if (isOther && operation.servers.some((one) => one.url === expected.url)) {
    const message = `the request goes to ${server}, but samples are for ${expected.resolvedUrl}`;
    found.push(finding('sample-server', url, message));
  }
  return found;
}

/** A method that is nearly named like an operation; clients have others, too. */
function unknownCall(
  call: string,
  { url }: SampleRequest,
  { all }: Operations,
): readonly SampleFinding[] {
  const near = nearest(
    call,
    all.map(({ operation }) => operation.operationId),
  );
  if (near === undefined || editDistance(call, near, 2) > 2) return [];
  const message = `the API has no operation "${call}"`;
  const repair = { start: url.start, end: url.end, fix: near };
  return [finding('sample-operation', url, [message, `did you mean "${near}"?`, repair])];
}

function unknownOperation(
  request: SampleRequest,
  { path, others, near, isCertain, gone }: Unmatched,
  options: JudgeOptions,
): SampleFinding {
  const { url, method = '', methodAt, body } = request;
  const shown = path.replaceAll(DYNAMIC, '{…}');
  const methods = [...new Set(others.map((other) => other.method))];
  if (methods.length > 0) {
    const written = methodAt && options.code.slice(methodAt.start, methodAt.end);
    const isFitting = (one: string): boolean =>
      (body === undefined || others.some((other) => other.method === one && other.body)) &&
      isRight({ ...request, method: one }, options);
    const fitting = written?.toUpperCase() === method ? methods.filter(isFitting) : [];
    const [only = '', another] = fitting.map((one) =>
      written === method ? one : one.toLowerCase(),
    );
    const isOnly = methodAt !== undefined && only !== '' && another === undefined;
    const message = `${shown} has no ${method}: the API has ${methods.join(', ')} there`;
    const repair = isOnly ? { ...methodAt, fix: only } : undefined;
    return finding('sample-method', url, [message, `write ${methods.join(' or ')}`, repair]);
  }
  const removed = gone(method || 'GET');
  if (removed !== undefined) {
    const { operation, date, replacement } = removed;
    const hint = replacement === undefined ? 'show another operation' : `use ${replacement}`;
    const [verb, wanted] = replacement?.split(' ') ?? [];
    const other = verb === method ? wanted : undefined;
    const repair = pathRepair(
      request,
      { path, wanted: other, most: Number.POSITIVE_INFINITY },
      options,
    );
    return finding('sample-operation', url, [`${operation} was removed on ${date}`, hint, repair]);
  }
  const advice = 'name a path of the description, or set sample="off" for this block';
  const hint = near === undefined ? advice : `did you mean ${near}?`;
  const repair = pathRepair(
    request,
    { path, wanted: isCertain ? near : undefined, most: 2 },
    options,
  );
  return finding('sample-operation', url, [`the API has no path ${shown}`, hint, repair]);
}

/** True for a request that a change has made right. */
function isRight(request: SampleRequest, options: JudgeOptions): boolean {
  return judgeRequest(request, options).findings.length === 0;
}

interface OtherPath {
  readonly path: string;
  /** The path that may be meant. */
  readonly wanted: string | undefined;
  /** Most letters that may differ. */
  readonly most: number;
}

/** The only part of a path that another one has differently, if the request is right with that. */
function pathRepair(
  request: SampleRequest,
  { path, wanted = '', most }: OtherPath,
  options: JudgeOptions,
): Repair | undefined {
  const { url } = request;
  const [own, parts] = [segmentsOf(path), segmentsOf(wanted)];
  const differing = parts.flatMap((fix, at) =>
    fix.includes('{') || fix === own[at] ? [] : [{ fix, text: own[at] ?? '' }],
  );
  const [only, another] = differing;
  if (own.length !== parts.length || another !== undefined || !only?.text) return undefined;
  const { text, fix } = only;
  if (editDistance(text, fix, most) > most) return undefined;
  const pattern = segmentPattern(text);
  const place = placeIn(options.code, url, pattern);
  const changed = { ...url, text: url.text.replace(new RegExp(pattern), () => fix) };
  return place && isRight({ ...request, url: changed }, options) ? { ...place, fix } : undefined;
}

/** Matches a part of a path in an address, or in the code of one. */
function segmentPattern(text: string): string {
  return `(?<=/)${escapePattern(text)}(?=[/?#"'\`\\s]|$)`;
}

function judgeParameters(
  request: SampleRequest,
  match: Match,
  code: string,
): readonly SampleFinding[] {
  const { api, operation, values } = match;
  const { url, query, headers, isWhole } = request;
  const found: SampleFinding[] = [];
  const at = (place: string): readonly Parameter[] =>
    operation.parameters.filter((parameter) => parameter.in === place);
  const judge = (parameter: Parameter, field: Field): void => {
    for (const mismatch of parameterMismatches(api, parameter, field))
      found.push({ code: 'sample-parameter', ...mismatch });
  };
  for (const parameter of at('path')) {
    const text = values.get(parameter.name);
    if (text === undefined) continue;
    const range = placeIn(code, url, segmentPattern(text)) ?? url;
    judge(parameter, { ...range, name: parameter.name, text: decode(text) });
  }
  const inUrl = queryOf(url).map((field) => {
    const pattern = `(?<=[?&])${escapePattern(field.name)}(?![^=&#\\s"'\`])(?:=[^&#\\s"'\`]*)?`;
    return { ...field, ...placeIn(code, url, pattern) };
  });
  const sent = [...inUrl, ...(query ?? [])];
  const known = at('query').flatMap((parameter) => spreadParameter(api, parameter));
  const find = ({ name }: Field): Parameter | undefined =>
    known.find((one) => one.name === name) ??
    known.find((one) => baseOf(one.name) === baseOf(name));
  const schemes = [...api.model.securitySchemes.values()];
  const names = new Set(sent.map(({ name }) => name));
  const inPath = queryOf({ ...url, text: operation.path });
  const free = known.filter(({ name }) => !names.has(name));
  for (const field of sent) {
    const { name } = field;
    const parameter = find(field);
    const isKnown =
      inPath.some((one) => one.name === name) ||
      schemes.some((scheme) => scheme.type === 'apiKey' && scheme.parameter === name);
    if (parameter?.name === name) judge(parameter, field);
    const hint = parameter?.deprecatedDescription || undefined;
    const message = `the query parameter "${name}" is deprecated`;
    if (parameter?.deprecated) found.push(finding('sample-deprecated', field, [message, hint]));
    if (parameter === undefined && !isPlaceholder(name) && !isKnown)
      found.push(unknownParameter(field, match, { known, free, code }));
  }
  for (const parameter of at('header')) {
    const field = headerOf(request, parameter.name);
    if (field !== undefined) judge(parameter, field);
  }
  const isOpen =
    query === undefined ||
    at('querystring').length > 0 ||
    sent.some(({ name }) => name.includes(DYNAMIC));
  const isShown = isWhole && !headers.some(({ name }) => name.includes(DYNAMIC));
  const missing = [
    ...known.filter(
      ({ name }) => !isOpen && !sent.some((field) => baseOf(field.name) === baseOf(name)),
    ),
    ...at('header').filter(
      ({ name }) => isShown && !SPECIAL.test(name) && !headerOf(request, name),
    ),
  ];
  for (const { name, in: where, required } of missing) {
    const message = `the ${where} parameter "${name}" is required by ${operation.method} ${operation.path}`;
    if (required) found.push(finding('sample-required', url, message));
  }
  return found;
}

/** Headers that are described elsewhere. */
const SPECIAL = /^(?:accept|content-type|authorization)$/i;

/** `filter` of `filter[name]` */
function baseOf(name: string): string {
  return name.replace(/\[.*$/s, '');
}

/** The parameters that an object is sent as (`style: form`, exploded): one for each property, none of them required. */
function spreadParameter(api: LoadedApi, parameter: Parameter): readonly Parameter[] {
  const { schema, style, explode } = parameter;
  if (schema === undefined || style !== 'form' || !explode) return [parameter];
  const node = api.schemas.read(schema);
  const fields = /^(?:object|union)$/.test(node.kind) ? [...fieldsOf(api, node)] : [];
  if (fields.length === 0) return [parameter];
  const spread = fields.map(([name, own]) => {
    // Alternatives may have other values.
    const value = node.kind === 'object' ? own : undefined;
    return { ...parameter, name, schema: value, required: false };
  });
  return node.kind === 'object' ? spread : [{ ...parameter, required: false }, ...spread];
}

/** The only place of a part in a range of code. */
function placeIn(code: string, { start, end }: Range, pattern: string): Range | undefined {
  const [found, another] = code.slice(start, end).matchAll(new RegExp(pattern, 'g'));
  if (found === undefined || another !== undefined) return undefined;
  return { start: start + found.index, end: start + found.index + found[0].length };
}

interface Sent {
  /** The query parameters of the operation, and those that the request does not have. */
  readonly known: readonly Parameter[];
  readonly free: readonly Parameter[];
  readonly code: string;
}

function unknownParameter(
  field: Field,
  { api, operation: { method, path, parameters, body } }: Match,
  { known, free, code }: Sent,
): SampleFinding {
  const { name } = field;
  const namesOf = (of: readonly Parameter[]): readonly string[] => of.map((one) => one.name);
  const other = parameters.find((one) => one.name === name && one.in !== 'query');
  const near = nearest(name, namesOf(known));
  const advice = body === undefined ? 'remove it' : 'send it in the body, if it is a field of that';
  const hint = near === undefined ? advice : `did you mean "${near}"?`;
  const message = `${method} ${path} has no query parameter "${name}"`;
  const fix = other === undefined ? certainName(name, namesOf(free)) : undefined;
  const meant = free.find((one) => one.name === fix);
  // The name is rewritten where it has a value, so that no variable is renamed.
  const own = escapePattern(name);
  const pattern = `(?<=[?&])${own}(?![^=&#\\s"'\`])|(?<![\\w.$-])${own}(?=["'\`]?\\s*[=:])`;
  const isFit = meant !== undefined && parameterMismatches(api, meant, field).length === 0;
  const place = isFit ? placeIn(code, field, pattern) : undefined;
  const repair = place && meant && { ...place, fix: meant.name };
  const elsewhere = other && `it is a ${other.in} parameter`;
  return finding('sample-parameter', field, [message, elsewhere ?? hint, repair]);
}

function judgeBody(request: SampleRequest, { api, operation }: Match): readonly SampleFinding[] {
  const { body, method, url } = request;
  const name = `${operation.method} ${operation.path}`;
  const { contents = [], required = false } = operation.body ?? {};
  if (body === undefined) {
    const isMissing = required && method !== undefined;
    return isMissing ? [finding('sample-required', url, `${name} requires a body`)] : [];
  }
  const types = contents.map(({ type }) => type);
  const sent = wrongType(request, types);
  if (sent !== undefined) {
    const message = `${name} takes ${types.join(' or ')}, but the request sends ${sent.text}`;
    return [finding('sample-body', sent, message)];
  }
  if (body.kind === 'other') return [];
  const value = body.kind === 'json' ? body.value : formValue(body.fields, url);
  if (operation.body === undefined) {
    const place = body.kind === 'json' ? { start: value.start, end: value.start + 1 } : url;
    const hint = 'remove it, or send its fields as parameters';
    const isEmpty = body.kind === 'json' && value.parts.size === 0;
    return isEmpty ? [] : [finding('sample-body', place, [`${name} has no body`, hint])];
  }
  const form = contents.find(({ type }) => /form/i.test(type));
  const content = body.kind === 'json' ? jsonContent(contents) : form;
  // `-d` sends a form unless a header says something else.
  if (
    content === undefined &&
    body.kind === 'form' &&
    jsonContent(contents) &&
    types.every((one) => /json/i.test(one))
  ) {
    const hint = 'send JSON with the header Content-Type: application/json';
    const message = `the body is sent as a form, but ${name} takes ${types.join(', ')}`;
    return [finding('sample-body', url, [message, hint])];
  }
  if (content?.schema === undefined) return [];
  const found = bodyMismatches(value, api, content.schema);
  // Texts of a form have no types.
  return found.filter(({ isMissing }) => isMissing || body.kind === 'json').map(bodyFinding);
}

/** The header that names a media type which an operation does not take; a stream of bytes may be anything. */
function wrongType(request: SampleRequest, types: readonly string[]): Field | undefined {
  const header = headerOf(request, 'content-type');
  const sent = essence(header?.text ?? '');
  const fitting = ['*/*', sent.replace(/\/.*/s, '/*'), sent, 'application/octet-stream'];
  const isTaken = types.length === 0 || types.some((type) => fitting.includes(essence(type)));
  return isTaken || isPlaceholder(sent) ? undefined : header;
}

export function bodyFinding(mismatch: Mismatch): SampleFinding {
  return { code: mismatch.isMissing ? 'sample-required' : 'sample-body', ...mismatch };
}

function formValue(fields: readonly Field[], place: Range): Value {
  const parts = new Map(
    fields.map((field) => [baseOf(field.name), scalar(field.text, field)] as const),
  );
  const json = Object.fromEntries([...parts].map(([name, part]) => [name, part.json] as const));
  return { ...scalar(json, fields[0] ?? place), parts };
}

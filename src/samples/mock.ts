/** Answers requests as the descriptions of APIs say, and remembers what requests create, change and delete. */
import type { ApiResponse } from '../openapi/model/api-model.ts';
import { isObject } from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { escapePattern } from '../shared/escape-pattern.ts';
import { isJsonType } from '../shared/request/media-type.ts';
import { splitPath } from '../shared/request/request-model.ts';
import type { Match, Operations } from './find-operation.ts';
import { judgeRequest } from './judge-request.ts';
import { readJson } from './literal.ts';
import {
  atRound,
  errorOf,
  examplesOf,
  type Job,
  jobAt,
  joined,
  listed,
  printAnswer,
  ROUNDS,
  successOf,
} from './mock-answer.ts';
import { createCredentials, type Owner } from './mock-credentials.ts';
import {
  type Body,
  headerOf,
  OTHER_BODY,
  type Piece,
  readForm,
  type SampleRequest,
} from './sample.ts';

/** A request as it arrives. */
export interface MockRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface MockAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
  /** Mistakes in the request, for its author; empty if it is right. */
  readonly problems: readonly string[];
  readonly match: Match | undefined;
}

export type Mock = (request: MockRequest) => MockAnswer;

/** Something that a request has created. */
interface Thing {
  readonly value: JsonObject;
  readonly owner: Owner;
  /** The path of the job that must end before the thing can be used. */
  readonly job?: string | undefined;
}

/** The state of a mock; paths are those of the description, with values: `/orders/ord_1`. */
interface State {
  readonly things: Map<string, Thing>;
  readonly jobs: Map<string, Job>;
  /** Paths at which something was created: ids there that no request has created are mistakes. */
  readonly collections: Set<string>;
  /** How often each path was read. */
  readonly rounds: Map<string, number>;
  readonly credentials: ReturnType<typeof createCredentials>;
}

/** A request that is right as far as the description goes. */
interface Call {
  readonly match: Match;
  readonly path: string;
  readonly sent: JsonObject;
  readonly owner: Owner;
}

/** Creates a mock; `given` are the credentials that exist before the first request. */
export function createMock(operations: Operations, given: readonly string[]): Mock {
  const state: State = {
    things: new Map(),
    jobs: new Map(),
    collections: new Set(),
    rounds: new Map(),
    credentials: createCredentials(given),
  };
  return (received) => {
    const { request, wrong, match } = readRequest(received, operations);
    /** Refuses a request with the first of the statuses that its operation has. */
    const refuse = (statuses: readonly number[], ...problems: readonly string[]): MockAnswer => {
      const declared = match?.operation.responses.map(({ status }) => Number(status)) ?? [];
      const status = statuses.find((one) => declared.includes(one)) ?? statuses[0] ?? 400;
      return { ...errorOf(match, status, problems[0] ?? ''), problems, match };
    };
    const [first] = wrong;
    if (match === undefined) {
      const why = first?.message ?? 'no API of the site has this address';
      return refuse([first?.code === 'sample-method' ? 405 : 404], why);
    }
    if (first !== undefined) {
      const isAuth = wrong.some(({ code }) => code === 'sample-auth');
      return refuse(isAuth ? [401] : [400, 422], ...wrong.map(({ message }) => message));
    }
    const access = state.credentials.check(request, match);
    if ('status' in access) return refuse([access.status], access.message);

    const { method } = match.operation;
    const { path: template } = splitPath(match.operation.path);
    const path = fill(template, match.values);
    const call = { match, path, sent: fieldsOf(request.body), owner: access.owner };
    const isRead = method === 'GET' || method === 'HEAD';
    const isNew = method === 'PUT' && template.endsWith('}') && !state.things.has(path);
    for (const one of [...prefixesOf(template, match, isNew), ...namedBy(call)]) {
      const refusal = refusalAt(state, one, { call, isRead });
      if (refusal !== undefined) return refuse(...refusal);
    }
    const response = successOf(match.operation, isNew);
    const value = isRead
      ? readAt(state, call, response)
      : method === 'POST'
        ? created(state, call, response)
        : changed(state, call, response);
    return { ...printAnswer(response, value), problems: [], match };
  };
}

function create({ things, collections }: State, path: string, thing: Thing): void {
  things.set(path, thing);
  collections.add(parentOf(path));
}

/** The statuses that refuse the use of a thing, and why. */
function refusalAt(
  { things, collections, rounds }: State,
  path: string,
  { call, isRead }: { readonly call: Call; readonly isRead: boolean },
): readonly [statuses: readonly number[], why: string] | undefined {
  const thing = things.get(path);
  if (thing === undefined)
    return collections.has(parentOf(path))
      ? [[404, 422, 400], `no request before it has created ${path}`]
      : undefined;
  const { owner, job } = thing;
  if (Object.entries(owner).some(([key, value]) => (call.owner[key] ?? value) !== value))
    return [[404, 403], `${path} belongs to another tenant`];
  const isAsked = isRead && (call.path === path || call.path === job);
  return job === undefined || isAsked || (rounds.get(job) ?? 0) > ROUNDS
    ? undefined
    : [[409, 422, 404], `${path} is not ready: wait until GET ${job} says so`];
}

/** The answer to a read: what is kept, a job at its round, or the example. */
function readAt(
  state: State,
  call: Call,
  response: ApiResponse | undefined,
): JsonValue | undefined {
  const { things, jobs, rounds } = state;
  const { match, path } = call;
  const round = (rounds.get(path) ?? 0) + 1;
  rounds.set(path, round);
  const below = [...things].flatMap(([at, { value }]) => {
    const isShown = parentOf(at) === path && !refusalAt(state, at, { call, isRead: false });
    return isShown ? [value] : [];
  });
  const shown = examplesOf(match, response);
  const [example] = shown;
  if (!isObject(example)) return listed(example, below);
  const job = jobs.get(path);
  const found = job === undefined ? example : jobAt(job, shown, round);
  const kept = things.get(path)?.value ?? {};
  const value = joined(found, kept, Object.fromEntries(match.values));
  return listed(atRound(value, match, { response, round }), below);
}

function changed(
  state: State,
  { match, path, sent, owner }: Call,
  response: ApiResponse | undefined,
): JsonValue | undefined {
  const [example] = examplesOf(match, response);
  const kept = state.things.get(path)?.value;
  const value = isObject(example) ? joined(example, kept ?? {}, sent) : { ...kept, ...sent };
  if (match.operation.method === 'DELETE') state.things.delete(path);
  else if (match.operation.path.endsWith('}')) create(state, path, { value, owner });
  return isObject(example) ? value : example;
}

function created(
  state: State,
  { match, path, sent, owner }: Call,
  response: ApiResponse | undefined,
): JsonValue | undefined {
  const { things, jobs, credentials } = state;
  const [example] = examplesOf(match, response);
  if (!isObject(example)) return example;
  const made = joined(example, {}, sent);
  const key = idOf(made, match);
  const work = response?.status === '202' ? workOf(made, match, response) : undefined;
  const value = { ...made };
  // The server makes other ids and secrets each time.
  for (const [name, old] of Object.entries(made)) {
    const isMade = name === key || name === work?.key || credentials.has(old);
    if (isMade && !(name in sent))
      value[name] = unused(old, (text) => {
        const end = `/${encodeURIComponent(text)}`;
        return credentials.has(text) || [...things.keys()].some((at) => at.endsWith(end));
      });
  }
  credentials.issue(value, sent, owner);
  const job = work && fill(work.path, new Map([[work.parameter, String(value[work.key])]]));
  if (job !== undefined) {
    create(state, job, { value: {}, owner });
    const ids = key === undefined ? undefined : ([made[key], value[key]] as const);
    jobs.set(job, { accepted: value, sent, ids });
  }
  if (key !== undefined)
    create(state, `${path}/${encodeURIComponent(String(value[key]))}`, { value, owner, job });
  return value;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => values.get(name) ?? '');
}

/** The paths of the things that a request's path leads through. */
function prefixesOf(template: string, { values }: Match, isNew: boolean): readonly string[] {
  const ends = Array.from(template.matchAll(/\}[^/]*/g), ({ 0: end, index }) => index + end.length);
  const paths = ends.map((end) => fill(template.slice(0, end), values));
  return isNew ? paths.slice(0, -1) : paths;
}

/** The paths of the things that fields of a body name, as the parameters of their paths: `templateId`. */
function namedBy({ sent, match: { api } }: Call): readonly string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    if (typeof value !== 'string' || /^(?:id|key|name|slug)$/.test(key)) return [];
    const found = api.model.operations.find(({ path }) =>
      new RegExp(`^[^{]*/\\{${escapePattern(key)}\\}`).test(path),
    );
    return found === undefined
      ? []
      : [found.path.replace(/\{.*$/s, '') + encodeURIComponent(value)];
  });
}

/** The field of a new thing that paths below its collection name: that of their parameter, or `id`. */
function idOf(made: JsonObject, { api, operation }: Match): string | undefined {
  const below = api.model.operations.flatMap(({ path }) =>
    path.startsWith(`${operation.path}/{`)
      ? (/^\/\{([^{}]*)\}/.exec(path.slice(operation.path.length))?.[1] ?? [])
      : [],
  );
  const names = below.length === 0 ? [] : [...below, 'id'];
  return names.find((key) => /^(?:string|number)$/.test(typeof made[key]));
}

/** Where the state of accepted work is asked: as a link of the response says, else by a parameter of the name of a field. */
function workOf(
  made: JsonObject,
  { api, operation }: Match,
  response: ApiResponse,
): { readonly path: string; readonly parameter: string; readonly key: string } | undefined {
  for (const { operation: target, parameters } of response.links) {
    const path = api.model.operations.find(({ slug }) => slug === target?.slug)?.path;
    const [{ name = '', expression = '' } = {}] = parameters;
    const key = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
    if (path !== undefined && key !== undefined) return { path, parameter: name, key };
  }
  for (const { method, path } of api.model.operations) {
    const [, before = '', name = ''] = /^([^{]*)\/\{([^{}]*)\}$/.exec(path) ?? [];
    const key = name in made ? name : before === operation.path && 'id' in made ? 'id' : undefined;
    if (method === 'GET' && key !== undefined) return { path, parameter: name, key };
  }
  return undefined;
}

/** A value that is not taken: the example's, else with another end. */
function unused(value: JsonValue | undefined, isTaken: (text: string) => boolean): JsonValue {
  const text = String(value);
  let free = text;
  for (let number = 2; isTaken(free); number += 1)
    free = /^\d{1,15}$/.test(text)
      ? String(Number(text) + number - 1)
      : text.slice(0, -String(number).length) + number;
  return typeof value === 'number' ? Number(free) : free;
}

/** The fields of a JSON body or a form. */
function fieldsOf(body: Body | undefined): JsonObject {
  if (body?.kind === 'form')
    return Object.fromEntries(body.fields.map(({ name, text }) => [name, text] as const));
  return body?.kind === 'json' && isObject(body.value.json) ? body.value.json : {};
}

/** Reads and judges a request as the check of samples does, so that both find the same. */
export function readRequest({ method, url, headers, body }: MockRequest, operations: Operations) {
  const whole = { start: 0, end: body.length };
  const piece = (text: string): Piece => ({ text, ...whole });
  const fields = headers.map(([name, text]) => ({ name, ...piece(text) }));
  const request: SampleRequest = {
    ...whole,
    method,
    url: piece(url),
    headers: fields,
    query: [],
    body:
      body === ''
        ? undefined
        : bodyOf(headerOf({ headers: fields }, 'content-type')?.text, piece(body)),
    isWhole: true,
  };
  const { findings, match } = judgeRequest(request, { operations, code: body });
  const wrong = findings.filter(({ code }) => !/^sample-(?:deprecated|server)$/.test(code));
  return { request, wrong, match };
}

function bodyOf(type = '', piece: Piece): Body {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { kind: 'form', fields: readForm(piece) };
  const { value, problems } = readJson(isJsonType(type) ? piece.text : '');
  return problems.length === 0 ? { kind: 'json', value } : OTHER_BODY;
}

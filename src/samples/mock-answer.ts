/** The answers of a mock of an API: the examples of its description, with the values that it knows. */
import type { ApiResponse, Operation } from '../openapi/model/api-model.ts';
import { isObject } from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { isJsonType } from '../shared/request/media-type.ts';
import { jsonOf } from '../shared/request/request-model.ts';
import { contentExample } from '../openapi/samples/request.ts';
import type { Match } from './find-operation.ts';
import { jsonContent } from './judge-value.ts';

/** Work that an answer has announced (202). */
export interface Job {
  readonly accepted: JsonObject;
  readonly sent: JsonObject;
  /** The id of what it creates: as the description shows it, and as it is. */
  readonly ids: readonly [shown: JsonValue | undefined, own: JsonValue | undefined] | undefined;
}

interface Printed {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

const STATE = /^(?:status|state|phase)$/i;
const WAITING =
  /^(?:pending|queued|waiting|running|processing|in[-_ ]?progress|submitted|started|created|new)$/i;
const DONE =
  /^(?:succeeded|success|successful|completed?|done|finished|ready|confirmed|ok|available|active)$/i;
/** How often a state that is asked is not final. */
export const ROUNDS = 2;

/** The success that fits: of a `PUT`, 201 for what is new only. */
export function successOf(
  { responses, method }: Operation,
  isNew: boolean,
): ApiResponse | undefined {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const isCreated = ({ status }: ApiResponse): boolean => status === '201';
  const fit = successes.find((one) => isCreated(one) === (isNew || method === 'POST'));
  return fit ?? successes[0] ?? responses.find(({ status }) => status === 'default');
}

/** The examples of a response, or the one that its schema gives. */
export function examplesOf(
  { api }: Match,
  response: ApiResponse | undefined,
): readonly (JsonValue | undefined)[] {
  const media = jsonContent(response?.contents) ?? response?.contents[0];
  if (media === undefined) return [undefined];
  const others = media.examples.flatMap(({ value }) => (value === undefined ? [] : [value.json]));
  return [jsonOf(contentExample(media, api.schemas, 'response')), ...others.slice(1)];
}

export function printAnswer(
  response: ApiResponse | undefined,
  value: JsonValue | undefined,
  status = Number(response?.status.toUpperCase().replaceAll('X', '0')) || 200,
): Printed {
  const type = (jsonContent(response?.contents) ?? response?.contents[0])?.type;
  if (value === undefined || status === 204) return { status, type: undefined, body: '' };
  const isJson = type === undefined || type.includes('*') || isJsonType(type);
  const body = isJson || typeof value !== 'string' ? JSON.stringify(value) : value;
  return { status, type: isJson ? 'application/json' : type, body };
}

/** The error that the description shows for a status, with a message of ours where it has one. */
export function errorOf(match: Match | undefined, status: number, message: string): Printed {
  const responses = match?.operation.responses ?? [];
  const response = [String(status), '4XX', 'default'].flatMap(
    (one) => responses.find((other) => other.status.toUpperCase() === one) ?? [],
  )[0];
  const [example] = match === undefined ? [] : examplesOf(match, response);
  if (!isObject(example)) return printAnswer(undefined, { message }, status);
  const key = Object.keys(example).find((one) => /^(?:message|detail)$/.test(one));
  const value = key === undefined ? example : { ...example, [key]: message };
  return printAnswer(response, value, status);
}

/** The example with the values that are kept and those that were sent, as far as it has such fields. */
export function joined(example: JsonObject, kept: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      const given = [sent[key], kept[key]].find(
        (one) => one !== undefined && typeof one === typeof value,
      );
      // A field that the server fills in later is null in an example.
      return [key, given ?? (value === null ? (kept[key] ?? null) : value)];
    }),
  );
}

/** A list as an answer, with what was created in place of its examples. */
export function listed(
  value: JsonValue | undefined,
  things: readonly JsonObject[],
): JsonValue | undefined {
  if (things.length === 0) return value;
  if (Array.isArray(value)) return [...things];
  if (!isObject(value)) return value;
  const [only, another] = Object.keys(value).filter((key) => Array.isArray(value[key]));
  return only === undefined || another !== undefined ? value : { ...value, [only]: [...things] };
}

/** Lets a state that waits end after some rounds, if the schema has a value for that. */
export function atRound(
  value: JsonObject,
  { api }: Match,
  { response, round }: { readonly response: ApiResponse | undefined; readonly round: number },
): JsonObject {
  const schema = jsonContent(response?.contents)?.schema;
  if (schema === undefined || round <= ROUNDS) return value;
  const ends = api.schemas.read(schema).properties.flatMap(({ name, schema: of }) => {
    if (!STATE.test(name) || !WAITING.test(String(value[name]))) return [];
    const done = api.schemas.read(of).enum.find(({ json }) => DONE.test(String(json)));
    return done === undefined ? [] : [[name, done.json] as const];
  });
  return { ...value, ...Object.fromEntries(ends) };
}

/** The answer about a job: while it runs, and once it is done with a result that has the values of its request. */
export function jobAt(
  { accepted, sent, ids }: Job,
  shown: readonly (JsonValue | undefined)[],
  round: number,
): JsonObject {
  const wanted = round > ROUNDS ? DONE : WAITING;
  const examples = shown.filter(isObject);
  const fitting = examples.filter((example) =>
    Object.entries(example).some(([key, value]) => STATE.test(key) && wanted.test(String(value))),
  );
  const first = fitting[0] ?? examples[0] ?? {};
  if (round <= ROUNDS) return first;
  const [shownId, ownId] = ids ?? [];
  const results = fitting.flatMap((example) =>
    Object.entries(example).flatMap(([name, result]) => {
      if (!isObject(result)) return [];
      const isOfId = shownId !== undefined && Object.values(result).includes(shownId);
      const shared = Object.keys(result).filter((key) => key in accepted).length;
      return [{ example, name, result, likeness: isOfId ? Number.POSITIVE_INFINITY : shared }];
    }),
  );
  const [best] = results.toSorted((a, b) => b.likeness - a.likeness);
  if (best === undefined) return joined(first, accepted, {});
  const known = Object.entries({ ...sent, ...accepted }).filter(([key]) => !STATE.test(key));
  const entries = Object.entries(joined(best.result, Object.fromEntries(known), {}));
  const own = (value: JsonValue): JsonValue => (value === shownId ? (ownId ?? value) : value);
  const result = Object.fromEntries(entries.map(([key, value]) => [key, own(value)] as const));
  return { ...best.example, [best.name]: result };
}

/** Compares operations and webhooks of two states. */
import type {
  ApiResponse,
  MediaContent,
  Operation,
  Parameter,
  RawSchema,
  SecurityAlternative,
} from '../openapi/model/api-model.ts';
import { canonical } from '../openapi/model/model-context.ts';
import { rootServers } from '../openapi/model/servers.ts';
import type { JsonObject } from '../openapi/read/description.ts';
import {
  changeAt,
  type CompareOptions,
  isSame,
  type Job as SchemaJob,
  type Node,
  type Pair,
  text,
} from './comparison.ts';
import { compareLifetimes } from './lifetimes.ts';
import type { ChangeCode, Direction } from './rules.ts';
import type { ApiState } from './state.ts';

/** The changes of an operation, and the schemas to compare. */
export interface OperationNode extends Node {
  readonly schemas: UsedSchema[];
}

export interface UsedSchema extends Pick<SchemaJob, 'direction' | 'form' | 'name'> {
  readonly old: RawSchema | undefined;
  readonly now: RawSchema | undefined;
}

/** A comparison in progress, in one direction. */
interface Job {
  readonly pair: Pair;
  readonly node: OperationNode;
  readonly direction: Direction;
  readonly say: (code: ChangeCode, owner: JsonObject, said: Said) => void;
  /** Notes what only the earlier state has. */
  readonly gone: (code: ChangeCode, owner: JsonObject, said: Said) => void;
  readonly compare: (
    old: RawSchema | undefined,
    now: RawSchema | undefined,
    setting: Setting,
  ) => void;
}

type Said = readonly [name: string, before?: string | undefined, after?: string | undefined];
type Setting = Pick<SchemaJob, 'form' | 'name'>;

function createJob(pair: Pair, node: OperationNode, direction: Direction): Job {
  const noteIn =
    (state: ApiState): Job['say'] =>
    (code, owner, [name, before, after]) => {
      const said = { code, direction, isGone: state === pair.old, name, before, after };
      node.changes.push(changeAt(state, owner, said));
    };
  return {
    pair,
    node,
    direction,
    say: noteIn(pair.now),
    gone: noteIn(pair.old),
    compare: (old, now, setting) => void node.schemas.push({ old, now, direction, ...setting }),
  };
}

/** Returns what changed in an operation, which is named `label`. */
export function compareOperations(
  pair: Pair,
  [old, now]: readonly [Operation, Operation],
  label: string,
): OperationNode {
  const node: OperationNode = { changes: [], outer: [], schemas: [] };
  const job = createJob(pair, node, 'request');
  const { say } = job;
  const { source } = now;
  compareLifetimes(old.source, source, {
    ...pair.options,
    part: 'operation',
    say: (code, { before, after }) => say(code, source, [label, before, after]),
  });
  const [id, other] = [old.operationId || 'none', now.operationId || 'none'];
  if (id !== other) say('operation-id-changed', source, [label, id, other]);
  if (wordsOf(old) !== wordsOf(now)) say('text-changed', source, [label]);
  compareSecurity(job, old, now);
  compareServers(job, old, now);
  compareParameters(job, old, now);
  const answers = createJob(pair, node, 'response');
  const [sent, got] = now.kind === 'webhook' ? [answers, job] : [job, answers];
  compareBodies(sent, old, now);
  compareResponses(got, old, now);
  // The API sends the requests of callbacks: the client gets their bodies.
  for (const { name, operations } of old.callbacks)
    for (const operation of operations) {
      const all = now.callbacks.filter((one) => one.name === name).flatMap((one) => one.operations);
      const next = all.find(
        ({ method, path }) => method === operation.method && path === operation.path,
      );
      if (next === undefined)
        job.gone('operation-removed', operation.source, [`the callback ${name}`]);
      else {
        compareBodies(answers, operation, next);
        compareResponses(job, operation, next);
      }
    }
  return node;
}

function wordsOf({ title, longSummary, description, tags }: Operation): string {
  return JSON.stringify([title, longSummary.text.trim(), description.text.trim(), tags]);
}

function printSecurity(security: readonly SecurityAlternative[]): string {
  const one = ({ scheme, scopes }: SecurityAlternative[number]): string =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`;
  return security.map((all) => all.map(one).join(' and ') || 'none').join(' or ') || 'none';
}

/** Credentials that were enough must be enough. */
function compareSecurity({ say, pair }: Job, old: Operation, now: Operation): void {
  const [before, after] = [printSecurity(old.security), printSecurity(now.security)];
  const isFree = ({ security }: Operation): boolean =>
    security.length === 0 || security.some((all) => all.length === 0);
  if (before === after || (isFree(old) && isFree(now))) return;
  const isEnough = (had: SecurityAlternative, needs: SecurityAlternative): boolean =>
    needs.every(({ scheme, scopes }) =>
      had.some(
        (own) => own.scheme === scheme && scopes.every((scope) => own.scopes.includes(scope)),
      ),
    );
  const isWider = old.security.every((had) => now.security.some((needs) => isEnough(had, needs)));
  const among = isWider ? 'security-widened' : 'security-changed';
  const code = isFree(now) ? 'security-removed' : isFree(old) ? 'security-added' : among;
  const owner = now.source['security'] === undefined ? pair.now.context.root : now.source;
  say(code, owner, ['', before, after]);
}

export function urlsOf(servers: readonly { readonly url: string }[]): string[] {
  return servers.map(({ url }) => url.replace(/\/$/, ''));
}

/** Servers of the operation alone; those of the root are compared once. */
function compareServers({ say, pair }: Job, old: Operation, now: Operation): void {
  const [was, is] = [urlsOf(old.servers), urlsOf(now.servers)];
  const common = [pair.old, pair.now].map(({ context }) => urlsOf(rootServers(context)));
  if (canonical([was, is]) !== canonical(common))
    compareUrls(was, is, (code, url) => say(code, now.source, [url, url, url]));
}

export function compareUrls(
  before: readonly string[],
  after: readonly string[],
  say: (code: ChangeCode, url: string) => void,
): void {
  for (const url of before) if (!after.includes(url)) say('server-removed', url);
  for (const url of after) if (!before.includes(url)) say('server-added', url);
}

/** Parameters by location and name; those of a path by their place, as they may get another name. */
function byKey({ parameters, path }: Operation): ReadonlyMap<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const { in: place, name } = parameter;
      if (place === 'path') return [`path ${Math.max(0, names.indexOf(name))}`, parameter] as const;
      return [`${place} ${place === 'header' ? name.toLowerCase() : name}`, parameter] as const;
    }),
  );
}

function compareParameters(
  { pair, say, gone, compare }: Job,
  old: Operation,
  now: Operation,
): void {
  const [was, is] = [byKey(old), byKey(now)];
  const label = ({ in: place, name }: Parameter): string => `the ${place} parameter ${name}`;
  for (const [key, before] of was) {
    const after = is.get(key);
    const name = label(after ?? before);
    if (after === undefined) {
      const sunset = before.source['x-sunset'];
      const isRetired = before.deprecated && isOver(text(sunset) ?? '', pair.options);
      const code = isRetired ? 'parameter-retired' : 'parameter-removed-early';
      gone(before.deprecated ? code : 'parameter-removed', before.source, [name, text(sunset)]);
      continue;
    }
    const { source } = after;
    const need = after.required ? 'parameter-now-required' : 'parameter-now-optional';
    if (before.required !== after.required) say(need, source, [name]);
    compareLifetimes(before.source, source, {
      ...pair.options,
      part: 'parameter',
      say: (code, said) => say(code, source, [name, said.before, said.after]),
    });
    const [style, other] = [before, after].map((one) =>
      one.explode ? `${one.style}, exploded` : one.style,
    );
    const isList = /"(?:array|object|\$ref)"/.test(JSON.stringify([before.schema, after.schema]));
    if (style !== other && isList) say('parameter-style-changed', source, [name, style, other]);
    if (before.description.text.trim() !== after.description.text.trim())
      say('text-changed', source, [name]);
    const [left, right] = [before, after].map(({ schema, content }) => schema ?? content?.schema);
    const first = left === undefined ? undefined : pair.old.flattener.flatten(left).json['default'];
    const next =
      right === undefined ? undefined : pair.now.flattener.flatten(right).json['default'];
    if (!isSame(first, next))
      say('parameter-default-changed', source, [name, text(first) ?? 'none', text(next) ?? 'none']);
    compare(left, right, { form: after.content === undefined ? 'text' : 'json', name: name });
  }
  for (const [key, after] of is)
    if (!was.has(key))
      say(after.required ? 'parameter-required-added' : 'parameter-added', after.source, [
        label(after),
      ]);
}

/** True if what had a sunset may be gone. */
export function isOver(sunset: string, { today }: CompareOptions): boolean {
  return sunset === '' || today === undefined || sunset.slice(0, 10) <= today;
}

function compareBodies(job: Job, { body: old }: Operation, { body: now }: Operation): void {
  const { say, gone } = job;
  const name = 'the request body';
  if (now === undefined) {
    if (old !== undefined) gone('body-removed', old.source, [name]);
  } else if (old === undefined)
    say(now.required ? 'body-required-added' : 'body-added', now.source, [name]);
  else {
    const code = now.required ? 'body-now-required' : 'body-now-optional';
    if (old.required !== now.required) say(code, now.source, [name]);
    compareContents(job, [old.contents, now.contents], name);
  }
}

function compareContents(
  { say, gone, compare }: Job,
  [before, after]: readonly [readonly MediaContent[], readonly MediaContent[]],
  name: string,
): void {
  const bare = ({ type }: MediaContent): string => type.toLowerCase().replace(/\s*;.*/, '');
  const whole = ({ type }: MediaContent): string => type.toLowerCase().replace(/\s+/g, '');
  const fresh = new Set(
    after.filter((one) => !before.some((other) => whole(other) === whole(one))),
  );
  for (const content of before) {
    let next = after.find((one) => whole(one) === whole(content));
    if (next === undefined) {
      // Another parameter, or a suffix more: `application/problem+json` is JSON, too.
      const isJson = bare(content) === 'application/json';
      next = [...fresh].find(
        (one) => bare(one) === bare(content) || (isJson && /[/+]json$/.test(bare(one))),
      );
      if (next === undefined) {
        gone('media-type-removed', content.source, [content.type]);
        continue;
      }
      fresh.delete(next);
      say('media-type-narrowed', next.source, [name, content.type, next.type]);
    }
    if ((content.schema === undefined) !== (next.schema === undefined))
      say(next.schema === undefined ? 'schema-removed' : 'schema-added', next.source, [name]);
    const form = content.type.includes('json') ? 'json' : 'text';
    compare(content.schema, next.schema, { form: form, name: name });
    compare(content.itemSchema, next.itemSchema, { form: form, name: name });
  }
  for (const content of fresh) say('media-type-added', content.source, [content.type]);
}

function compareResponses(job: Job, old: Operation, now: Operation): void {
  const { say, gone } = job;
  const is = new Map(now.responses.map((response) => [response.status, response] as const));
  const was = new Map(old.responses.map((response) => [response.status, response] as const));
  for (const [status, before] of was) {
    const after = is.get(status);
    if (after === undefined) {
      const code = status.startsWith('2') ? 'status-removed' : 'error-status-removed';
      // A range may describe it now.
      if (!is.has(`${status.charAt(0)}XX`)) gone(code, before.source, [status]);
      continue;
    }
    if (before.description.text.trim() !== after.description.text.trim())
      say('text-changed', after.source, [`the status ${status}`]);
    compareContents(job, [before.contents, after.contents], `the response ${status}`);
    compareHeaders(job, before, after);
  }
  for (const [status, after] of is)
    if (!was.has(status)) say('status-added', after.source, [status]);
}

function compareHeaders(
  { say, gone, compare }: Job,
  before: ApiResponse,
  after: ApiResponse,
): void {
  const fresh = new Map(
    after.headers.map((header) => [header.name.toLowerCase(), header] as const),
  );
  const label = (name: string): string => `the header ${name} of the response ${after.status}`;
  for (const header of before.headers) {
    const key = header.name.toLowerCase();
    const next = fresh.get(key);
    const name = label(header.name);
    fresh.delete(key);
    if (next === undefined) {
      gone(header.required ? 'header-required-removed' : 'header-removed', header.source, [name]);
      continue;
    }
    const code = next.required ? 'header-now-required' : 'header-now-optional';
    if (header.required !== next.required) say(code, next.source, [name]);
    compare(header.schema, next.schema, { form: 'json', name: name });
  }
  for (const header of fresh.values()) say('header-added', header.source, [label(header.name)]);
}

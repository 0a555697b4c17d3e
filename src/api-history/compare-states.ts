/** Compares two states of a description. Parts that are equal, with all that they refer to, are skipped. */
import type { ApiExclusion } from '../config/site-config.ts';
import type { Operation } from '../openapi/model/api-model.ts';
import { type PublishedDraft, publishedDrafts } from '../openapi/model/build-model.ts';
import type { LinkTargets } from '../openapi/model/link-objects.ts';
import { declaredIn, isObject, stringOf } from '../openapi/model/model-context.ts';
import { readOperation } from '../openapi/model/operations.ts';
import { readSecurity } from '../openapi/model/security.ts';
import { rootServers } from '../openapi/model/servers.ts';
import { readTagList, type TagList } from '../openapi/model/tags.ts';
import type { JsonObject } from '../openapi/read/description.ts';
import { getOrInsert } from '../shared/maps.ts';
import { compareOperations, compareUrls, isOver, urlsOf } from './compare-operations.ts';
import { compareSchemas } from './compare-schemas.ts';
import {
  changeAt,
  type CompareOptions,
  type Node,
  type Pair,
  type RawChange,
} from './comparison.ts';
import { type Change, type Direction, type Level, RULES, severer } from './rules.ts';
import type { ApiState } from './state.ts';

/** An operation or webhook of a state. */
interface Draft extends PublishedDraft {
  /** `GET /path`, or the name of a webhook. */
  readonly label: string;
  /** With the names of parameters left out. */
  readonly key: string;
}

/** The changes of an operation: its label, and the operation that promises how stable it is. */
interface Found {
  readonly label?: string;
  readonly promise?: JsonObject;
  readonly node: Node;
}

/** Returns what changed from one state to the next. */
export function compareStates(
  old: ApiState,
  now: ApiState,
  options: CompareOptions = {},
): readonly Change[] {
  const pair: Pair = {
    old,
    now,
    mayDiffer: findDifferences(old, now),
    known: new Map(),
    nodes: [],
    queue: [],
    options,
  };
  const [before, after] = [draftsOf(old, options.exclude), draftsOf(now, options.exclude)];
  const fresh = new Set([...after.values()].filter(({ key }) => !before.has(key)));
  const byId = new Map([...fresh].map((draft) => [stringOf(draft.source['operationId']), draft]));
  const found: Found[] = [];
  for (const [key, draft] of before) {
    const { source: promise, label } = draft;
    const id = stringOf(promise['operationId']);
    const next = after.get(key) ?? (id === '' ? undefined : byId.get(id));
    if (next === undefined) {
      found.push({ label, promise, node: { changes: [removal(pair, draft)], outer: [] } });
      continue;
    }
    const isMoved = !after.has(key);
    const isSame = promise === next.source && !isMoved;
    if (isSame && !pair.mayDiffer(promise) && !differsAround(pair, draft, next)) continue;
    const node = compareOperations(pair, [read(old, draft), read(now, next)], next.label);
    for (const { old: was, now: is, ...setting } of node.schemas)
      compareSchemas(pair, [was, is], { ...setting, outer: node });
    found.push({ label: next.label, promise, node });
    if (!isMoved) continue;
    fresh.delete(next);
    byId.delete(id);
    const said = { name: next.label, before: label, after: next.label };
    node.changes.push(changeAt(now, next.source, { code: 'operation-moved', ...said }));
  }
  for (const { label, source } of fresh) {
    const changes = [changeAt(now, source, { code: 'operation-added', name: label })];
    found.push({ label, promise: source, node: { changes, outer: [] } });
  }
  for (const run of pair.queue) run();
  return groupChanges([...found, { node: compareRoots(pair) }], pair.nodes);
}

/** Finds the parts that differ, and those that refer to them. */
function findDifferences(old: ApiState, now: ApiState): Pair['mayDiffer'] {
  const [before, after] = [old.parts(), now.parts()];
  const reached = new Set<string>();
  for (const key of before.keys())
    if (before.get(key)?.value !== after.get(key)?.value) reached.add(key);
  for (const key of after.keys()) if (!before.has(key)) reached.add(key);
  for (const key of reached)
    for (const state of [old, now])
      for (const user of state.users().get(key) ?? []) reached.add(user);
  return (object) => {
    const part = now.partOf(object) ?? old.partOf(object);
    return part === undefined || reached.has(part.key);
  };
}

type Drafts = ReadonlyMap<string, Draft>;

const DRAFTS = new WeakMap<ApiState, Drafts>();

/** The operations and webhooks of the published reference, by key. */
function draftsOf(state: ApiState, exclude: ApiExclusion | undefined): Drafts {
  return getOrInsert(DRAFTS, state, () => {
    const { context } = state;
    const drafts = new Map<string, Draft>();
    for (const draft of publishedDrafts(context, readTagList(context), exclude)) {
      const { kind, method, path } = draft;
      const label = kind === 'webhook' ? path : `${method} ${path}`;
      const key = `${kind} ${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
      const isNamed = kind === 'webhook' || path.startsWith('/');
      if (isNamed && !drafts.has(key)) drafts.set(key, { ...draft, label, key });
    }
    return drafts;
  });
}

/** True if what an operation inherits may have changed. */
function differsAround(pair: Pair, draft: Draft, next: Draft): boolean {
  const shared = [...draft.shared.parameters, ...next.shared.parameters];
  if (shared.some((item) => typeof item === 'object' && item !== null && pair.mayDiffer(item)))
    return true;
  if (draft.path !== next.path || draft.shared.servers !== next.shared.servers) return true;
  const [was, is] = [pair.old.context.root, pair.now.context.root];
  return INHERITED.some((key) => was[key] !== is[key]);
}

const INHERITED = 'security servers host basePath schemes consumes produces'.split(' ');

/** The removal of an operation, with what its page shows from then on. */
function removal({ old, options }: Pair, draft: Draft): RawChange {
  const { label: name, kind, method, path, source } = draft;
  const sunset = stringOf(source['x-sunset']);
  const late = isOver(sunset, options) ? 'operation-retired' : 'operation-removed-early';
  const code = source['deprecated'] === true ? late : 'operation-removed';
  const change = changeAt(old, source, { code, name, isGone: true, before: sunset || undefined });
  if (kind === 'webhook') return change;
  const { operationId, title, description, parameters, body, responses } = read(old, draft);
  const parts = [
    ...parameters.map((parameter) => `${parameter.in} parameter ${parameter.name}`),
    ...(body?.contents ?? []).map(({ type }) => `request body ${type}`),
    ...responses.map(({ status, summary }) => `response ${status} ${summary}`.trim()),
  ];
  const last = { method, path, operationId, title, description: description.text, parts };
  return { ...change, last };
}

/** The worst level of changes of an operation: those that are not stable may change. */
function mostOf(promise: JsonObject): Level | undefined {
  const stability = stringOf(promise['x-stability-level']).toLowerCase();
  if (stability === 'draft' || stability === 'alpha') return 'safe';
  return stability === 'beta' || promise['x-beta'] === true ? 'risky' : undefined;
}

const NO_TAGS: TagList = { declared: new Map(), internal: new Set() };
const NO_TARGETS: LinkTargets = { byId: new Map(), bySource: new Map() };

function read({ context }: ApiState, draft: Draft): Operation {
  return readOperation(context, draft, {
    kind: draft.kind,
    slug: '',
    servers: rootServers(context),
    server: undefined,
    security: readSecurity(context.root['security']) ?? [],
    targets: NO_TARGETS,
    tagList: NO_TAGS,
    depth: 0,
  });
}

/** Compares servers and security schemes, which operations share. */
function compareRoots({ old, now }: Pair): Node {
  const changes: RawChange[] = [];
  const [was, is] = [old.context, now.context].map((context) => urlsOf(rootServers(context)));
  compareUrls(was ?? [], is ?? [], (code, url) =>
    changes.push(changeAt(now, now.context.root, { code, name: url, before: url, after: url })),
  );
  const schemes = declaredIn(now.context, 'securitySchemes');
  for (const [name, scheme] of Object.entries(declaredIn(old.context, 'securitySchemes'))) {
    const next = schemes[name];
    if (!isObject(scheme) || !isObject(next)) continue;
    const [before, after] = [scheme, next].map((one) =>
      ['type', 'scheme', 'in', 'name']
        .map((key) => stringOf(one[key]))
        .filter(Boolean)
        .join(' '),
    );
    if (before !== after)
      changes.push(changeAt(now, next, { code: 'security-scheme-changed', name, before, after }));
  }
  return { changes, outer: [] };
}

interface Group {
  readonly change: RawChange;
  level: Level;
  readonly operations: Set<string>;
  readonly directions: Set<Direction>;
}

/** Makes one finding of equal changes in several operations. */
function groupChanges(found: readonly Found[], schemas: readonly Node[]): readonly Change[] {
  const groups = new Map<string, Group>();
  const starts = new Map(found.map((one, index) => [one.node, { ...one, index }]));
  for (const changed of [...starts.keys(), ...schemas]) {
    if (changed.changes.length === 0) continue;
    const around = new Set([changed]);
    for (const node of around) for (const next of node.outer) around.add(next);
    const reached = [...around].flatMap((node) => starts.get(node) ?? []);
    for (const { label, promise } of reached.toSorted((a, b) => a.index - b.index)) {
      const most = promise && mostOf(promise);
      for (const change of changed.changes) {
        const { code, file, pointer, before, after, direction, name } = change;
        // One finding for a change of what many operations repeat.
        const place = /^(?:security|server)-/.test(code) ? '' : `${file}#${pointer}`;
        const key = JSON.stringify([
          code,
          place,
          before,
          after,
          place.includes('#/paths/') ? name : '',
        ]);
        const group = getOrInsert(
          groups,
          key,
          (): Group => ({
            change,
            level: 'text',
            operations: new Set(),
            directions: new Set(),
          }),
        );
        const level: Level = RULES[code][direction];
        const isLowered =
          level !== 'text' && most !== undefined && !/^(?:stability|sunset)-/.test(code);
        const own = isLowered && severer(level, most) === level ? most : level;
        group.level = severer(group.level, own);
        group.directions.add(direction);
        if (label !== undefined) group.operations.add(label);
      }
    }
  }
  return [...groups.values()].map(({ change, level, operations, directions }): Change => {
    const { code, file, pointer, isGone, name, before, after, last } = change;
    const [operation, ...others] = operations;
    const [direction = 'request', other] = directions;
    return {
      code,
      level,
      operations: [...operations],
      ...(operation !== undefined && others.length === 0 ? { operation } : {}),
      file,
      ...(isGone ? { isGone } : {}),
      pointer,
      direction: other === undefined ? direction : 'both',
      name,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined || after === '' ? {} : { after }),
      ...(last === undefined ? {} : { last }),
    };
  });
}

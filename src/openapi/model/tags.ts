import type { JsonObject } from '../read/description.ts';
import type { ApiModel, Operation, Tag } from './api-model.ts';
import { readExternalDocs } from './info.ts';
import {
  emptyObject,
  isInternal,
  type ModelContext,
  objectsOf,
  readText,
  stringOf,
  stringsOf,
} from './model-context.ts';

export interface TagList {
  readonly declared: ReadonlyMap<string, JsonObject>;
  readonly internal: ReadonlySet<string>;
}

/** Reads the tags of the root; the first of each name counts. */
export function readTagList(context: ModelContext): TagList {
  const declared = new Map<string, JsonObject>();
  const internal = new Set<string>();
  for (const tag of objectsOf(context.root['tags'])) {
    const name = stringOf(tag['name']);
    if (name === '') continue;
    if (isInternal(tag)) internal.add(name);
    else if (!declared.has(name)) declared.set(name, tag);
  }
  return { declared, internal };
}

/** True if all tags of an operation are internal. */
export function isInternalByTags(operation: JsonObject, tags: TagList): boolean {
  const names = stringsOf(operation['tags']);
  return names.length > 0 && names.every((name) => tags.internal.has(name));
}

/**
 * Groups operations by their first navigation tag: declared tags in source order (or by `x-tagGroups`), then others
 * in order of first use, finally operations without one.
 */
export function groupByTag(
  context: ModelContext,
  list: TagList,
  operations: readonly Operation[],
): readonly Tag[] {
  const groups = new Map<string, Operation[]>(orderOf(context, list).map((name) => [name, []]));
  const others: Operation[] = [];
  for (const operation of operations) {
    const name = operation.tags.find((tag) => isNavigation(list.declared.get(tag)));
    if (name === undefined) others.push(operation);
    else if (groups.has(name)) groups.get(name)?.push(operation);
    else groups.set(name, [operation]);
  }
  const parents = readGroups(context, list);
  const tags = [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => readTag(context, { name, list, members, parents }));
  if (others.length === 0) return tags;
  return [...tags, untagged(context, others)];
}

// Other kinds in 3.2 (`badge`, `audience`) do not group operations.
function isNavigation(tag: JsonObject | undefined): boolean {
  const kind = stringOf(tag?.['kind']);
  return kind === '' || kind === 'nav';
}

function tagGroups(context: ModelContext): readonly JsonObject[] {
  return objectsOf(context.root['x-tagGroups']);
}

function orderOf(context: ModelContext, list: TagList): readonly string[] {
  const grouped = tagGroups(context).flatMap((group) => stringsOf(group['tags']));
  return [...new Set([...grouped, ...list.declared.keys()])];
}

type Groups = (name: string) => readonly string[];

function readGroups(context: ModelContext, list: TagList): Groups {
  const groupOf = new Map<string, string>();
  for (const group of tagGroups(context)) {
    for (const tag of stringsOf(group['tags'])) {
      if (!groupOf.has(tag)) groupOf.set(tag, stringOf(group['name']));
    }
  }
  return (name) => {
    const ancestors = ancestorsOf(name, list);
    const top = ancestors.at(-1) ?? name;
    const group = groupOf.get(name) ?? groupOf.get(top);
    const labels = ancestors.map((ancestor) => labelOf(ancestor, list.declared.get(ancestor)));
    return [...(group === undefined || group === '' ? [] : [group]), ...labels.reverse()];
  };
}

/** Returns ancestors by 3.2's `parent`, nearest first. */
function ancestorsOf(name: string, { declared, internal }: TagList): readonly string[] {
  const ancestors: string[] = [];
  let parent = stringOf(declared.get(name)?.['parent']);
  while (parent !== '' && parent !== name && !ancestors.includes(parent)) {
    if (internal.has(parent)) break;
    ancestors.push(parent);
    parent = stringOf(declared.get(parent)?.['parent']);
  }
  return ancestors;
}

function labelOf(name: string, tag: JsonObject | undefined): string {
  return stringOf(tag?.['x-displayName']) || stringOf(tag?.['summary']) || name;
}

interface TagParts {
  readonly name: string;
  readonly list: TagList;
  readonly members: readonly Operation[];
  readonly parents: Groups;
}

function readTag(context: ModelContext, { name, list, members, parents }: TagParts): Tag {
  const tag = list.declared.get(name);
  const source = tag ?? context.description.derive(emptyObject(), context.root);
  return {
    name,
    label: labelOf(name, tag),
    description: readText(source, 'description'),
    ...readExternalDocs(source),
    groups: parents(name),
    operations: members,
  };
}

/** Returns the name of the UI message for operations without a tag. */
export function restName({ tags }: ApiModel): 'operations' | 'otherOperations' {
  return tags.length === 1 ? 'operations' : 'otherOperations';
}

function untagged(context: ModelContext, operations: readonly Operation[]): Tag {
  const source = context.description.derive(emptyObject(), context.root);
  return {
    name: '',
    label: undefined,
    description: readText(source, 'description'),
    groups: [],
    operations,
  };
}

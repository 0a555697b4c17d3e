import { groupBy } from '../../shared/maps.ts';
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

/** The tags of an operation that are not internal, and the labels of those that are badges. */
export function readTags(
  operation: JsonObject,
  { declared, internal }: TagList,
): Pick<Operation, 'tags' | 'badges'> {
  const tags = stringsOf(operation['tags']).filter((tag) => !internal.has(tag));
  const badges = tags.filter((tag) => kindOf(declared.get(tag)) === 'badge');
  return { tags, badges: badges.map((tag) => labelOf(tag, declared.get(tag))) };
}

function kindOf(tag: JsonObject | undefined): string {
  return stringOf(tag?.['kind']);
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
  const groupOf = new Map<string, string>();
  for (const group of objectsOf(context.root['x-tagGroups'])) {
    for (const tag of stringsOf(group['tags']))
      if (!groupOf.has(tag)) groupOf.set(tag, stringOf(group['name']));
  }
  const used = groupBy(operations, ({ tags }) =>
    tags.find((tag) => {
      // Other kinds in 3.2 (`badge`, `audience`) do not group operations.
      const kind = kindOf(list.declared.get(tag));
      return kind === '' || kind === 'nav';
    }),
  );
  const others = used.get(undefined);
  used.delete(undefined);
  const emptyTag = context.description.derive(emptyObject(), context.root);
  const names = new Set([...groupOf.keys(), ...list.declared.keys(), ...used.keys()]);
  const tags = [...names].flatMap((name = ''): Tag[] => {
    const members = used.get(name);
    if (members === undefined) return [];
    const tag = list.declared.get(name);
    const ancestors = ancestorsOf(name, list);
    const group = groupOf.get(name) ?? groupOf.get(ancestors.at(-1) ?? name) ?? '';
    const labels = ancestors.map((ancestor) => labelOf(ancestor, list.declared.get(ancestor)));
    return [
      {
        name,
        label: labelOf(name, tag),
        description: readText(tag ?? emptyTag, 'description'),
        ...readExternalDocs(tag ?? emptyTag),
        groups: [...(group === '' ? [] : [group]), ...labels.reverse()],
        operations: members,
      },
    ];
  });
  if (others === undefined) return tags;
  const description = readText(emptyTag, 'description');
  return [...tags, { name: '', label: undefined, description, groups: [], operations: others }];
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

/** Returns the name of the UI message for operations without a tag. */
export function restName({ tags }: ApiModel): 'operations' | 'otherOperations' {
  return tags.length === 1 ? 'operations' : 'otherOperations';
}

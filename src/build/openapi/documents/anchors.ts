import type { Place, Places, ReadSpec } from './places.ts';

/** Schemas of a file that have a name of their own (JSON Schema 2020-12, 8.2). */
export interface Anchors {
  /** By `$anchor` or `$dynamicAnchor`, the first of each name. */
  readonly names: ReadonlyMap<string, Place>;
  /** By `$id`, without a final `#`. */
  readonly ids: ReadonlyMap<string, Place>;
}

/** Finds the named schemas of a file. */
export function anchorsOf(spec: ReadSpec, places: Places): Anchors {
  const names = new Map<string, Place>();
  const ids = new Map<string, Place>();
  const { text } = spec.file;
  if (!/\$(?:id|anchor|dynamicAnchor)\b/.test(text)) return { names, ids };
  for (const place of places.values()) {
    if (place.spec !== spec || place.node.kind !== 'map') continue;
    for (const { key, value: node } of place.node.entries) {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') continue;
      const name = node.value.replace(/#$/, '');
      if (key === '$anchor' || key === '$dynamicAnchor') addFirst(names, name, place);
      else if (key === '$id') addFirst(ids, name, place);
    }
  }
  return { names, ids };
}

function addFirst(map: Map<string, Place>, name: string, place: Place): void {
  if (!map.has(name)) map.set(name, place);
}

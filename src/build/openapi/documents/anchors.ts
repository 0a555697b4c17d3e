import type { Place, Places, ReadSpec } from './places.ts';
import type { JsonValue } from './types.ts';

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
    const { value } = place;
    if (place.spec !== spec || Array.isArray(value)) continue;
    addFirst(names, value['$anchor'], place);
    addFirst(names, value['$dynamicAnchor'], place);
    addFirst(ids, value['$id'], place);
  }
  return { names, ids };
}

function addFirst(map: Map<string, Place>, value: JsonValue | undefined, place: Place): void {
  if (typeof value !== 'string') return;
  const name = value.replace(/#$/, '');
  if (!map.has(name)) map.set(name, place);
}

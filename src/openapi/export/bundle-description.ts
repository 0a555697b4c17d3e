import { asObject, emptyObject, isObject, namedEntries } from '../model/json.ts';
import type { Description, JsonObject } from '../read/description.ts';
import { createBundle } from './bundle.ts';

/**
 * A description as one object that needs no other file: what its references lead to stands in its components, under
 * its own name where that is free. Parts that are `x-internal`, and what only they use, are left out. The version is
 * the one of the source. Shares objects with the description: not to be changed.
 */
export function bundleDescription(description: Description): JsonObject {
  const { root, components, grammar } = createBundle(description);
  const source = asObject(description.root.root) ?? emptyObject();
  const document = emptyObject();
  for (const [key] of namedEntries(source)) {
    if (grammar.kindOf(key) !== undefined) document[key] = emptyObject();
    else if (key === 'components') document[key] = componentsFrame(source, grammar);
    else if (root[key] !== undefined) document[key] = root[key];
  }
  for (const { section, name, value } of components.values()) {
    let holder = document;
    for (const key of section.split('/')) {
      const next = holder[key];
      const inner = isObject(next) ? next : emptyObject();
      holder[key] = inner;
      holder = inner;
    }
    holder[name] = value;
  }
  return document;
}

/** The components with what is known of none, and the others empty in their order. */
function componentsFrame(
  source: JsonObject,
  grammar: { readonly kindOf: (section: string) => unknown },
): JsonObject {
  const frame = emptyObject();
  for (const [key, value] of namedEntries(source['components'])) {
    frame[key] = grammar.kindOf(`components/${key}`) === undefined ? value : emptyObject();
  }
  return frame;
}

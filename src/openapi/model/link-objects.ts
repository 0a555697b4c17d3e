import type { JsonObject, JsonValue } from '../read/description.ts';
import type { ResponseLink } from './api-model.ts';
import {
  type ModelContext,
  namedEntries,
  resolvedText,
  resolveObject,
  stringOf,
} from './model-context.ts';

export interface LinkTarget {
  readonly slug: string;
  readonly title: string;
}

export interface LinkTargets {
  readonly byId: ReadonlyMap<string, LinkTarget>;
  readonly bySource: ReadonlyMap<object, LinkTarget>;
}

/** Reads the links of a response with their target operations. */
export function readLinks(
  context: ModelContext,
  links: JsonValue | undefined,
  targets: LinkTargets,
): readonly ResponseLink[] {
  return namedEntries(links).flatMap(([name, value]) => {
    const resolved = resolveObject(context, value);
    if (resolved === undefined) return [];
    const { object } = resolved;
    const operation = targetOf(context, object, targets);
    const requestBody = object['requestBody'];
    return [
      {
        name,
        description: resolvedText(resolved, 'description'),
        ...(operation === undefined ? {} : { operation }),
        target: stringOf(object['operationId']) || stringOf(object['operationRef']),
        parameters: namedEntries(object['parameters']).map(([parameter, expression]) => ({
          name: parameter,
          expression: asExpression(expression),
        })),
        ...(requestBody === undefined ? {} : { requestBody: asExpression(requestBody) }),
      },
    ];
  });
}

function targetOf(
  context: ModelContext,
  link: JsonObject,
  targets: LinkTargets,
): LinkTarget | undefined {
  const id = link['operationId'];
  if (typeof id === 'string') return targets.byId.get(id);
  const ref = link['operationRef'];
  if (typeof ref !== 'string') return undefined;
  const found = context.description.follow(ref, link);
  const value = found.ok ? found.value : null;
  return typeof value === 'object' && value !== null ? targets.bySource.get(value) : undefined;
}

function asExpression(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import type { JsonValue } from '../read/description.ts';
import type { ResponseLink } from './api-model.ts';
import {
  asObject,
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
  { byId, bySource }: LinkTargets,
): readonly ResponseLink[] {
  return namedEntries(links).flatMap(([name, value]) => {
    const resolved = resolveObject(context, value);
    if (resolved === undefined) return [];
    const { operationId: id, operationRef: ref, parameters, requestBody } = resolved.object;
    const found =
      typeof ref === 'string' ? context.description.follow(ref, resolved.object) : undefined;
    const source = found?.ok === true ? asObject(found.value) : undefined;
    return [
      {
        name,
        description: resolvedText(resolved, 'description'),
        operation: typeof id === 'string' ? byId.get(id) : source && bySource.get(source),
        target: stringOf(id) || stringOf(ref),
        parameters: namedEntries(parameters).map(([parameter, expression]) => ({
          name: parameter,
          expression: asExpression(expression),
        })),
        requestBody: requestBody === undefined ? undefined : asExpression(requestBody),
      },
    ];
  });
}

function asExpression(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

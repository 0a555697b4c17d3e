import { type Problem, valueProblem } from '../problem.ts';
import { listAt, stringAt, valueAt } from '../read.ts';
import { duplicates } from './duplicates.ts';

const DEFAULT_ID = 'default';

/** Id of a description that gives none. */
export const DEFAULT_API_ID = 'api';

/** Ids of the docs sets, with the default where none is configured. */
export function docsIds(config: unknown): readonly string[] {
  if (valueAt(config, 'docs') === undefined) return [DEFAULT_ID];
  return idsOf(config, 'docs', DEFAULT_ID);
}

/** Ids of docs sets and of OpenAPI descriptions are unique. */
export function checkIds(config: unknown): Problem[] {
  const kinds = [
    ['docs', DEFAULT_ID],
    ['openapi', DEFAULT_API_ID],
  ] as const;
  return kinds.flatMap(([key, byDefault]) =>
    duplicates(idsOf(config, key, byDefault)).map(({ index, first, value }) => {
      const written = stringAt(listAt(config, key)[index], 'id') !== undefined;
      const path = written ? [key, index, 'id'] : [key, index];
      const reason = `has the id "${value}" of ${key}[${first}]${written ? '' : ', because it gives none'}`;
      return valueProblem(path, reason);
    }),
  );
}

function idsOf(config: unknown, key: string, byDefault: string): string[] {
  return listAt(config, key).map((entry) => stringAt(entry, 'id') ?? byDefault);
}

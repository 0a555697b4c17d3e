import { type Problem, valueProblem } from '../problem.ts';
import { listAt, stringAt, valueAt } from '../read.ts';
import { duplicates } from './duplicates.ts';

const DEFAULT_ID = 'default';

/** Ids of the docs sets, with the default where none is configured. */
export function docsIds(config: unknown): readonly string[] {
  if (valueAt(config, 'docs') === undefined) return [DEFAULT_ID];
  return idsOf(config, 'docs');
}

/** Ids of docs sets and of OpenAPI descriptions are unique. */
export function checkIds(config: unknown): Problem[] {
  return ['docs', 'openapi'].flatMap((key) =>
    duplicates(idsOf(config, key)).map(({ index, first, value }) => {
      const written = stringAt(listAt(config, key)[index], 'id') !== undefined;
      const path = written ? [key, index, 'id'] : [key, index];
      const reason = `has the id "${value}" of ${key}[${first}]${written ? '' : ', because it gives none'}`;
      return valueProblem(path, reason);
    }),
  );
}

function idsOf(config: unknown, key: string): string[] {
  return listAt(config, key).map((entry) => stringAt(entry, 'id') ?? DEFAULT_ID);
}

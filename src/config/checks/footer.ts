import { type ConfigPath, printConfigPath } from '../config-path.ts';
import { missingProblem, type Problem, valueProblem } from '../problem.ts';
import { isRecord, listAt, valueAt } from '../read.ts';

const WAYS = ['to', 'href', 'html'] as const;

/** Each footer item has exactly one of `to`, `href` (with `label`) and `html`. */
export function checkFooter(config: unknown): Problem[] {
  return listAt(valueAt(config, 'footer'), 'links').flatMap((entry, index) => {
    const path = ['footer', 'links', index];
    if (valueAt(entry, 'items') === undefined) return checkItem(entry, path);
    return listAt(entry, 'items').flatMap((item, place) =>
      checkItem(item, [...path, 'items', place]),
    );
  });
}

function checkItem(item: unknown, path: ConfigPath): Problem[] {
  if (!isRecord(item)) return [];
  const [first, ...others] = WAYS.filter((key) => valueAt(item, key) !== undefined);
  if (first === undefined) {
    return [
      {
        code: 'config-missing',
        path,
        message: `${printConfigPath(path)} needs "to", "href" or "html"`,
      },
    ];
  }
  const surplus = first === 'html' && valueAt(item, 'label') !== undefined ? ['label'] : others;
  const problems = surplus.map(
    (key): Problem => ({
      ...valueProblem([...path, key], `cannot stand beside "${first}"`),
      at: 'key',
    }),
  );
  const lacksLabel = first !== 'html' && valueAt(item, 'label') === undefined;
  return lacksLabel
    ? [...problems, missingProblem(path, 'label', 'a link needs a text')]
    : problems;
}

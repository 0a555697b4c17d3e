import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The variables that the first rule of a style sheet declares. */
function declared(file: string): readonly string[] {
  const rule = /:root \{([^}]*)\}/.exec(read(`templates/styles/${file}`))?.[1] ?? '';
  return [...rule.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name = '']) => name);
}

it('the manual lists the variables that sites can set, and no others', () => {
  const page = read('manual/reference/css-variables.md');
  const rows = page.split('\n').filter((line) => line.startsWith('| `--'));
  const listed = rows.flatMap((row) => [...row.matchAll(/`(--[\w-]+)`/g)]).map(([, name]) => name);
  expect(listed.toSorted()).toEqual(
    [...declared('tokens.css'), ...declared('code.css')].toSorted(),
  );
});

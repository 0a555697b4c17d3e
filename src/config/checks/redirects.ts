import { toRoute } from '../../shared/paths.ts';
import { type Problem, valueProblem } from '../problem.ts';
import { listAt, stringAt } from '../read.ts';
import { duplicates } from './duplicates.ts';

/** Redirects start at different paths and lead elsewhere. */
export function checkRedirects(config: unknown): Problem[] {
  const redirects = listAt(config, 'redirects').map((redirect) => ({
    from: stringAt(redirect, 'from'),
    to: stringAt(redirect, 'to'),
  }));
  const sources = redirects.map(({ from }) => (from === undefined ? undefined : toRoute(from)));
  const repeated = duplicates(sources).map(({ index, first, value }) =>
    valueProblem(['redirects', index, 'from'], `repeats "${value}" of redirects[${first}]`),
  );
  const circles = redirects.flatMap(({ from, to }, index) => {
    if (from === undefined || to === undefined || !to.startsWith('/')) return [];
    if (toRoute(from) !== toRoute(to.replace(/[?#].*$/s, ''))) return [];
    return [
      valueProblem(['redirects', index, 'to'], `leads to where the redirect starts: "${from}"`),
    ];
  });
  return [...repeated, ...circles];
}

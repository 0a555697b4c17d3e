import { type Problem, valueProblem } from '../problem.ts';
import { valueAt } from '../read.ts';

export const DEFAULT_TOC = { min: 2, max: 3 } as const;

/**
 * The highest level of the table of contents is not below the deepest; a default moves along with
 * `min`.
 */
export function checkToc(config: unknown): Problem[] {
  const toc = valueAt(config, 'toc');
  const [min = DEFAULT_TOC.min, max] = [valueAt(toc, 'min'), valueAt(toc, 'max')];
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return [valueProblem(['toc', 'min'], `is ${min}, above toc.max (${max})`)];
}

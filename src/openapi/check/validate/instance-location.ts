import type { JsonValue } from '../../read/description.ts';
import type { Finding, Run, Spot } from './validation.ts';

/** No finding. */
export const NONE: readonly Finding[] = [];

const MAX_DEPTH = 200;

/** The whole value. */
export function start(run: Run, schema: JsonValue): Spot {
  return {
    run,
    parent: undefined,
    step: '',
    depth: 0,
    outermost: schema,
    evaluated: { keys: new Set(), items: new Set() },
  };
}

/** What stands in a value under a key or index. */
export function enter(parent: Spot, step: string | number, schema: JsonValue): Spot {
  return {
    run: parent.run,
    parent,
    step,
    depth: parent.depth,
    outermost: schema,
    evaluated: { keys: new Set(), items: new Set() },
  };
}

/** Takes one step; false where the budget is used up or a schema leads into itself without end. */
export function spend({ run, depth }: Spot): boolean {
  run.options.budget.left -= 1;
  if (run.options.budget.left < 0 || depth > MAX_DEPTH) run.unknown = true;
  return !run.unknown;
}

/** Makes a finding at a spot. */
export function finding(spot: Spot, problem: string, kind: Finding['kind'] = 'value'): Finding {
  const path: (string | number)[] = [];
  for (let at: Spot | undefined = spot; at?.parent !== undefined; at = at.parent)
    path.push(at.step);
  return { path: path.reverse(), problem, kind };
}

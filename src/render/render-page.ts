import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { hintForThrown } from '../diagnostics/thrown.ts';
import type { Route } from '../shared/paths.ts';

export interface RenderFailure {
  readonly route: Route;
  /** On one line. */
  readonly reason: string;
  /** Where it was thrown; else the React page that was rendered. */
  readonly location: Location | undefined;
}

/** A template that throws fails on many pages: reports each location and reason once. */
export function templateErrors(failures: readonly RenderFailure[]): readonly Diagnostic[] {
  const groups = new Map<string, RenderFailure[]>();
  for (const failure of failures) {
    const key = JSON.stringify([failure.location, failure.reason]);
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const message = `${first.reason} (thrown while ${first.route}${more} was rendered)`;
    const hint = hintForThrown(first.reason);
    return [diagnostic('template-error', { message, hint, location: first.location })];
  });
}

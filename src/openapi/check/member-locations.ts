import type { Location } from '../../diagnostics/diagnostic.ts';
import type { Check } from './check-context.ts';

/** Where an object begins: at the key that holds it, else at its first character. */
export function locateStart(check: Check, object: object): Location {
  const at = check.description.locateName(object);
  const { file, line, column } = at;
  return at.endLine === line ? at : { file, line, column };
}

/** A place as a message names it: `api.yaml:3`. */
export function lineOf({ file, line }: Location): string {
  return `${file}:${line}`;
}

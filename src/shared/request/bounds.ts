import { asNumber, type JsonObject } from '../json.ts';

/** A limit of a value. */
export interface Bound {
  /** The keyword that has it. */
  readonly key: string;
  readonly at: number;
  /** True if the number itself is outside. */
  readonly isOpen: boolean;
}

/**
 * Reads a limit such as `minimum` or `maxLength`: the stricter one of it and of `exclusiveMinimum`, which was a flag
 * beside it up to OpenAPI 3.0.
 */
export function boundOf(schema: JsonObject, key: string): Bound | undefined {
  const open = key.replace('m', 'exclusiveM');
  const closed = asNumber(schema[key]);
  const at = schema[open] === true ? closed : asNumber(schema[open]);
  const sign = key.startsWith('min') ? 1 : -1;
  if (at !== undefined && (closed === undefined || at * sign >= closed * sign))
    return { key: open, at, isOpen: true };
  return closed === undefined ? undefined : { key, at: closed, isOpen: false };
}

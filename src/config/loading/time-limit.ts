/** Ends code of a site that does not end itself, such as an endless loop. */
import { Script } from 'node:vm';

type Timed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false };

/** The time (s) that the code of a site has for a page. Tests set less. */
export const TIME_LIMIT = { seconds: 10 };

/** The message of an error for code that did not end. */
export const TIME_MESSAGE = `it does not end within ${TIME_LIMIT.seconds} seconds`;

/** The time (s) for each of the others after code that did not end, so that the process can be interrupted soon. */
const SECONDS_AFTER = 2;
let hasFailed = false;

const SLOT = 'docwright.timed';
const CALL = new Script(`globalThis[Symbol.for('${SLOT}')]()`);

/** Calls a function, which must be synchronous; ends it, whatever it does, after a time. Passes on what it throws. */
export function withinTime<Value>(run: () => Value, seconds = TIME_LIMIT.seconds): Timed<Value> {
  let value: { readonly of: Value } | undefined;
  const key = Symbol.for(SLOT);
  const before: unknown = Reflect.get(globalThis, key);
  Reflect.set(globalThis, key, () => {
    value = { of: run() };
  });
  try {
    const limit = hasFailed ? Math.min(seconds, SECONDS_AFTER) : seconds;
    // With `breakOnSigint`, an interrupt between two calls is lost: Node removes the handlers for each.
    CALL.runInThisContext({ timeout: limit * 1000, displayErrors: false });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    hasFailed = true;
    return { ok: false };
  } finally {
    Reflect.set(globalThis, key, before);
  }
  if (value === undefined) throw new Error('the function was not called');
  return { ok: true, value: value.of };
}

/** Calls a function that must end in time; throws if it does not. */
export function endingInTime<Value>(run: () => Value): Value {
  const timed = withinTime(run);
  if (timed.ok) return timed.value;
  throw new Error(TIME_MESSAGE);
}

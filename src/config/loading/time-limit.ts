/** Ends code of a site that does not end itself, such as an endless loop. */
import { Script } from 'node:vm';

type Timed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `interrupted`: by the interrupt that the process gets when the caller returns. */
  | { readonly ok: false; readonly reason: 'time' | 'interrupted' };

/** The time (s) that the code of a site has for a page. Tests set less. */
export const TIME_LIMIT = { seconds: 10 };

/** The message of an error for code that did not end. */
export const TIME_MESSAGE = `it does not end within ${TIME_LIMIT.seconds} seconds`;

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
    CALL.runInThisContext({ timeout: seconds * 1000, breakOnSigint: true, displayErrors: false });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { ok: false, reason: 'time' };
    if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw cause;
    // The handlers of the process did not see it.
    process.kill(process.pid, 'SIGINT');
    return { ok: false, reason: 'interrupted' };
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
  throw new Error(timed.reason === 'time' ? TIME_MESSAGE : 'it was interrupted');
}

import { isRecord } from '../problem.ts';

/** The outcome of running a configuration module. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'no-default'; readonly names: readonly string[] }
  | { readonly kind: 'thrown'; readonly error: unknown }
  /** The module called `process.exit`; the error has the location. */
  | { readonly kind: 'exit'; readonly error: Error }
  /** The module waits for something that never happens. */
  | { readonly kind: 'stuck' };

/**
 * Imports a module and copies its default export; `calls` calls it if it is a function. `process.exit` and uncaught
 * errors end only the module.
 */
export async function runModule(url: string, { calls = true } = {}): Promise<Outcome> {
  let settle: (outcome: Outcome) => void = () => undefined;
  // The first event that would have ended the process.
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const onError = (error: unknown) => settle({ kind: 'thrown', error });
  const onDry = () => settle({ kind: 'stuck' });
  process.on('uncaughtException', onError);
  process.on('beforeExit', onDry);
  const restoreExit = guardExit((error) => settle({ kind: 'exit', error }));
  try {
    return await Promise.race([outcome, takeDefault(url, calls)]);
  } finally {
    restoreExit();
    process.off('uncaughtException', onError);
    process.off('beforeExit', onDry);
  }
}

async function takeDefault(url: string, calls: boolean): Promise<Outcome> {
  try {
    const loaded: unknown = await import(url);
    if (typeof loaded !== 'object' || loaded === null || !('default' in loaded))
      return { kind: 'no-default', names: Object.keys(loaded ?? {}) };
    const exported: unknown = loaded.default;
    const value: unknown = await (calls && isCallable(exported) ? exported() : exported);
    const outcome = { kind: 'value', value: snapshot(value) } as const;
    // Node reports an unhandled rejection only when no promise is left to settle.
    await new Promise((resolve) => setImmediate(resolve));
    return outcome;
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

function isCallable(value: unknown): value is () => unknown {
  return typeof value === 'function' && !/^class\b/.test(String(value));
}

/** Makes `process.exit` throw; returns a function that restores it. */
export function guardExit(onExit: (error: Error) => void): () => void {
  const real = process.exit;
  let active = true;
  const guard = (code?: number | string | null): never => {
    // Another guard may have replaced this one and kept it as the function to restore.
    if (!active) return real(code);
    const error = new Error('process.exit was called');
    onExit(error);
    throw error;
  };
  process.exit = guard;
  return () => {
    active = false;
    if (process.exit === guard) process.exit = real;
  };
}

/** Copies arrays and records, which may be circular, so that each getter is read exactly once. */
function snapshot(value: unknown, copies = new Map<unknown, unknown>()): unknown {
  if (copies.has(value)) return copies.get(value);
  if (!Array.isArray(value) && !isRecord(value)) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    const member = { value: snapshot(item, copies), enumerable: true, writable: true };
    // Assigning to `__proto__` would not create a key.
    Object.defineProperty(copy, key, { ...member, configurable: true });
  }
  return copy;
}

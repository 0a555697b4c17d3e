import { endingInTime } from '../../config/loading/time-limit.ts';
import { messageOfError } from '../../config/loading/error-location.ts';
import type { LoadedPlugin, PluginContext } from '../../config/plugins.ts';
import { hintForThrown } from '../../diagnostics/thrown.ts';

/** A point of a plug-in, such as `blocks.chart`. */
export interface PluginPoint {
  readonly plugin: Pick<LoadedPlugin, 'name' | 'version'>;
  readonly point: string;
}

export type PluginResult<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `message` names the plug-in and the point. */
  | { readonly ok: false; readonly message: string };

/** The input of a call as text: what it is made of, and the place in a file, which it may ask. */
export interface CallInput {
  readonly key: string;
  readonly place?: string;
  /** Gets the id of each result that is looked up, and the files that the function reads. */
  readonly ids?: Set<string>;
  readonly files?: Set<string>;
}

/**
 * Calls a function that may return a promise: the result is undefined until that is settled. `run` notes in `noted` whether
 * the function has read the place.
 */
export type CallFunction = (
  point: PluginPoint,
  input: CallInput,
  run: (context: PluginContext, noted: { place: boolean }) => unknown,
) => PluginResult<unknown> | undefined;

/** Calls a function whose result must not be a promise. */
export const callNow: CallFunction = (point, _, run) =>
  callPlugin(point, () => endingInTime(() => run(NO_FILES, { place: false })));

const NO_FILES: PluginContext = {
  read: {
    file: (path) => {
      throw new Error(`"${path}" cannot be read here`);
    },
    json: () => undefined,
    list: () => [],
  },
  collection: () => [],
};

/** Calls a function of a plug-in. Anything that it throws is a result. */
export function callPlugin<Value>(point: PluginPoint, run: () => Value): PluginResult<Value> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    return { ok: false, message: `${nameOf(point)} throws: ${messageOfError(error)}` };
  }
}

/** The message for a result of the wrong type. */
export function wrongResult(point: PluginPoint, value: unknown, expected: string): string {
  const given = value instanceof Promise ? 'a promise' : value === null ? 'null' : typeof value;
  return `${nameOf(point)} returns ${given}, expected ${expected}`;
}

/** A hint for a message of `callPlugin` or `wrongResult`. */
export function hintForPlugin(message: string): string {
  const [, expected] = / returns .+, expected (.+?)(?::|$)/.exec(message) ?? [];
  if (expected === undefined) return hintForThrown(message);
  return expected.includes('HTML')
    ? "return a text, such as '<p>…</p>'"
    : "return a list: [{ tag: 'meta', attributes: { name: 'author', content: 'Acme' } }]";
}

export function nameOf({ plugin: { name, version }, point }: PluginPoint): string {
  return `the plug-in "${name}"${version === undefined ? '' : ` ${version}`} (${point})`;
}

import { messageOfError } from '../../config/loading/error-location.ts';
import type { LoadedPlugin } from '../../config/plugins.ts';
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
  if (message.includes(' returns a promise'))
    return 'return the result itself: await what it needs in site.config.ts, before defining the plug-in';
  const [, expected] = / returns .+, expected (.+?)(?::|$)/.exec(message) ?? [];
  if (expected === undefined) return hintForThrown(message);
  return expected.includes('HTML')
    ? "return a text, such as '<p>…</p>'"
    : "return a list: [{ tag: 'meta', attributes: { name: 'author', content: 'Acme' } }]";
}

export function nameOf({ plugin: { name, version }, point }: PluginPoint): string {
  return `the plug-in "${name}"${version === undefined ? '' : ` ${version}`} (${point})`;
}

import { expect } from 'vitest';
import type { Engine } from './engine.ts';

/** Keys that are no characters, as in WebDriver. */
export const KEYS = {
  tab: '\uE004',
  enter: '\uE007',
  escape: '\uE00C',
  right: '\uE014',
  control: '\uE009',
} as const;

/** A reader in front of an engine. */
export interface EngineReader {
  readonly open: (path: string) => Promise<void>;
  /** The result of a function in the page; `values` are its arguments. */
  readonly read: <Values extends readonly unknown[]>(
    page: (...values: Values) => unknown,
    ...values: Values
  ) => Promise<unknown>;
  /** Waits until a function in the page gives a value. */
  readonly shows: <Values extends readonly unknown[]>(
    value: unknown,
    page: (...values: Values) => unknown,
    ...values: Values
  ) => Promise<void>;
  /** Clicks on the middle of an element. */
  readonly click: (selector: string) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Presses a key while another one is held. */
  readonly chord: (held: string, key: string) => Promise<void>;
  readonly resize: Engine['resize'];
}

export function engineReader(engine: Engine, origin: string): EngineReader {
  const read: EngineReader['read'] = (page, ...values) =>
    engine.evaluate(`(${page})(...${JSON.stringify(values)})`);
  const keys = (actions: readonly object[]): Promise<void> =>
    engine.perform([{ type: 'key', id: 'keys', actions }]);
  return {
    open: (path) => engine.navigate(new URL(path, origin).href),
    read,
    shows: (value, page, ...values) =>
      expect.poll(() => read(page, ...values), { timeout: 15_000 }).toEqual(value),
    click: async (selector) => {
      const place = (wanted: string): unknown => {
        const element = document.querySelector(wanted);
        element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        return width === 0 ? [] : [Math.round(left + width / 2), Math.round(top + height / 2)];
      };
      await expect.poll(() => read(place, selector), { message: selector }).toHaveLength(2);
      const at: unknown = await read(place, selector);
      const [x, y] = Array.isArray(at) ? at.map(Number) : [];
      const actions = [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: 'mouse' };
      await engine.perform([{ type: 'pointer', id: 'mouse', parameters, actions }]);
    },
    press: (...pressed) =>
      keys(
        pressed.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    chord: (held, value) =>
      keys([
        { type: 'keyDown', value: held },
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        { type: 'keyUp', value: held },
      ]),
    resize: engine.resize,
  };
}

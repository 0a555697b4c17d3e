import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.hotkeys';
const OFF = 'off';

/** The reader's switch for the shortcuts (WCAG 2.1.4), remembered. */
export interface HotkeySwitch {
  readonly isOn: () => boolean;
  readonly set: (on: boolean) => void;
}

export function createHotkeySwitch(storage: () => Storage): HotkeySwitch {
  let on = readStored(storage, KEY) !== OFF;
  return {
    isOn: () => on,
    set: (next) => {
      on = next;
      writeStored(storage, KEY, next ? 'on' : OFF);
    },
  };
}

type KeyFacts = Readonly<
  Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>
>;

/** True for Ctrl or Cmd with K, and for `/` without them (D8). Shift counts only for what it makes of a key. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyFacts): boolean {
  if (isComposing || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && ctrlKey !== metaKey;
  return key === '/';
}

/** True where what is typed is taken as text. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** How the shortcuts are written on the reader's keyboard. */
export function printKeys(platform: string): { readonly open: string; readonly slash: string } {
  return { open: /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K', slash: '/' };
}

import { useSyncExternalStore } from 'react';
import { type ColorMode, chooseMode, shownMode, watchMode } from '../app/color-mode.ts';

export interface ColorModeValue {
  /** Undefined until the page is alive: the HTML is the same for every reader. */
  readonly mode: ColorMode | undefined;
  /** Shows a mode and remembers it. */
  readonly choose: (mode: ColorMode) => void;
}

/** The mode that the page is shown in, and how to change it. */
export function useColorMode(): ColorModeValue {
  return { mode: useSyncExternalStore(watchMode, shownMode, unknownMode), choose: chooseMode };
}

function unknownMode(): undefined {
  return undefined;
}

import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as theme from './theme.ts';

/** Where the scripts of React pages find what the app has loaded already; the build writes the look-ups. */
export const SHARED_MODULES = 'docwright:modules';

/** Shares React and the theme with the scripts of React pages: one copy, in one file. */
export function shareModules(): void {
  Reflect.set(globalThis, Symbol.for(SHARED_MODULES), {
    react,
    'react/jsx-runtime': jsxRuntime,
    'docwright/theme': theme,
  });
}

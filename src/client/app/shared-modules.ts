import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** Shares React and the theme with the scripts of React pages; the build generates the lookups. */
export function shareModules(theme: object): void {
  Reflect.set(globalThis, Symbol.for('docwright:modules'), {
    react,
    'react/jsx-runtime': jsxRuntime,
    'docwright/theme': theme,
  });
}

import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';

/** Shares React and the theme with the scripts of React pages and islands; the build generates the lookups. */
export function shareModules(theme: object): void {
  Reflect.set(globalThis, Symbol.for('docwright:modules'), {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
    'docwright/theme': theme,
  });
}

import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { trustOf } from './trusted-html.ts';

/** Shares React with the scripts of islands and of the search dialog; the build generates the lookups. Creates the policy for `useHtml`. */
export function shareModules(): void {
  trustOf(window, new URL('.', import.meta.url));
  Reflect.set(globalThis, Symbol.for('docwright:modules'), {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
  });
}

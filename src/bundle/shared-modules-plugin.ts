import type { Plugin } from 'esbuild';

const NAMESPACE = 'shared';
const JSX = 'react/jsx-runtime';

/** Answers imports of what the app shares with a look-up in its registry (`src/client/app/shared-modules.ts`). */
export function sharedModulesPlugin(): Plugin {
  return {
    name: 'docwright-shared-modules',
    setup(build) {
      build.onResolve(
        { filter: /^(?:react|react\/jsx-runtime|docwright\/theme)$/ },
        ({ path }) => ({
          path,
          namespace: NAMESPACE,
        }),
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: path === JSX ? jsxSource() : `module.exports = ${registered(path)};`,
        loader: 'js',
      }));
    },
  };
}

function registered(path: string): string {
  return `globalThis[Symbol.for('docwright:modules')][${JSON.stringify(path)}]`;
}

/** Its names are known, so that scripts call them without the detour that other modules need. */
function jsxSource(): string {
  return `export const { jsx, jsxs, Fragment } = ${registered(JSX)};`;
}

/** What the renderer requires from the one copy of React that this process has. */
export const HOST_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/server',
] as const;

/** Leaves imports of React to what loads the module. */
export function hostModulesPlugin(): Plugin {
  const names = new Set<string>(HOST_MODULES);
  return {
    name: 'docwright-host-modules',
    setup(build) {
      build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) =>
        names.has(path) ? { path, external: true } : undefined,
      );
    },
  };
}

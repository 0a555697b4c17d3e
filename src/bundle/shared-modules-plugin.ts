import type { Plugin } from 'esbuild';

const NAMESPACE = 'shared';
const JSX = 'react/jsx-runtime';

/** Replaces imports of modules that the script with React shares by lookups in its registry (`src/client/app/shared-modules.ts`). */
export function sharedModulesPlugin(): Plugin {
  return {
    name: 'docwright-shared-modules',
    setup(build) {
      build.onResolve(
        { filter: /^(?:react|react\/jsx-runtime|react-dom|react-dom\/client)$/ },
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

/** The JSX runtime with static exports, which scripts call without the detour of other shared modules. */
function jsxSource(): string {
  return `export const { jsx, jsxs, Fragment } = ${registered(JSX)};`;
}

/** The modules that the renderer requires from this process, so that there is one copy of React. */
export const HOST_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/server',
  'docwright/components',
] as const;

/** Leaves imports of React to the host. */
export function hostModulesPlugin(): Plugin {
  const names = new Set<string>(HOST_MODULES);
  return {
    name: 'docwright-host-modules',
    setup(build) {
      build.onResolve(
        { filter: /^(?:react(?:-dom)?(?:\/|$)|docwright\/components$)/ },
        ({ path }) => (names.has(path) ? { path, external: true } : undefined),
      );
    },
  };
}

import type { Plugin } from 'esbuild';

const NAMESPACE = 'shared';

/** Replaces imports of modules that the script with React shares by lookups in its registry (`src/client/app/shared-modules.ts`). */
export function sharedModulesPlugin(): Plugin {
  return {
    name: 'docwright-shared-modules',
    setup(build) {
      const filter = /^(?:react|react\/jsx-runtime|react-dom|react-dom\/client)$/;
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: NAMESPACE }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
        const registered = `globalThis[Symbol.for('docwright:modules')][${JSON.stringify(path)}]`;
        // The JSX runtime has static exports, which scripts call without the detour of other shared modules.
        const contents =
          path === 'react/jsx-runtime'
            ? `export const { jsx, jsxs, Fragment } = ${registered};`
            : `module.exports = ${registered};`;
        return { contents, loader: 'js' };
      });
    },
  };
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

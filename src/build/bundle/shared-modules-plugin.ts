import type { Plugin } from 'esbuild';

const NAMESPACE = 'shared';

/** Answers imports of what the app shares with a look-up in its registry (`src/client/shared-modules.ts`). */
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
        contents: `module.exports = globalThis[Symbol.for('docwright:modules')][${JSON.stringify(path)}];`,
        loader: 'js',
      }));
    },
  };
}

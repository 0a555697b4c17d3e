/** The runtime of JSX that is HTML, for esbuild: a site imports it from the package. */
export const HTML_ALIAS = {
  'docwright/html/jsx-runtime': './src/shared/jsx-runtime.ts',
  'docwright/html': './src/shared/jsx-runtime.ts',
};

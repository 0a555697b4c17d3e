import { describe, expect, it } from 'vitest';
import { importProblem } from '../../../scripts/layer-rules.ts';

const problem = (from: string, specifier: string) => importProblem({ from, specifier });

describe('importProblem', () => {
  it.each([
    ['src/shared/page.ts', './paths.ts'],
    ['src/shared/search/query.ts', '../paths.ts'],
    ['src/diagnostics/create.ts', '../shared/paths.ts'],
    ['src/config/load.ts', '../diagnostics/create.ts'],
    ['src/config/load.ts', 'node:fs'],
    ['src/build/types.ts', '../config/types.ts'],
    ['src/build/parse/doc.ts', '../types.ts'],
    ['src/build/parse/doc.ts', './inline/link.ts'],
    ['src/build/parse/inline/link.ts', '../doc.ts'],
    ['src/build/pipeline.ts', './parse/doc.ts'],
    ['src/build/build.ts', './pipeline.ts'],
    ['src/build/check-search.ts', './relevance/measure.ts'],
    ['src/build/relevance/site-search.ts', '../../shared/search/engine.ts'],
    ['src/dev/server.ts', '../build/pipeline.ts'],
    ['src/cli/main.ts', '../index.ts'],
    ['src/client/entry.ts', '../shared/page.ts'],
    ['src/client/entry.ts', 'react-dom/client'],
    ['src/client/theme.ts', './theme/Link.tsx'],
    ['templates/Layout.tsx', './Navbar.tsx'],
    ['templates/Layout.tsx', 'docwright/theme'],
    ['templates/Layout.tsx', 'react'],
  ])('allows %s to import %s', (from, specifier) => {
    expect(problem(from, specifier)).toBeUndefined();
  });

  it.each([
    ['src/shared/page.ts', '../diagnostics/create.ts', 'shared may not import diagnostics'],
    ['src/shared/page.ts', 'node:fs', 'shared runs in the browser'],
    ['src/shared/page.ts', 'lunr', 'shared may import no package'],
    ['src/shared/search/query.ts', 'react', 'search may import no package'],
    ['src/shared/page.ts', './search/query.ts', 'shared may not import search'],
    ['src/diagnostics/create.ts', '../config/types.ts', 'diagnostics may not import config'],
    ['src/config/load.ts', '../build/types.ts', 'config may not import build'],
    ['src/build/types.ts', './parse/doc.ts', 'build may not import stage'],
    ['src/build/parse/doc.ts', '../graph/graph.ts', 'a stage imports no other stage'],
    ['src/build/parse/doc.ts', '../pipeline.ts', 'stage may not import pipeline'],
    ['src/build/bundle/entry.ts', '../../client/entry.ts', 'stage may not import client'],
    ['src/build/pipeline.ts', '../dev/server.ts', 'pipeline may not import dev'],
    ['src/index.ts', './cli/main.ts', 'index may not import cli'],
    ['src/client/entry.ts', '../build/types.ts', 'client may not import build'],
    ['src/client/router.ts', './theme.ts', 'client may not import theme'],
    ['src/client/router.ts', 'fs', 'client runs in the browser'],
    ['src/cli/main.ts', 'docwright', 'src imports itself by path'],
    ['src/cli/main.ts', '../../scripts/browser.mjs', 'it lies outside src and templates'],
    ['templates/Layout.tsx', '../src/client/theme.ts', 'templates may not import theme'],
    [
      'templates/Layout.tsx',
      'lunr',
      'templates may import react, react/jsx-runtime, docwright/theme',
    ],
  ])('keeps %s from importing %s', (from, specifier, reason) => {
    expect(problem(from, specifier)).toBe(reason);
  });

  it('leaves files outside the layers alone', () => {
    expect(problem('test/unit/x.test.ts', '../../src/index.ts')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { importProblem } from '../../../scripts/layer-rules.ts';

const problem = (from: string, specifier: string) => importProblem({ from, specifier });

describe('importProblem', () => {
  it.each([
    ['src/shared/page.ts', './paths.ts'],
    ['src/search/query/engine.ts', '../../shared/paths.ts'],
    ['src/diagnostics/diagnostic.ts', '../shared/paths.ts'],
    ['src/config/load.ts', '../diagnostics/diagnostic.ts'],
    ['src/config/load.ts', 'node:fs'],
    ['src/content/discover.ts', '../config/site-config.ts'],
    ['src/config/find-dialect.ts', '../dialects/dialects.ts'],
    ['src/dialects/starlight/starlight.ts', '../../content/yaml/values.ts'],
    ['src/dialects/mdbook/syntax.ts', '../../markdown/blocks/directive.ts'],
    ['src/markdown/parse-doc.ts', '../dialects/syntaxes.ts'],
    ['src/markdown/parse-doc.ts', '../content/source-file.ts'],
    ['src/markdown/parse-doc.ts', './blocks/tabs.ts'],
    ['src/markdown/blocks/tabs.ts', '../parse-doc.ts'],
    ['src/site/graph.ts', '../openapi/outline.ts'],
    ['src/links/select-findings.ts', '../site/graph-types.ts'],
    ['src/search/evaluate/measure.ts', '../query/engine.ts'],
    ['src/pipeline/produce.ts', '../links/select-findings.ts'],
    ['src/dev/dev.ts', '../pipeline/produce.ts'],
    ['src/dev/dev.ts', '../server/listen.ts'],
    ['src/cli/main.ts', '../index.ts'],
    ['src/client/app/app.tsx', '../../shared/page.ts'],
    ['src/client/search/worker.ts', '../../search/query/engine.ts'],
    ['src/client/app/app.tsx', 'react-dom/client'],
    ['src/client/theme.ts', './theme/Link.tsx'],
    ['templates/Layout.tsx', './Navbar.tsx'],
    ['templates/Layout.tsx', 'docwright/theme'],
    ['templates/Layout.tsx', 'react'],
  ])('allows %s to import %s', (from, specifier) => {
    expect(problem(from, specifier)).toBeUndefined();
  });

  it.each([
    ['src/shared/page.ts', '../diagnostics/diagnostic.ts', 'shared may not import diagnostics'],
    ['src/shared/page.ts', 'node:fs', 'shared runs in the browser'],
    ['src/shared/page.ts', 'lunr', 'shared may import no package'],
    ['src/search/query/engine.ts', 'react', 'query may import lunr'],
    ['src/search/query/engine.ts', '../index/weights.ts', 'query may not import search'],
    ['src/shared/page.ts', '../search/query/engine.ts', 'shared may not import query'],
    ['src/diagnostics/codes.ts', '../config/load.ts', 'diagnostics may not import config'],
    ['src/config/load.ts', '../content/discover.ts', 'config may not import content'],
    ['src/dialects/mdbook/mdbook.ts', './syntax.ts', 'dialects may not import markdown'],
    [
      'src/dialects/starlight/starlight.ts',
      '../../content/landing.ts',
      'dialects may not import content',
    ],
    ['src/dialects/mdbook/syntax.ts', '../../site/graph.ts', 'markdown may not import site'],
    ['src/markdown/parse-doc.ts', '../openapi/outline.ts', 'markdown may not import openapi'],
    ['src/openapi/outline.ts', '../site/graph.ts', 'openapi may not import site'],
    ['src/links/select-findings.ts', '../search/index/weights.ts', 'links may not import search'],
    ['src/site/graph.ts', '../pipeline/produce.ts', 'site may not import pipeline'],
    ['src/bundle/run-job.ts', '../client/app/app.tsx', 'bundle may not import client'],
    ['src/pipeline/produce.ts', '../dev/dev.ts', 'pipeline may not import dev'],
    ['src/server/listen.ts', '../dev/dev.ts', 'server may not import dev'],
    ['src/index.ts', './cli/main.ts', 'index may not import cli'],
    ['src/client/app/app.tsx', '../../site/graph.ts', 'client may not import site'],
    ['src/client/navigation/router.ts', '../theme.ts', 'client may not import theme'],
    ['src/client/navigation/router.ts', 'fs', 'client runs in the browser'],
    ['src/cli/main.ts', 'docwright', 'src imports itself by path'],
    ['src/cli/main.ts', '../../scripts/browser.mjs', 'it lies outside src and templates'],
    ['templates/Layout.tsx', '../src/client/theme.ts', 'templates may not import theme'],
    [
      'templates/Layout.tsx',
      'lunr',
      'templates may import react, react/jsx-runtime, docwright/components, docwright/theme',
    ],
  ])('keeps %s from importing %s', (from, specifier, reason) => {
    expect(problem(from, specifier)).toBe(reason);
  });

  it('leaves files outside the layers alone', () => {
    expect(problem('test/unit/x.test.ts', '../../src/index.ts')).toBeUndefined();
  });
});

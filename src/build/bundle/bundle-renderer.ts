import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { diagnostic } from '../../diagnostics/create.ts';
import { messageOfError, placesOfError } from '../../config/loading/error-place.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import type { PageInput } from '../../shared/page.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { ReactPageMeta, SourceFile } from '../types.ts';
import { bundleDiagnostics, siteFile } from './esbuild-diagnostics.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { resolvePlugin, templateFile } from './resolve-plugin.ts';

/** The templates and React pages of a site, compiled and loaded. */
export interface Renderer {
  /** Renders the layout to HTML; `file` names the React page whose component is the content. Throws what a template throws. */
  readonly render: (input: PageInput, file?: FilePath) => string;
  readonly pageMeta: (file: FilePath) => ReactPageMeta;
  /** Where in the site's files an error was thrown; undefined where it was thrown elsewhere. */
  readonly placeOf: (cause: unknown) => Location | undefined;
}

/** What stack traces call the compiled module. */
export const MODULE_NAME = 'docwright-renderer.cjs';

interface RendererInput {
  /** URL of the assets folder, without a final slash. */
  readonly assetsUrl: string;
  readonly siteDir: string;
  readonly templatesDir: string;
  readonly reactPages: readonly SourceFile[];
}

export interface BundledRenderer {
  readonly renderer: Renderer | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles templates and React pages into one module and loads it. */
export async function bundleRenderer(input: RendererInput): Promise<BundledRenderer> {
  try {
    return load(await compile(input), input);
  } catch (cause) {
    return { renderer: undefined, diagnostics: bundleDiagnostics(cause, input.siteDir) };
  }
}

interface Compiled {
  readonly code: string;
  /** Source map, as JSON. */
  readonly map: string;
}

async function compile(input: RendererInput): Promise<Compiled> {
  const result = await build({
    stdin: {
      contents: entrySource(input),
      resolveDir: PACKAGE_ROOT,
      sourcefile: 'renderer.tsx',
      loader: 'tsx',
    },
    absWorkingDir: input.siteDir,
    bundle: true,
    // Files that templates import have the same address in the HTML as in the scripts.
    outdir: join(input.siteDir, 'assets'),
    publicPath: input.assetsUrl,
    assetNames: '[name]-[hash]',
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [resolvePlugin(input)],
    logLevel: 'silent',
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
  });
  const output = (ending: string): string =>
    result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { code: output('.js'), map: output('.js.map') };
}

function entrySource({ templatesDir, reactPages }: RendererInput): string {
  const imports = reactPages.map(
    ({ absolute }, index) => `import * as page${index} from ${JSON.stringify(absolute)};`,
  );
  const table = reactPages.map(({ file }, index) => `[${JSON.stringify(file)}, page${index}]`);
  return `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { PageProvider } from 'docwright/theme';
import { Layout } from ${JSON.stringify(templateFile(templatesDir, 'Layout.tsx'))};
${imports.join('\n')}
export const pages = new Map([${table.join(', ')}]);
export function render(input, file) {
  const page = file === undefined ? undefined : pages.get(file);
  const content = page === undefined ? undefined : createElement(page.default);
  return renderToString(createElement(PageProvider, { input }, createElement(Layout, input, content)));
}
`;
}

interface PageModule {
  readonly default?: unknown;
  readonly meta?: unknown;
}

/** What the compiled entry exports; its source is `entrySource`. */
interface RendererModule {
  readonly pages: ReadonlyMap<string, PageModule>;
  readonly render: Renderer['render'];
}

function load({ code, map }: Compiled, input: RendererInput): BundledRenderer {
  const placeOf = (cause: unknown): Location | undefined => sitePlace(cause, map);
  const module: { exports: unknown } = { exports: {} };
  try {
    const run = compileFunction(code, ['module', 'exports', 'require'], {
      filename: MODULE_NAME,
    });
    run(module, module.exports, createRequire(`${PACKAGE_ROOT}package.json`));
  } catch (cause) {
    const message = `a template or React page throws while it is loaded: ${messageOfError(cause)}`;
    const problem = diagnostic('template-error', { message, location: placeOf(cause) });
    return { renderer: undefined, diagnostics: [problem] };
  }
  // The module's shape is fixed by entrySource above.
  const { pages, render } = module.exports as RendererModule;
  const problems = input.reactPages.flatMap((source) =>
    pageProblems(source, pages.get(source.file)),
  );
  return {
    renderer: { render, placeOf, pageMeta: (file) => readMeta(pages.get(file)?.meta) },
    diagnostics: problems,
  };
}

/** The innermost place in the site's own files that an error came through, or what caused it. */
function sitePlace(error: unknown, map: string): Location | undefined {
  for (const cause of withCauses(error).toReversed()) {
    for (const { source, line, column } of placesOfError(cause, MODULE_NAME, map)) {
      const file = siteFile(source);
      if (file !== undefined) return { file, line, column };
    }
  }
  return undefined;
}

function withCauses(error: unknown): readonly unknown[] {
  const chain = new Set<unknown>();
  for (let cause = error; cause !== undefined && !chain.has(cause); ) {
    chain.add(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [...chain];
}

function pageProblems(source: SourceFile, page: PageModule | undefined): readonly Diagnostic[] {
  if (typeof page?.default === 'function') return [];
  return [
    diagnostic('page-module', {
      message: `the React page ${source.file} has no component as its default export`,
      location: { file: source.file, line: 1, column: 1 },
      hint: 'write `export default function Page() { … }`',
    }),
  ];
}

function readMeta(meta: unknown): ReactPageMeta {
  const record: Record<string, unknown> =
    typeof meta === 'object' && meta !== null ? { ...meta } : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    title: text(record['title']),
    description: text(record['description']),
    unlisted: record['unlisted'] === true,
  };
}

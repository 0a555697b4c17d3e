import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type OutputFile as BuiltFile, type Metafile } from 'esbuild';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  type AddressStyle,
  type FilePath,
  printFile,
  toFilePath,
  toOutputPath,
  type Url,
} from '../../shared/paths.ts';
import type { OutputFile, SourceFile } from '../types.ts';
import { bundleDiagnostics } from './esbuild-diagnostics.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { resolvePlugin, templateFile } from './resolve-plugin.ts';

/** A script or style sheet as the page refers to it; `integrity` is a Subresource Integrity value. */
export interface ClientAsset {
  readonly href: Url;
  readonly integrity: string;
}

/** What the browser loads. */
export interface ClientBundle {
  readonly files: readonly OutputFile[];
  readonly script: ClientAsset;
  readonly styles: ClientAsset;
  /** The script of each React page. */
  readonly pageEntries: ReadonlyMap<FilePath, ClientAsset>;
}

export interface ClientInput {
  readonly siteDir: string;
  readonly templatesDir: string;
  readonly reactPages: readonly SourceFile[];
  readonly style: AddressStyle;
  /** Rules that the configuration asks for. */
  readonly css: string;
}

export interface BundledClient {
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const SCRIPT = 'client';
const STYLES = 'styles';

/** Bundles the client's scripts (split, hashed) and the one style sheet. */
export async function bundleClient(input: ClientInput): Promise<BundledClient> {
  try {
    const result = await build({
      entryPoints: {
        [SCRIPT]: join(PACKAGE_ROOT, 'src/client/entry.ts'),
        [STYLES]: 'docwright-entry:styles',
        ...pageEntryPoints(input),
      },
      absWorkingDir: input.siteDir,
      outdir: join(input.siteDir, 'assets'),
      bundle: true,
      splitting: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      target: ['es2022'],
      entryNames: '[name]-[hash]',
      chunkNames: 'chunk-[hash]',
      assetNames: '[name]-[hash]',
      publicPath: `${input.style.baseUrl}assets`,
      jsx: 'automatic',
      tsconfigRaw: '{}',
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.jpg': 'file', '.webp': 'file' },
      plugins: [resolvePlugin(input.templatesDir), entryPlugin(input)],
      logLevel: 'silent',
      legalComments: 'none',
    });
    return readBundle(result, input);
  } catch (cause) {
    return { client: undefined, diagnostics: bundleDiagnostics(cause, input.siteDir) };
  }
}

function pageEntryPoints({ reactPages }: ClientInput): Record<string, string> {
  return Object.fromEntries(
    reactPages.map((_, index) => [`page-${index}`, `docwright-entry:${index}`]),
  );
}

/** The entries that no file stands for: the style sheet, and one module for each React page. */
function entryPlugin(input: ClientInput): import('esbuild').Plugin {
  return {
    name: 'docwright-entries',
    setup(plugin) {
      plugin.onResolve({ filter: /^docwright-entry:/ }, ({ path }) => ({
        path: path.slice('docwright-entry:'.length),
        namespace: 'docwright-entry',
      }));
      plugin.onLoad({ filter: /.*/, namespace: 'docwright-entry' }, ({ path }) =>
        path === STYLES
          ? { contents: stylesSource(input), loader: 'css', resolveDir: PACKAGE_ROOT }
          : { contents: pageSource(input, Number(path)), loader: 'tsx', resolveDir: PACKAGE_ROOT },
      );
    },
  };
}

/** The theme's style sheet, the rules from the configuration, then the site's own `templates/styles.css`. */
function stylesSource({ templatesDir, css }: ClientInput): string {
  const own = join(templatesDir, 'styles.css');
  const imports = [
    templateFile(templatesDir, 'styles/index.css'),
    `data:text/css,${encodeURIComponent(css)}`,
  ];
  if (existsSync(own)) imports.push(own);
  return imports.map((file) => `@import ${JSON.stringify(file)};`).join('\n');
}

function pageSource({ reactPages }: ClientInput, index: number): string {
  return `
import Page from ${JSON.stringify(reactPages[index]?.absolute)};
import { hydratePage } from ${JSON.stringify(join(PACKAGE_ROOT, 'src/client/hydrate-page.tsx'))};
hydratePage(Page);
`;
}

interface BuildOutput {
  readonly outputFiles: readonly BuiltFile[];
  readonly metafile: Metafile;
}

function readBundle({ outputFiles, metafile }: BuildOutput, input: ClientInput): BundledClient {
  const assets = new Map(
    outputFiles.map((file) => [toFilePath(relative(input.siteDir, file.path)), file]),
  );
  const entry = (name: string): ClientAsset | undefined => {
    const output = Object.entries(metafile.outputs).find(
      ([, { entryPoint }]) => entryPoint === name,
    )?.[0];
    const file = output === undefined ? undefined : assets.get(toFilePath(output));
    return file === undefined ? undefined : asset(file, input);
  };
  const script = entry(entryName(join(PACKAGE_ROOT, 'src/client/entry.ts'), input));
  const styles = entry(`docwright-entry:${STYLES}`);
  if (script === undefined || styles === undefined) {
    return {
      client: undefined,
      diagnostics: [diagnostic('bundle-error', { message: 'the client bundle has no entry' })],
    };
  }
  const pageEntries = new Map<FilePath, ClientAsset>();
  input.reactPages.forEach(({ file }, index) => {
    const found = entry(`docwright-entry:${index}`);
    if (found !== undefined) pageEntries.set(file, found);
  });
  const files = [...assets].map(([path, file]) => ({
    path: toOutputPath(path),
    content: file.contents,
  }));
  return { client: { files, script, styles, pageEntries }, diagnostics: [] };
}

/** esbuild names entry points relative to its working folder. */
function entryName(file: string, { siteDir }: ClientInput): string {
  return toFilePath(relative(siteDir, file));
}

function asset(file: BuiltFile, input: ClientInput): ClientAsset {
  const digest = createHash('sha384').update(file.contents).digest('base64');
  return {
    href: printFile(toFilePath(relative(input.siteDir, file.path)), input.style),
    integrity: `sha384-${digest}`,
  };
}

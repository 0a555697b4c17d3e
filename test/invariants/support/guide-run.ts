/** Runs the code of a page as a reader does: in a folder with the packages that the page installs. */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { inject } from 'vitest';
import { type AchievoApi } from '../../support/achievo-api.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SANDBOX = 'https://sandbox.achievo.example/v1';

export interface CodeBlock {
  readonly language: string;
  /** Empty without one. */
  readonly title: string;
  readonly code: string;
}

export interface GuideRun {
  /** What each code block printed, by the block's number. */
  readonly printed: ReadonlyMap<number, readonly unknown[]>;
  /** The error that ended the run; empty without one. */
  readonly error: string;
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, 'content/docs', path), 'utf8');
}

export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const found = markdown.matchAll(/^```(\w+)(?: title="([^"]*)")?[^\n]*\n(.*?)^```$/gms);
  return [...found].map(([, language = '', title = '', code = '']) => ({ language, title, code }));
}

/** Makes a folder in which `@achievo/api-client` and `viem` are installed. */
export function guideFolder(api: AchievoApi): string {
  const folder = mkdtempSync(join(inject('runFolder'), 'guide-'));
  const client = join(folder, 'node_modules/@achievo/api-client');
  mkdirSync(client, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/viem'), join(folder, 'node_modules/viem'), 'junction');
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
  const operations = api.model.operations.map(({ operationId: id, method, path }) => {
    return { id, method, path };
  });
  const source = readFileSync(join(ROOT, 'test/support/achievo-client.ts'), 'utf8');
  const create = `export const createClient = clientOf(${JSON.stringify(operations)});\n`;
  writeFileSync(join(client, 'index.js'), javaScript(source) + create);
  writeFileSync(join(client, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Runs blocks one after the other in one module, as if pasted. The sandbox is the server at `url`. */
export function runBlocks(
  folder: string,
  blocks: readonly string[],
  url: string,
): Promise<GuideRun> {
  const parts = blocks.map((code, number) => `printing = ${number};\n${code}`);
  return run(folder, parts.join('\n'), url);
}

export interface ModuleRun {
  /** Blocks of TypeScript with file names as titles. */
  readonly blocks: readonly CodeBlock[];
  /** Code that imports them. */
  readonly main: string;
  readonly url: string;
}

export function runModules(folder: string, { blocks, main, url }: ModuleRun): Promise<GuideRun> {
  for (const { title, code } of blocks) {
    const file = join(folder, title.replace(/\.ts$/, '.js'));
    writeFileSync(file, javaScript(code).replaceAll(SANDBOX, url));
  }
  return run(folder, javaScript(main), url);
}

function javaScript(code: string): string {
  return transformSync(code, { loader: 'ts', format: 'esm', target: 'node20' }).code;
}

const PRINTER = `export const printed = new Map();
let printing = 0;
const console = { log: (value) => printed.set(printing, [...(printed.get(printing) ?? []), value]) };
`;

async function run(folder: string, code: string, url: string): Promise<GuideRun> {
  const file = join(folder, 'main.js');
  writeFileSync(file, PRINTER + code.replaceAll(SANDBOX, url));
  try {
    const { printed }: Pick<GuideRun, 'printed'> = await import(pathToFileURL(file).href);
    return { printed, error: '' };
  } catch (error) {
    return { printed: new Map(), error: String(error) };
  }
}

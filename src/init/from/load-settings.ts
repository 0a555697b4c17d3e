import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyNode } from 'acorn';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import {
  type ConfigSource,
  follow,
  memberName,
  readConfigSource,
} from '../../config/config-source.ts';
import { ownPlace } from '../../config/loading/compile.ts';
import { isRecord, parseJson } from '../../config/problem.ts';
import { readTaggedYaml, readToml, type Remark } from './data-file.ts';

/** The settings of another tool as plain data; functions and values of missing packages are left out. */
export interface Settings {
  readonly value: unknown;
  /** Packages that are not installed. */
  readonly missing: readonly string[];
  /** Why the file could not be run; its text was read instead, as far as it has no expressions. */
  readonly failure?: string;
  /** Variables of the environment that it uses. */
  readonly remarks?: readonly Remark[];
}

/** Milliseconds that a configuration may take. */
const TIME_LIMIT = 20_000;

/** Reads YAML, TOML and JSON; runs JavaScript and TypeScript in another process, else reads it as text. */
export async function loadSettings(file: string): Promise<Settings> {
  if (!existsSync(file)) return { value: undefined, missing: [], failure: 'it does not exist' };
  if (/\.(?:ya?ml|toml|json)$/.test(file)) {
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.json')) return { value: parseJson(text), missing: [] };
    const data = file.endsWith('.toml') ? await readToml(text) : readTaggedYaml(text);
    return { ...data, missing: [] };
  }
  let failure = '';
  // Packages may not work outside of their tool: then none is used.
  for (const usesPackages of [true, false]) {
    try {
      const missing = new Set<string>();
      const code = await bundle(file, usesPackages, missing);
      return { value: await run(code, dirname(file)), missing: [...missing].toSorted() };
    } catch (error) {
      const lines = String(error instanceof Error ? error.message : error).split('\n');
      // The first line of the bundler is a count.
      failure = lines.find((line) => line.includes(': ERROR: ')) ?? lines[0] ?? '';
    }
  }
  return { value: readLiteral(readFileSync(file, 'utf8')), missing: [], failure };
}

async function bundle(file: string, usesPackages: boolean, missing: Set<string>): Promise<string> {
  const { build } = await import('esbuild');
  const result = await build({
    stdin: { contents: entryCode(file), resolveDir: dirname(file) },
    absWorkingDir: dirname(file),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      replacements(usesPackages, missing),
      ownPlace(['import.meta', '__dirname', '__filename']),
    ],
  });
  return result.outputFiles[0]?.text ?? '';
}

const STUB = 'docwright-stub';
const SETUP = 'docwright-setup';
/** Packages of the tools themselves, of which a configuration uses only functions that return their argument. */
const TOOL_PACKAGE = /^(?:vitepress|vite|astro|@astrojs|@docusaurus)(?:\/|$)/;

/** Replaces packages that are missing or not wanted, and files that are not code, by a stub. */
function replacements(usesPackages: boolean, missing: Set<string>): Plugin {
  const onResolve = async (
    bundler: PluginBuild,
    { path, kind, importer, resolveDir, pluginData }: OnResolveArgs,
  ): Promise<OnResolveResult | undefined> => {
    if (kind === 'entry-point' || isRecord(pluginData)) return undefined;
    if (path === SETUP || path === STUB) return { path, namespace: STUB };
    if (/^(?:node:)?module$/.test(path)) return { path: 'module', namespace: STUB };
    const isFile = /^[./]/.test(path);
    if (kind === 'require-resolve')
      return { path: isFile ? resolve(resolveDir, path) : path, external: true };
    if (isBuiltin(path)) return { path, external: true };
    const stub = { path: STUB, namespace: STUB };
    if (!isFile && (!usesPackages || TOOL_PACKAGE.test(path))) return stub;
    const found = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: {} });
    if (found.errors.length > 0) {
      if (!isFile) missing.add(path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
      return stub;
    }
    if (!/\.(?:[cm]?[jt]sx?|json)$/.test(found.path)) return stub;
    if (!/[\\/]node_modules[\\/]/.test(found.path)) return found;
    const isRequired = kind === 'require-call';
    return { path: isRequired ? found.path : pathToFileURL(found.path).href, external: true };
  };
  return {
    name: 'docwright-replacements',
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, (request) => onResolve(bundler, request));
      bundler.onLoad({ filter: /.*/, namespace: STUB }, ({ path }) => ({
        contents: VIRTUAL[path] ?? '',
        resolveDir: '/',
        loader: 'js',
      }));
    },
  };
}

/** Code of the modules that replace others, by name. */
const VIRTUAL: Readonly<Record<string, string>> = {
  // Any property of it and any result is the stub again, but a function that gets an object or a list returns it, as
  // wrappers of a configuration do; the object also has any method. A promise of it has the stub, or an empty list.
  [STUB]: `
const isPlain = (value) => value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
const promised = (value) => (done, failed) => Promise.resolve(value).then(done, failed);
const none = function* () {};
const filled = (object) => new Proxy(object, {
  get: (own, key) => (key in own ? own[key] : key === Symbol.iterator ? none : key === 'then' || typeof key === 'symbol' ? undefined : stub),
});
const create = (then) => new Proxy(function () {}.bind(), {
  get(_, key) {
    if (key === Symbol.toPrimitive) return () => '';
    if (key === Symbol.iterator) return none;
    return key === 'then' ? then : key === '__esModule' ? undefined : stub;
  },
  apply: (_, self, [first]) => {
    if (Array.isArray(first)) return Object.defineProperty([...first], 'then', { value: promised([]) });
    if (isPlain(first)) return filled(first);
    // A method, as of a list, calls its function.
    return typeof first === 'function' && self === undefined ? first : result;
  },
  construct: () => stub,
  ownKeys: () => [],
  getPrototypeOf: () => stub,
});
const stub = create();
const result = create(promised(stub));
module.exports = stub;`,
  [SETUP]: `
const stub = require('${STUB}');
const soft = (id) => stub;
soft.resolve = (id) => id;
globalThis.require ??= soft;
globalThis.docwrightRequire = soft;`,
  module: `export const createRequire = () => globalThis.docwrightRequire;\nexport default { createRequire };`,
};

/** Loads the configuration and sends its data; functions for edit links are called with placeholders. */
function entryCode(file: string): string {
  return `import '${SETUP}';
import * as loaded from ${JSON.stringify(file)};
const PLACES = { locale: 'en', version: 'current', versionDocsDirPath: ':dir', docPath: ':path', filePath: ':path', relativePath: ':path' };
function plain(value, key, parents) {
  if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return value;
  if (typeof value === 'function') {
    if (key !== 'editUrl' && key !== 'pattern') return undefined;
    try { const url = value(PLACES); return typeof url === 'string' ? url : undefined; } catch { return undefined; }
  }
  if (typeof value !== 'object' || parents.includes(value)) return undefined;
  const inside = [...parents, value];
  if (Array.isArray(value)) return value.map((item) => plain(item, '', inside) ?? null);
  // instanceof would never end: a namespace of a missing package has the stub above it.
  if (/ (?:Date|RegExp)]/.test(Object.prototype.toString.call(value))) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name, inside)]));
}
let config = loaded.default ?? loaded;
if (typeof config === 'function') config = await config({ mode: 'production', command: 'build' });
process.send({ value: plain(await config, '', []) }, () => process.exit(0));`;
}

/** Runs a module in another process and returns what it sends. */
async function run(code: string, cwd: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-'));
  const file = join(folder, 'settings.mjs');
  writeFileSync(file, code);
  const child = fork(file, { cwd, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
  try {
    return await new Promise((done, fail) => {
      child.on('message', (message) => done(isRecord(message) ? message['value'] : undefined));
      child.on('error', fail);
      child.on('close', () => {
        const [line = `it did not end within ${TIME_LIMIT / 1000} s`] =
          /^(?:\w*Error|Uncaught).*$/m.exec(errors) ?? [];
        fail(new Error(line));
      });
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Enough for any configuration; ends names that refer to each other. */
const MAX_DEPTH = 30;

/** Reads the literal parts of an exported configuration as text; members that are computed are left out. */
export function readLiteral(text: string): unknown {
  const source = readConfigSource(text.replace(/^\uFEFF/, ''));
  return source.exported && readNode(source, source.exported, MAX_DEPTH);
}

/** The value of an expression; undefined if it is computed. */
function readNode(source: ConfigSource, expression: AnyNode, depth: number): unknown {
  const node = follow(source, expression);
  if (depth === 0) return undefined;
  switch (node.type) {
    case 'Literal':
      return node.regex === undefined && node.bigint === undefined ? node.value : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
    case 'UnaryExpression': {
      const value = node.operator === '-' ? readNode(source, node.argument, depth) : undefined;
      return typeof value === 'number' ? -value : undefined;
    }
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((member): (readonly [string, unknown])[] => {
          const name = memberName(member);
          const value = readNode(
            source,
            member.type === 'SpreadElement' ? member.argument : member.value,
            depth - 1,
          );
          if (member.type === 'SpreadElement') return isRecord(value) ? Object.entries(value) : [];
          return name === undefined || value === undefined ? [] : [[name, value]];
        }),
      );
    case 'ArrayExpression':
      return node.elements.flatMap((element): readonly unknown[] => {
        if (element === null) return [null];
        const isSpread = element.type === 'SpreadElement';
        const value = readElement(source, isSpread ? element.argument : element, depth - 1);
        if (isSpread) return Array.isArray(value) ? value : [];
        // Null keeps the positions of the others.
        return [value ?? null];
      });
    case 'CallExpression': {
      const [name] = node.arguments;
      const isFile = source.text.slice(node.callee.start, node.callee.end) === 'require.resolve';
      return isFile && name !== undefined ? readNode(source, name, depth - 1) : undefined;
    }
    default:
      return undefined;
  }
}

/** The value of an element, or the object that a function gets there, as in `integrations: [plugin({ … })]`. */
function readElement(source: ConfigSource, element: AnyNode, depth: number): unknown {
  const argument = follow(source, element, true);
  return argument.type === 'ObjectExpression'
    ? readNode(source, argument, depth)
    : readNode(source, element, depth);
}

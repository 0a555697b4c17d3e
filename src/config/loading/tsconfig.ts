import { dirname, join, resolve } from 'node:path';
import { isFile } from '../../cache/stats.ts';
import { withParents } from '../../cache/fact-recorder.ts';
import { readText } from '../../diagnostics/frame.ts';

/** The settings of TypeScript that editors apply in a folder; undefined if there are none. */
export function nearestTsconfig(folder: string): string | undefined {
  return withParents(folder)
    .flatMap((above) => [join(above, 'tsconfig.json'), join(above, 'jsconfig.json')])
    .find(isFile);
}

/** Settings for esbuild that take the meaning of imports from a file, but not how code is compiled. */
export function importSettings(tsconfig: string | undefined): string {
  if (tsconfig === undefined) return '{}';
  const compilerOptions = {
    jsx: 'react-jsx',
    jsxImportSource: 'react',
    target: 'es2022',
    useDefineForClassFields: true,
    experimentalDecorators: false,
    verbatimModuleSyntax: false,
  };
  return JSON.stringify({ extends: tsconfig, compilerOptions });
}

/** A settings file with those that it extends, as far as they are in folders of the site. */
export function withExtended(file: string, depth = 0): readonly string[] {
  const text = file.endsWith('config.json') && depth < 9 ? readText(file) : undefined;
  const [, extended = ''] = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text ?? '') ?? [];
  const names = extended.match(/(?<=")\.[^"]*(?=")/g) ?? [];
  const others = names.map((name) => resolve(dirname(file), name.replace(/(?:\.json)?$/, '.json')));
  return [file, ...others.flatMap((other) => withExtended(other, depth + 1))];
}

/** The folders (absolute) to which starts of imports lead, such as `@parts/`: `paths` of a settings file. */
export function importFolders(file: string): readonly (readonly [start: string, folder: string])[] {
  return withExtended(file).flatMap((one) => {
    const text = readText(one) ?? '';
    const [, base = '.'] = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text) ?? [];
    const [, paths = ''] = /"paths"\s*:\s*\{([^{}]*)\}/.exec(text) ?? [];
    return Array.from(
      paths.matchAll(/"([^"*\n]+)\*"\s*:\s*\[\s*"([^"*\n]*)\*"/g),
      ([, start = '', folder = '']) => [start, resolve(dirname(one), base, folder)] as const,
    );
  });
}

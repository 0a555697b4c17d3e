/** Themes: folders or packages with templates, styles, UI messages and plug-ins. */
import { basename, dirname, join, resolve } from 'node:path';
import { withParents } from '../../cache/fact-recorder.ts';
import { isFile, isFolder } from '../../cache/stats.ts';
import { readText } from '../../diagnostics/frame.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { namesIn, realFolder } from '../folders.ts';
import { parseJson, type Problem, stringAt, valueAt, valueProblem } from '../problem.ts';
import type { AcceptedConfig } from '../schema.ts';
import type { SiteLocation } from './folders.ts';

const isPath = (theme: string): boolean => /^(?:\.\.?(?:[\\/]|$)|[\\/])/.test(theme);

/** The folder of a theme, absolute and without symbolic links; undefined if there is none. */
export function themeFolder(siteDir: string, theme: string): string | undefined {
  const folders = isPath(theme)
    ? [resolve(siteDir, theme)]
    : withParents(siteDir).map((folder) => join(folder, 'node_modules', theme));
  const found = folders.find(isFolder);
  return found === undefined ? undefined : isPath(theme) ? found : realFolder(found);
}

/** The module with the plug-ins of a theme: that of `package.json`, else its `index`. */
export function moduleOf(folder: string): string | undefined {
  const manifest = parseJson(readText(join(folder, 'package.json')) ?? '');
  const named = exportOf(valueAt(manifest, 'exports')) ?? stringAt(manifest, 'main');
  return [named, ...['ts', 'mts', 'js', 'mjs'].map((ending) => `index.${ending}`)]
    .flatMap((name) => (name === undefined ? [] : [join(folder, name)]))
    .find((file) => /\.[cm]?[jt]s$/.test(file) && isFile(file));
}

/** The target of `.` in the exports of a package, as Node would import it. */
function exportOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  return ['.', 'node', 'import', 'default']
    .map((key) => valueAt(exports, key))
    .flatMap((value) => (value === undefined ? [] : (exportOf(value) ?? [])))[0];
}

/** Checks that each theme is there and has something. */
export function checkThemes({ theme = [] }: AcceptedConfig, { siteDir }: SiteLocation): Problem[] {
  const isList = Array.isArray(theme);
  return [theme].flat().flatMap((name, index) => {
    const path = isList ? ['theme', index] : ['theme'];
    const folder = themeFolder(siteDir, name);
    if (folder === undefined)
      return [valueProblem(path, `is not found: "${name}"`, hintForMissing(siteDir, name))];
    const parts = ['templates', 'styles.css', 'messages'].map((part) => join(folder, part));
    if (parts.some((part) => isFile(part) || isFolder(part)) || moduleOf(folder) !== undefined)
      return [];
    const hint = 'a theme has templates/, styles.css, messages/ or a module with plug-ins';
    return [valueProblem(path, `names a theme with nothing in it: "${name}"`, hint)];
  });
}

function hintForMissing(siteDir: string, name: string): string {
  if (isFolder(resolve(siteDir, name))) return `for the folder of the site, write "./${name}"`;
  const start = isPath(name) ? `${dirname(name)}/`.replace(/^\.\/(?=\.)/, '') : '';
  const [scope = ''] = isPath(name) ? [] : (/^@[^/]+\//.exec(name) ?? []);
  const places = isPath(name)
    ? [dirname(resolve(siteDir, name))]
    : withParents(siteDir).map((folder) => join(folder, 'node_modules', scope));
  const near = nearest(basename(name), places.flatMap(namesIn));
  if (near !== undefined) return `did you mean "${start}${scope}${near}"?`;
  return isPath(name)
    ? 'add the folder, or correct the path, which starts at the site folder'
    : `install the package: npm install ${name}`;
}

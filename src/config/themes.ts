import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SiteLocation } from './checks/folders.ts';
import { moduleOf } from './checks/themes.ts';
import { siteRelative } from './folders.ts';
import { type LoadedModule, loadModule } from './loading/load-module.ts';
import type { LoadedPlugin } from './plugins.ts';
import { validateConfig } from './validate.ts';

export interface LoadedThemes {
  readonly plugins: readonly LoadedPlugin[];
  readonly diagnostics: readonly Diagnostic[];
  readonly modules: readonly LoadedModule[];
}

/** Loads the plug-ins of themes, those of the last one first, as the first of a name wins; checked as a configuration's. */
export async function loadThemes(
  themes: readonly string[],
  location: SiteLocation & { readonly caches: boolean },
): Promise<LoadedThemes> {
  const { siteDir, caches } = location;
  const plugins: LoadedPlugin[] = [];
  const diagnostics: Diagnostic[] = [];
  const modules: LoadedModule[] = [];
  for (const folder of themes.toReversed()) {
    const path = moduleOf(folder);
    if (path === undefined) continue;
    const subject = siteRelative(siteDir, path);
    // One after the other, because each one watches the process.
    const loaded = await loadModule({ siteDir, path, subject, caches, ...THEME_MODULE });
    modules.push(loaded);
    const { file: configFile, result } = loaded;
    if ('problems' in result) diagnostics.push(...result.problems);
    else {
      const source = await readFile(path, 'utf8');
      const value = { ...SITE_OF_THEME, plugins: [result.value].flat() };
      const checked = validateConfig(value, { ...location, configFile, source });
      plugins.push(...(checked.config?.plugins ?? []));
      diagnostics.push(...checked.diagnostics);
    }
  }
  return { plugins, diagnostics, modules };
}

/** Lets the check of configurations see plug-ins alone. */
const SITE_OF_THEME = { title: 'theme', url: 'https://theme.example' };

const THEME_MODULE = {
  code: 'config-load',
  exported: 'plug-in',
  example: "export default { name: 'my-theme' };",
  calls: false,
} as const;

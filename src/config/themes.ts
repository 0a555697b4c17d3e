import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SiteLocation } from './checks/folders.ts';
import { moduleOf } from './checks/themes.ts';
import { siteRelative } from './folders.ts';
import { type LoadedModule, loadModule } from './loading/load-module.ts';
import type { LoadedPlugin } from './plugins.ts';
import { validateConfig } from './validate.ts';

export interface LoadedThemes extends Pick<LoadedModule, 'inputs' | 'hash' | 'outside'> {
  readonly plugins: readonly LoadedPlugin[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads the plug-ins of themes, those of the last one first, as the first of a name wins; checked as a configuration's. */
export async function loadThemes(
  themes: readonly string[],
  location: SiteLocation & { readonly caches: boolean },
): Promise<LoadedThemes> {
  const { siteDir, caches } = location;
  let loaded: LoadedThemes = NO_THEMES;
  for (const folder of themes.toReversed()) {
    const path = moduleOf(folder);
    if (path === undefined) continue;
    const subject = siteRelative(siteDir, path);
    // One after the other, because each one watches the process.
    const { file, inputs, hash, outside, result } = await loadModule({
      siteDir,
      path,
      subject,
      caches,
      ...THEME_MODULE,
    });
    const { config, diagnostics } =
      'problems' in result
        ? { config: undefined, diagnostics: result.problems }
        : validateConfig(
            { ...SITE_OF_THEME, plugins: [result.value].flat() },
            { ...location, configFile: file, source: await readFile(path, 'utf8') },
          );
    loaded = {
      plugins: [...loaded.plugins, ...(config?.plugins ?? [])],
      diagnostics: [...loaded.diagnostics, ...diagnostics],
      inputs: [...loaded.inputs, ...inputs],
      hash: `${loaded.hash} ${hash}`.trim(),
      outside: `${loaded.outside} ${outside}`.trim(),
    };
  }
  return loaded;
}

const NO_THEMES: LoadedThemes = { plugins: [], diagnostics: [], inputs: [], hash: '', outside: '' };

/** Lets the check of configurations see plug-ins alone. */
const SITE_OF_THEME = { title: 'theme', url: 'https://theme.example' };

const THEME_MODULE = {
  code: 'config-load',
  exported: 'plug-in',
  example: "export default { name: 'my-theme' };",
  calls: false,
} as const;

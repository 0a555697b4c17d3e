import { join, resolve } from 'node:path';
import { namesIn, siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import type { ComponentFinder } from '../markdown/mdx/find-components.ts';
import { PACKAGE_ROOT } from './package-root.ts';

type ComponentConfig = Pick<ResolvedConfig, 'siteDir' | 'templatesDirs' | 'markdown'>;

/** The modules of components below a folder of templates. */
const FOLDER = 'components';
/** Folders of other tools for components, in which they are not found. */
const OTHER_FOLDERS = ['components', 'src/components', 'content/components', 'docs/components'];

/**
 * Finds the components that pages can use by name: those that the configuration maps, those of the site, of themes and the default ones.
 * Equal keys mean equal finders.
 */
export function componentFinder({ siteDir, templatesDirs, markdown }: ComponentConfig): {
  readonly key: string;
  readonly finder: ComponentFinder;
} {
  const own = componentFiles(join(PACKAGE_ROOT, 'templates', FOLDER));
  const builtIn = new Map(own.map(([name, path]) => [path, name]));
  const modules = new Map([
    ...own,
    ...templatesDirs.toReversed().flatMap((folder) => componentFiles(join(folder, FOLDER))),
  ]);
  for (const [name, target] of Object.entries(markdown.components.map)) {
    const path = modules.get(target) ?? resolve(siteDir, target);
    modules.set(name, path);
  }
  const names = [...modules.keys()].toSorted(compareStrings);
  const others = [...templatesDirs, ...OTHER_FOLDERS.map((folder) => join(siteDir, folder))];
  const elsewhere = new Map(others.flatMap(componentFiles));
  return {
    key: JSON.stringify([...modules, ...elsewhere]),
    finder: {
      find: (name) => modules.get(name),
      names,
      builtIn: (path) => builtIn.get(path),
      elsewhere: (name) => {
        const path = elsewhere.get(name);
        return path === undefined ? undefined : siteRelative(siteDir, path);
      },
    },
  };
}

function componentFiles(folder: string): readonly (readonly [string, string])[] {
  return namesIn(folder).flatMap((file) => {
    const name = /^([A-Z]\w*)\.[jt]sx$/.exec(file)?.[1];
    return name === undefined ? [] : [[name, join(folder, file)] as const];
  });
}

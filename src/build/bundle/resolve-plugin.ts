import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { PACKAGE_ROOT } from './package-root.ts';

const TEMPLATES = join(PACKAGE_ROOT, 'templates');
const THEME = join(PACKAGE_ROOT, 'src/client/theme.ts');

/**
 * Resolves what site code may import: `docwright/theme`, `docwright/templates/<Name>` (the default
 * template, so that an override can wrap it), and React, always the copy that docwright brings.
 * An import of a default template is answered by the site's template of the same name.
 */
export function resolvePlugin(siteTemplates: string): Plugin {
  return {
    name: 'docwright-resolve',
    setup(build) {
      build.onResolve({ filter: /^docwright\// }, ({ path }) => docwrightModule(path));
      build.onResolve({ filter: /^react(-dom)?(\/|$)/ }, async (args) => {
        if (args.resolveDir.startsWith(PACKAGE_ROOT) || args.pluginData === 'react')
          return undefined;
        return build.resolve(args.path, {
          kind: args.kind,
          resolveDir: PACKAGE_ROOT,
          pluginData: 'react',
        });
      });
      build.onResolve({ filter: /^\.\.?\// }, (args) => overridden(args, siteTemplates));
    },
  };
}

function docwrightModule(path: string): OnResolveResult | undefined {
  if (path === 'docwright/theme') return { path: THEME };
  const name = /^docwright\/templates\/([\w./-]+)$/.exec(path)?.[1];
  if (name === undefined || name.includes('..')) return undefined;
  const file = join(TEMPLATES, name);
  return { path: existsSync(file) ? file : `${file}.tsx` };
}

function overridden(
  { path, resolveDir }: OnResolveArgs,
  siteTemplates: string,
): OnResolveResult | undefined {
  const wanted = resolve(resolveDir, path);
  const inDefaults = wanted.startsWith(TEMPLATES + sep) && resolveDir.startsWith(TEMPLATES);
  if (!inDefaults) return undefined;
  const own = join(siteTemplates, relative(TEMPLATES, wanted));
  return own !== wanted && existsSync(own) ? { path: own } : undefined;
}

/** The template that answers to a name: the site's own, else the default. */
export function templateFile(siteTemplates: string, name: string): string {
  const own = join(siteTemplates, name);
  return existsSync(own) ? own : join(TEMPLATES, name);
}

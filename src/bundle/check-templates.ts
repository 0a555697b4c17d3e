import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { toFilePath } from '../shared/paths.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** A component in `templates/` that replaces nothing is most likely misspelled; parts of the site's own go into folders below. */
export function checkTemplates(siteDir: string, templatesDir: string): readonly Diagnostic[] {
  const defaults = join(PACKAGE_ROOT, 'templates');
  if (!existsSync(templatesDir) || templatesDir === defaults) return [];
  const known = new Set(readdirSync(defaults));
  const own = readdirSync(templatesDir).filter((name) => /^[^.].*\.[jt]sx?$/.test(name));
  return own
    .filter((name) => !known.has(name))
    .toSorted()
    .map((name) => {
      const near = nearest(name, known);
      return diagnostic('unknown-template', {
        message: `there is no template "${name}" to replace`,
        location: {
          file: toFilePath(relative(siteDir, join(templatesDir, name))),
          line: 1,
          column: 1,
        },
        hint:
          near === undefined
            ? 'put parts of your own into templates/components/'
            : `did you mean "${near}"?`,
      });
    });
}

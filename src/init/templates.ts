/** Lists the templates of a site, and copies one into it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { PACKAGE_ROOT } from '../bundle/package-root.ts';
import { templateFile } from '../bundle/resolve-plugin.ts';
import { hashOf } from '../cache/file-hashes.ts';
import { siteRelative } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { toFilePath } from '../shared/paths.ts';

interface TemplatesOptions {
  readonly siteDir: string;
  readonly configFile?: string;
}

type Invalid = { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] };

export interface ListedTemplate {
  /** Path below `templates/`. */
  readonly name: string;
  /** The file that a build takes, relative to the site folder; undefined for the default. */
  readonly file: string | undefined;
}

const DEFAULTS = join(PACKAGE_ROOT, 'templates');

/** The names of all templates that can be replaced, sorted. */
function templateNames(): readonly string[] {
  return readdirSync(DEFAULTS, { recursive: true, encoding: 'utf8' })
    .map(toFilePath)
    .filter((name) => /^(?:(?:api|components)\/)?[A-Z]\w*\.tsx$|^styles\/.+\.css$/.test(name))
    .toSorted(compareStrings);
}

/** Lists the templates of a site with the files of the site or its themes that are used. */
export async function listTemplates(options: TemplatesOptions): Promise<TemplatesResult> {
  const { config, diagnostics } = await loadConfig(options);
  if (config === undefined) return { kind: 'invalid', diagnostics };
  const templates = templateNames().map((name) => {
    const file = templateFile(config.templatesDirs, name);
    const isDefault = file === join(DEFAULTS, name);
    return { name, file: isDefault ? undefined : siteRelative(config.siteDir, file) };
  });
  return { kind: 'listed', templates };
}

interface EjectOptions extends TemplatesOptions {
  /** As the author wrote it: `Footer`, `api/Operation.tsx`. */
  readonly template: string;
  readonly force: boolean;
}

export type TemplatesResult =
  | Invalid
  | { readonly kind: 'listed'; readonly templates: readonly ListedTemplate[] }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }
  | { readonly kind: 'ejected'; readonly from: string; readonly to: string };

/** Copies the template that the site would replace into its `templates/`. */
export async function ejectTemplate(options: EjectOptions): Promise<TemplatesResult> {
  const { config, diagnostics } = await loadConfig(options);
  if (config === undefined) return { kind: 'invalid', diagnostics };
  const { siteDir, templatesDir, templatesDirs } = config;
  const asked = toFilePath(options.template.replace(/^(?:\.\/)?templates\//, ''));
  const names = templateNames();
  const name = [asked, `${asked}.tsx`, `${asked}.css`].find((each) => names.includes(each));
  if (name === undefined) {
    const stems = names.map((each) => each.replace(/\.tsx$/, ''));
    const near = nearest(asked.replace(/\.tsx$/, ''), stems);
    const hint =
      near === undefined ? 'list them with `docs theme list`' : `did you mean "${near}"?`;
    return { kind: 'refused', message: `there is no template "${options.template}"`, hint };
  }
  const path = join(templatesDir, name);
  const to = siteRelative(siteDir, path);
  if (existsSync(path) && !options.force) {
    const hint = 'compare the two, or overwrite it with --force';
    return { kind: 'refused', message: `there is a ${to} already`, hint };
  }
  const source = templateFile(templatesDirs.slice(1), name);
  const base = readFileSync(join(DEFAULTS, name), 'utf8').replaceAll('\r\n', '\n');
  const text = withoutRelativeImports(readFileSync(source, 'utf8'), { config, name, source });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `/* base: ${hashOf(base).slice(0, 8)} */\n${text}`);
  const isDefault = source === join(DEFAULTS, name);
  const from = isDefault ? 'docwright' : siteRelative(siteDir, dirname(dirname(source)));
  return { kind: 'ejected', from, to };
}

/** Imports templates by their names, so that those of the site are found, and other files where they are. */
function withoutRelativeImports(
  text: string,
  {
    config,
    name,
    source,
  }: { readonly config: ResolvedConfig; readonly name: string; readonly source: string },
): string {
  const folder = dirname(join(config.templatesDir, name));
  return text.replace(/(?<=(?:from|import|@import) ?['"])\.{1,2}\/[^'"]+/g, (path) => {
    const wanted = posix.join(posix.dirname(name), path);
    return existsSync(join(DEFAULTS, wanted))
      ? `docwright/templates/${wanted}`
      : toFilePath(relative(folder, join(dirname(source), path)));
  });
}

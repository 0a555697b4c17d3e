import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { findDialect } from '../config/find-dialect.ts';
import type { FoundDialect } from '../dialects/dialects.ts';
import { namesIn, siteRelative } from '../config/folders.ts';
import { contentFolder, hasMarkdown, siteTitle } from '../config/loading/assume-config.ts';
import { CONFIG_NAMES } from '../config/loading/find-config.ts';
import {
  lockedManagers,
  PACKAGE_MANAGERS,
  type PackageManager,
} from '../config/package-manager.ts';
import { readRepository, type Repository } from '../content/repository.ts';
import { parseJson, stringAt, stringEntries, valueAt } from '../config/problem.ts';
import { readText } from '../diagnostics/frame.ts';

/** The folder in which a site is created, as it is now. */
export interface Project {
  /** Absolute. */
  readonly dir: string;
  /** The guessed title. */
  readonly title: string;
  /** The configuration file, relative to the folder. */
  readonly configFile: string | undefined;
  /** The folder of existing Markdown relative to the folder; undefined if there is none but a README and the like. */
  readonly markdown: string | undefined;
  /** Another tool whose configuration is in the folder or in its content folder. */
  readonly tool: FoundDialect | undefined;
  /** The package managers that may be in use; more than one, or none, if that is not clear. */
  readonly managers: readonly PackageManager[];
  readonly isInstalled: boolean;
  readonly repository: Repository | undefined;
  /** The address in package.json. */
  readonly homepage: string | undefined;
  /** The description in package.json, unless it is empty. */
  readonly description: string | undefined;
  /** An API description in a usual place, relative to the folder. */
  readonly apiSpec: string | undefined;
  /** Commands of package.json by name. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** Reads the folder; it need not exist. */
export function readProject(dir: string): Project {
  const { packageJson, homepage } = readPackage(dir);
  const content = existsSync(dir) ? contentFolder(dir) : undefined;
  const repository = readRepository(dir);
  return {
    dir,
    title: siteTitle(dir),
    configFile: CONFIG_NAMES.find((name) => existsSync(join(dir, name))),
    markdown: content === '.' && !hasOwnPages(dir) ? undefined : content,
    tool: findDialect([dir, ...(content === undefined ? [] : [join(dir, content)])]),
    managers: findManagers(dir, packageJson, process.env['npm_config_user_agent']),
    isInstalled: existsSync(join(dir, 'node_modules/docwright')),
    repository,
    homepage,
    description: stringAt(packageJson, 'description') || undefined,
    apiSpec: findApiSpec(dir),
    scripts: new Map(stringEntries(valueAt(packageJson, 'scripts'))),
  };
}

/** Markdown files that describe a project and are no documentation site. */
const PROJECT_FILES =
  /^(?:readme|license|changelog|contributing|code_of_conduct|security|support|authors|agents|claude)\./i;

/** Folders and names of API descriptions. */
const API_FOLDERS = ['.', 'openapi', 'api', 'docs', 'spec', 'specs', 'static', 'public'];
const API_FILE = /^(?:openapi|swagger|api)\.(?:ya?ml|json)$/i;

function findApiSpec(dir: string): string | undefined {
  const files = API_FOLDERS.flatMap((folder) =>
    namesIn(join(dir, folder))
      .filter(
        (name) => API_FILE.test(name) || (folder === 'openapi' && /\.(?:ya?ml|json)$/.test(name)),
      )
      .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  );
  const isApi = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m;
  return files.find((file) => isApi.test(readText(join(dir, file)) ?? ''));
}

/** Files at the root of code, whose folders may have Markdown that is no documentation. */
const MANIFESTS =
  /^(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.py|go\.mod|pom\.xml|build\.gradle.*|composer\.json|Gemfile|Makefile|CMakeLists\.txt|.*\.(?:sln|csproj|gemspec))$/;

function hasOwnPages(dir: string): boolean {
  const isPage = (name: string): boolean => /\.mdx?$/.test(name) && !PROJECT_FILES.test(name);
  const names = namesIn(dir);
  const isCode = names.some((name) => MANIFESTS.test(name));
  return isCode ? names.some(isPage) : hasMarkdown(dir, isPage);
}

function readPackage(dir: string): { packageJson: unknown; homepage: string | undefined } {
  const packageJson = parseJson(readText(join(dir, 'package.json')) ?? '');
  const address = stringAt(packageJson, 'homepage') ?? '';
  const isSite = /^https?:\/\/(?!(?:www\.)?git(?:hub|lab)\.com)/.test(address);
  return { packageJson, homepage: isSite && URL.canParse(address) ? address : undefined };
}

/** By the field `packageManager`, else lock files, else the program that runs this one. */
function findManagers(
  dir: string,
  packageJson: unknown,
  agent: string | undefined,
): readonly PackageManager[] {
  const named = PACKAGE_MANAGERS.find((name) =>
    stringAt(packageJson, 'packageManager')?.startsWith(`${name}@`),
  );
  if (named !== undefined) return [named];
  const locked = lockedManagers(dir);
  if (locked.length > 0) return locked;
  return PACKAGE_MANAGERS.filter((name) => agent?.startsWith(`${name}/`));
}

/** Path from the repository to the folder with `/` separators; empty for the repository itself. */
export function pathInRepository({ dir, repository }: Project): string {
  return repository === undefined ? '' : siteRelative(repository.root, dir);
}

/** The origin and the base path at which the site will be published. */
export function publicAddress(
  { repository, homepage }: Project,
  onGitHubPages: boolean,
): { readonly url: string; readonly baseUrl?: string; readonly isExample?: true } {
  const origin = onGitHubPages ? repository?.origin : undefined;
  const [owner, name] = origin?.path.split('/') ?? [];
  if (origin?.host === 'github.com' && owner !== undefined && name !== undefined) {
    const host = `${owner.toLowerCase()}.github.io`;
    const isOwn = name.toLowerCase() === host;
    return { url: `https://${host}`, ...(isOwn ? {} : { baseUrl: `/${name}/` }) };
  }
  if (homepage === undefined) return { url: 'https://docs.example.com', isExample: true };
  return addressParts(homepage);
}

/** The origin and the base path of an address. */
export function addressParts(address: string): { readonly url: string; readonly baseUrl?: string } {
  const { origin, pathname } = new URL(address);
  return { url: origin, ...(pathname === '/' ? {} : { baseUrl: pathname }) };
}

/** A folder for display: relative to the current one if it is inside it. */
export function shownPath(from: string, path: string): string {
  const shown = relative(from, path).replaceAll('\\', '/');
  return shown === '' ? basename(path) : shown;
}

/** Reads API descriptions for the pipeline: from files to models and page outlines. */
import { join } from 'node:path';
import type { ApiSource, ResolvedConfig } from '../config/site-config.ts';
import type { IsIgnored } from '../content/git-ignored.ts';
import { createSpecReader } from '../content/spec-reader.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { MOCK_FOLDER } from '../shared/live.ts';
import { append, groupBy } from '../shared/maps.ts';
import type { FilePath } from '../shared/paths.ts';
import { checkDescription } from './check/check.ts';
import type { ApiModel, SchemaReader, Text } from './model/api-model.ts';
import { buildModel } from './model/build-model.ts';
import { tokenOrigins } from './model/security.ts';
import { serverOrigins } from './model/servers.ts';
import { type ApiOutline, type ConsoleSettings, outlineGroups, outlinePages } from './outline.ts';
import type { ApiContext, ApiPage } from './pages/api-page.ts';
import { type ApiPast, publishedPast } from './past.ts';
import type { Description } from './read/description.ts';
import { openDescription, type ReadSpecFile } from './read/open.ts';

export interface LoadedApi {
  readonly source: ApiSource;
  readonly description: Description;
  readonly model: ApiModel;
  readonly schemas: SchemaReader;
  readonly usersOf: ApiContext['usersOf'];
  readonly pages: ReadonlyMap<string, ApiPage>;
  readonly outline: ApiOutline;
  /** Undefined if its pages show no history. */
  readonly past: ApiPast | undefined;
}

export interface LoadedApis {
  /** In the order of the configuration; without unreadable ones. */
  readonly apis: readonly LoadedApi[];
  /** Absolute paths of all files read so far, including missing ones. */
  readonly files: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

interface LoadOptions {
  /** Returns text without its markup. */
  readonly plain: (text: Text) => string;
  readonly isIgnored: IsIgnored;
  /** The histories of descriptions, by id. */
  readonly pasts?: ReadonlyMap<string, ApiPast>;
}

export function loadApis(
  config: ResolvedConfig,
  { plain, isIgnored, pasts }: LoadOptions,
): LoadedApis {
  const diagnostics: Diagnostic[] = [];
  const files = new Set<string>();
  const apis = config.openapi.flatMap((source): LoadedApi[] => {
    const { siteDir, configFile } = config;
    const readFrom = (spec: FilePath): ReadSpecFile => {
      const read = createSpecReader(spec, { siteDir, configFile, isIgnored });
      return (file) => {
        files.add(join(siteDir, file));
        return read(file);
      };
    };
    const opened = openDescription(
      source.spec,
      readFrom(source.spec),
      source.overlays.map((file) => ({ file, read: () => readFrom(file)(file) })),
    );
    const { description } = opened;
    if (description === undefined) {
      append(diagnostics, findingsOf(source, opened.diagnostics));
      return [];
    }
    const { model, schemas, usersOf, diagnostics: warnings } = buildModel(description, source);
    const found = [...opened.diagnostics, ...checkDescription(description), ...warnings];
    append(diagnostics, findingsOf(source, found));
    const whole = pasts?.get(source.id);
    const past = whole && publishedPast(whole, model);
    const pages = outlinePages(model, description, { plain, past });
    const outline: ApiOutline = {
      id: source.id,
      routeBase: source.routeBase,
      file: source.spec,
      path: source.path,
      set: source.set,
      downloads: source.downloads,
      builder: source.builder,
      console: consoleOf(source, model),
      pages: pages.map((page) => page.outline),
      groups: outlineGroups(model),
    };
    const bySlug = new Map(pages.map(({ page, outline: { slug } }) => [slug, page] as const));
    return [{ source, description, model, schemas, usersOf, pages: bySlug, outline, past }];
  });
  return { apis, files, diagnostics };
}

/** Where the pages of an API may send requests: to its servers, and to the mock of `docs dev`. */
function consoleOf(
  { id, builder, console, isMocked = false }: ApiSource,
  model: ApiModel,
): ConsoleSettings | undefined {
  if (!builder || (console === undefined && !isMocked)) return undefined;
  return {
    cors: console?.cors ?? true,
    servers: console === undefined ? [] : serverOrigins(model),
    mock: isMocked ? `/${MOCK_FOLDER}${id}` : undefined,
    clientId: console?.clientId,
    tokens: console?.clientId === undefined ? [] : tokenOrigins(model),
  };
}

/** Returns the findings of a description as reported: ungrouped if it is checked strictly. */
export function findingsOf(
  { id, strict }: ApiSource,
  findings: readonly Diagnostic[],
): readonly Diagnostic[] {
  return (strict ? findings : groupFindings(findings)).map((entry) => ({ ...entry, api: id }));
}

/** Findings of one kind shown individually, unless there are many kinds. */
const MOST_ALIKE = 3;
const MANY_KINDS = 12;
const LOCATIONS = 5;

/**
 * Groups the findings of a description, sorted by location: the first one represents many of the same kind, with
 * their number. Errors are grouped only by equal messages.
 */
export function groupFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...findings].sort(compareDiagnostics);
  const groups = groupBy(
    sorted,
    ({ severity, code, message }) => `${code} ${severity === 'error' ? message : kindOf(message)}`,
  );
  const most = groups.size > MANY_KINDS ? 1 : MOST_ALIKE;
  return [...groups]
    .flatMap(([, group]) => (group.length <= most ? group : summarize(group)))
    .sort(compareDiagnostics);
}

/** Removes quoted parts, numbers and locations from a message, which differ between findings of one kind. */
function kindOf(message: string): string {
  return message
    .replace(/, but it is .*/s, '')
    .replace(/^".*?" in (?=the )/, '')
    .replace(/\([^()]*:\d+\)/g, '')
    .replace(/"[^"]*"(?:,? (?:or |and )?"[^"]*")*(?: …)?/g, '""')
    .replace(/properties\b.*/s, 'property ""')
    .replace(/<[^<>]*>|attribute \S+/g, '<>')
    .replace(/\S+:\d+|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, '0');
}

function summarize([first, ...others]: readonly [Diagnostic, ...Diagnostic[]]): Diagnostic {
  const shown = others.slice(0, LOCATIONS).flatMap(({ location }) => {
    if (location === undefined) return [];
    const { file, line, column } = location;
    return file === first.location?.file ? `${line}:${column}` : `${file}:${line}:${column}`;
  });
  const more = others.length > LOCATIONS ? ', …' : '';
  const list = `${shown.join(', ')}${more}`;
  return { ...first, message: `${first.message} (and ${others.length} more like it: ${list})` };
}

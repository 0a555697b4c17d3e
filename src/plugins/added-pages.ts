/** Pages that plug-ins add: docs whose text is in memory. Findings in them are reported in the data that they are made of. */
import * as v from 'valibot';
import { describeFormat, isFormatName } from '../config/formats/formats.ts';
import { madeDoc } from '../collections/made-doc.ts';
import type { AddedPage, RoutesContext } from '../config/plugins.ts';
import { text } from '../config/schema-check.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { hintForPlugin, nameOf } from '../markdown/plugins/call-plugin.ts';
import { type FilePath, toRoute } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import { guarded } from './plugin-context.ts';
import type { PluginRuns } from './plugin-runs.ts';

const ROUTE = v.pipe(
  v.string('a text'),
  v.regex(/^(?!.*\/\.{1,2}(?:\/|$))\/[^?#\s\\]*$/, 'a path such as /docs/terms'),
);
const TEXT = v.string('a text');
const COUNT = v.pipe(v.number('a number'), v.minValue(1, 'a number of at least 1'));

export const PLACE = {
  file: text('insidePath'),
  line: v.optional(COUNT),
  column: v.optional(COUNT),
};

const ADDED_PAGE = v.strictObject({
  route: ROUTE,
  title: v.pipe(TEXT, v.nonEmpty('a text that is not empty')),
  description: v.optional(TEXT),
  markdown: v.optional(TEXT),
  component: v.optional(
    v.strictObject({
      component: v.pipe(TEXT, v.regex(/^[A-Z]\w*$/, 'the name of a component')),
      props: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z]\w*$/i)), v.unknown())),
    }),
  ),
  source: v.optional(v.strictObject(PLACE)),
  sidebar: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({ label: v.optional(TEXT), position: v.optional(v.number()) }),
    ]),
  ),
  frontmatter: v.optional(v.record(v.string(), v.unknown())),
});

/** The first problem of a value that a plug-in gives, such as `route: a path such as /docs/terms`. */
export function problemOf(schema: v.GenericSchema, value: unknown): string | undefined {
  const [issue] = v.safeParse(schema, value).issues ?? [];
  if (issue === undefined) return undefined;
  const { message } = issue;
  const expected = isFormatName(message) ? describeFormat(message) : message;
  return `\`${v.getDotPath(issue) ?? ''}\` has to be ${expected}`;
}

interface Input {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sources: Sources;
}

/** Adds the pages of plug-ins to the sources of a site. */
export async function withAddedPages(
  runs: PluginRuns,
  { config, locate, sources }: Input,
): Promise<Sources> {
  const added: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const taken = new Map<FilePath, string>(sources.docs.map(({ file }) => [file, file]));
  for (const [index, plugin] of config.plugins.entries()) {
    const { routes } = plugin;
    if (routes === undefined) continue;
    const point = { plugin, point: 'routes' };
    const location = locate(['plugins', index, 'routes']);
    const report = (message: string, at: Location, hint = hintForPlugin(message)): void =>
      void diagnostics.push(diagnostic('plugin-error', { message, location: at, hint }));
    const result = await runs.call(point, '', async (context) => {
      const pages: AddedPage[] = [];
      const own: RoutesContext = { ...context, add: (page) => void pages.push({ ...page }) };
      await routes(guarded(own));
      return pages;
    });
    if (!result.ok) {
      report(result.message, location);
      continue;
    }
    const given: unknown[] = Array.isArray(result.value) ? result.value : [];
    const pages = given.filter((page, at): page is AddedPage => {
      const problem = problemOf(ADDED_PAGE, page);
      if (problem !== undefined)
        report(`${nameOf(point)} adds page ${at + 1}, whose ${problem}`, location, HINT);
      return problem === undefined;
    });
    const folders = new Set(pages.flatMap(({ route }) => foldersAbove(toRoute(route))));
    for (const [at, page] of pages.entries()) {
      const route = toRoute(page.route);
      const isFolder = folders.has(route);
      const source = madeDoc(config, page, { route, isFolder, location });
      const owner = taken.get(source.file);
      if (owner === undefined) added.push(source);
      else
        report(
          `${nameOf(point)} adds page ${at + 1} at ${route}, which ${owner} has`,
          source.made?.origin ?? location,
          'give it another route',
        );
      taken.set(source.file, owner ?? nameOf(point));
    }
  }
  if (added.length + diagnostics.length === 0) return sources;
  const docs = [...sources.docs, ...added].sort((a, b) => (a.file < b.file ? -1 : 1));
  return { ...sources, docs, diagnostics: [...sources.diagnostics, ...diagnostics] };
}

/** The routes of the folders that a route is in. */
function foldersAbove(route: string): readonly string[] {
  return route.split('/').map((_, index, names) => names.slice(0, index).join('/'));
}

const HINT =
  "write add({ route: '/docs/terms', title: 'Terms', markdown: '…', source: { file, line } })";

/** Moves findings in added pages to the data that they are made of. */
export function atOrigins(diagnostics: readonly Diagnostic[], { docs }: Sources): Diagnostic[] {
  const origins = new Map<string, Location>(
    docs.flatMap(({ file, made }) =>
      made === undefined || made.own ? [] : [[file, made.origin] as const],
    ),
  );
  if (origins.size === 0) return [...diagnostics];
  return diagnostics.map((entry) => {
    const origin = origins.get(entry.location?.file ?? '');
    if (origin === undefined) return entry;
    // No edit of the data is the fix.
    const { fix: _, heading: __, ...link } = entry.link ?? { href: '', suggestions: [] };
    const { file } = entry.location ?? origin;
    const message = `${entry.message} (in the page ${file} of a plug-in)`;
    return { ...entry, message, location: origin, ...(entry.link && { link }) };
  });
}

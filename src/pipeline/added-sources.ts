/** Adds collections, the posts of a blog and pages of plug-ins to the files of a site. */
import { withBlog } from '../collections/blog-pages.ts';
import { readCollections } from '../collections/collections.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readHeadDate } from '../content/git-log.ts';
import type { Sources } from '../content/source-file.ts';
import { withAddedPages } from '../plugins/added-pages.ts';
import type { PluginRuns } from '../plugins/plugin-runs.ts';
import type { LocateConfig } from '../site/graph-types.ts';

interface Input {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  /** Changes with the code of the configuration and its plug-ins. */
  readonly code: string;
  readonly sources: Sources;
}

/** Adds to the files of a site what is made of data. */
export async function withMadeSources(
  plugins: PluginRuns,
  { config, locate, code, sources }: Input,
): Promise<Sources> {
  const { collections, diagnostics } = readCollections({ config, locate });
  const read = { ...sources, diagnostics: [...sources.diagnostics, ...diagnostics] };
  const until = config.blog && (config.blog.until ?? (await readHeadDate(config.siteDir)));
  const { sources: found, entries } = withBlog(read, { config, until });
  const all = entries === undefined ? collections : new Map([['blog', entries], ...collections]);
  plugins.set({ config, code, collections: all });
  return withAddedPages(plugins, { config, locate, sources: found });
}

/** As `withMadeSources`; with equal files, pages and findings it returns the object of before. */
export function createMadeSources(): typeof withMadeSources {
  let last:
    | { readonly files: Sources; readonly key: string; readonly sources: Sources }
    | undefined;
  return async (plugins, input) => {
    const sources = await withMadeSources(plugins, input);
    const key = JSON.stringify([sources.diagnostics, sources.docs.map(({ made }) => made ?? 0)]);
    if (last?.files !== input.sources || last.key !== key)
      last = { files: input.sources, key, sources };
    return last.sources;
  };
}

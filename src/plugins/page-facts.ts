/** The facts of pages for plug-ins, and their additions to pages. */
import * as v from 'valibot';
import type { HeadTag, LoadedPlugin, PluginPage } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ArticleDoc } from '../markdown/parsed-doc.ts';
import { type CallFunction, hintForPlugin, wrongResult } from '../markdown/plugins/call-plugin.ts';
import type { DocTarget } from '../site/doc-links.ts';
import type { DocNode, LocateConfig } from '../site/graph-types.ts';
import { checkTags } from '../site/plugin-head.ts';
import { docTitle } from '../site/sidebar-tree.ts';
import { problemOf } from './added-pages.ts';
import { frozen } from './plugin-context.ts';

/** The additions of all plug-ins to a page. */
export interface Additions {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly badge?: string;
  readonly head: readonly HeadTag[];
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_ADDITIONS: Additions = { head: [], diagnostics: [] };

/** The facts of a page of Markdown. */
export function pageFacts(node: DocNode, doc: ArticleDoc, { links }: DocTarget): PluginPage {
  const { file, frontmatter, description, headings, sections } = doc;
  return {
    route: node.route,
    file: node.source.made?.origin.file ?? file,
    title: docTitle(node),
    description,
    language: node.locale.htmlLang,
    frontmatter,
    headings: headings.map(({ id, level, text, line }) => ({ id, level, text, line })),
    text: sections.map(({ text }) => text).join('\n'),
    links: doc.links.map(({ href, location }, index) => {
      const target = links[index];
      const { line, column } = node.source.made?.origin ?? location;
      const route = target?.type === 'page' ? { route: target.route } : {};
      return { href, ...route, file: location.file, line, column };
    }),
  };
}

const ADDITIONS = v.strictObject({
  properties: v.optional(v.record(v.string(), v.unknown())),
  badge: v.optional(v.pipe(v.string(), v.maxLength(40, 'a word of at most 40 characters'))),
  head: v.optional(v.array(v.unknown())),
});

interface Input {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly call: CallFunction;
  readonly facts: () => PluginPage;
}

/** Asks the plug-ins what they add to a page; those whose promise is pending add nothing yet. */
export function additionsTo({ config, locate, call, facts }: Input): Additions {
  const asked = config.plugins.flatMap((plugin, index) =>
    plugin.page === undefined ? [] : [{ plugin, index, ask: plugin.page }],
  );
  if (asked.length === 0) return NO_ADDITIONS;
  const page = frozen(facts());
  const key = JSON.stringify(page);
  let all = NO_ADDITIONS;
  for (const { plugin, index, ask } of asked) {
    const point = { plugin, point: 'page' };
    const result = call(point, { key }, (context) => ask(page, context));
    if (result?.ok === true && result.value === undefined) continue;
    const added = result && (result.ok ? checked(config, plugin, result.value) : result.message);
    if (typeof added === 'string') {
      const problem = { message: added, hint: hintForPlugin(added) };
      const found = diagnostic('plugin-error', {
        ...problem,
        location: locate(['plugins', index, 'page']),
      });
      all = { ...all, diagnostics: [...all.diagnostics, found] };
    } else if (added !== undefined) {
      const { head, properties, badge = all.badge } = added;
      all = {
        ...all,
        head: [...all.head, ...head],
        ...(badge === undefined ? {} : { badge }),
        ...(properties && { properties: { ...all.properties, ...properties } }),
      };
    }
  }
  return all;
}

/** The additions of one plug-in, or what is wrong with them. */
function checked(
  config: ResolvedConfig,
  plugin: LoadedPlugin,
  value: unknown,
): string | Omit<Additions, 'diagnostics'> {
  const point = { plugin, point: 'page' };
  const given = v.safeParse(ADDITIONS, value);
  if (!given.success)
    return `${wrongResult(point, value, 'additions to the page')}: ${problemOf(ADDITIONS, value)}`;
  const { properties, badge, head = [] } = given.output;
  const tags = checkTags(config, { plugin, point: 'page' }, head);
  if (!('tags' in tags)) return tags.message;
  return {
    head: tags.tags,
    ...(badge === undefined ? {} : { badge }),
    ...(properties && { properties: JSON.parse(JSON.stringify(properties)) }),
  };
}

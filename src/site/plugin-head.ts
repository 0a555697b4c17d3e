import { checkHead } from '../config/checks/site-checks.ts';
import type { HeadInput, HeadTag, LoadedPlugin } from '../config/plugins.ts';
import { isRecord } from '../config/problem.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import {
  type CallFunction,
  hintForPlugin,
  type PluginPoint,
  wrongResult,
} from '../markdown/plugins/call-plugin.ts';
import type { LocateConfig } from './graph-types.ts';

export interface PluginHead {
  readonly tags: readonly HeadTag[];
  readonly diagnostics: readonly Diagnostic[];
}

interface HeadContext {
  readonly config: Pick<ResolvedConfig, 'plugins' | 'security' | 'url'>;
  readonly locate: LocateConfig;
  readonly callPlugin: CallFunction;
}

/** The tags that plug-ins add to the head of a page, in their order; none of a plug-in with a problem. */
export function pluginHead(
  { config, locate, callPlugin }: HeadContext,
  page: HeadInput,
): PluginHead {
  const tags: HeadTag[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, plugin] of config.plugins.entries()) {
    const { head } = plugin;
    if (head === undefined) continue;
    const point = { plugin, point: 'head' };
    const given = Object.freeze({ ...page });
    const called = callPlugin(point, { key: JSON.stringify(page) }, (context) =>
      head(given, context),
    );
    if (called === undefined) continue;
    const result = called.ok ? checkTags(config, point, called.value) : called;
    if ('tags' in result) tags.push(...result.tags);
    else
      diagnostics.push(
        diagnostic('plugin-error', {
          hint: hintForPlugin(result.message),
          ...result,
          location: locate(['plugins', index, 'head']),
        }),
      );
  }
  return { tags, diagnostics };
}

interface Problem {
  readonly message: string;
  readonly hint?: string;
}

/** The tags that a function of a plug-in has returned, or what is wrong with them. */
export function checkTags(
  config: HeadContext['config'],
  point: PluginPoint & { readonly plugin: LoadedPlugin },
  value: unknown,
): Pick<PluginHead, 'tags'> | Problem {
  if (!Array.isArray(value)) return { message: wrongResult(point, value, 'a list of tags') };
  const tags: unknown[] = value;
  if (!tags.every(isTag))
    return {
      message: wrongResult(point, value, 'tags'),
      hint: 'write { tag, attributes }: meta, link, or script with src, and texts as attributes',
    };
  const [refused] = checkHead({ head: tags });
  if (refused !== undefined)
    return { message: `${wrongResult(point, value, 'allowed tags')}: ${refused.message}` };
  const problems = tags.flatMap((tag) => originProblem(config, point.plugin, tag) ?? []);
  return problems[0] ?? { tags };
}

function isTag(value: unknown): value is HeadTag {
  if (!isRecord(value) || !isRecord(value['attributes'])) return false;
  const { tag, attributes } = value;
  const isText = Object.values(attributes).every(
    (text) => text === undefined || typeof text === 'string',
  );
  return (
    isText &&
    (tag === 'meta' || tag === 'link' || (tag === 'script' && attributes['src'] !== undefined))
  );
}

/** True for tags that change what an open page does or shows. */
export function isCodeTag(tag: HeadTag): boolean {
  return tag.tag === 'script' || isStyleSheet(tag);
}

export function isStyleSheet({ tag, attributes: { rel = '' } }: HeadTag): boolean {
  return tag === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(rel);
}

/** Scripts and style sheets of other sites come from origins that the policy allows. */
function originProblem(
  { security, url: own }: HeadContext['config'],
  { name, policy }: LoadedPlugin,
  tag: HeadTag,
): Problem | undefined {
  if (!isCodeTag(tag)) return undefined;
  const kind = tag.tag === 'script' ? 'script' : 'style';
  const address = tag.attributes[kind === 'script' ? 'src' : 'href'] ?? '';
  const { origin } = new URL(address, 'relative://page');
  const allowed = [own, ...policy[kind], ...(kind === 'script' ? security.origins.script : [])];
  const isKnown = allowed.some((entry) => new URL(entry).origin === origin);
  if (isKnown || !/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address)) return undefined;
  return {
    message: `the plug-in "${name}" (head) adds ${address}, which the content security policy refuses`,
    hint: `add policy: { ${kind}: ['${origin}'] } to the plug-in`,
  };
}

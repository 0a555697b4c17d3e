import type { ResolvedConfig } from '../config/site-config.ts';
import { compareDiagnostics, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Loads } from '../html/reference-attributes.ts';
import { groupBy } from '../shared/maps.ts';
import { parseUrl } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';

type PolicyConfig = Pick<ResolvedConfig, 'url' | 'hosting' | 'security' | 'plugins'>;

const NOUNS: Readonly<Record<Loads, string>> = {
  img: 'images',
  media: 'audio and video',
  frame: 'frames',
  script: 'scripts',
  style: 'style sheets',
  object: 'embedded objects',
};

/** Reports each origin that the security policy refuses once for each way of loading, at its first place. */
export function foreignOrigins(
  uses: readonly LinkUse[],
  config: PolicyConfig,
): readonly Diagnostic[] {
  if (config.hosting === 'none') return [];
  const foreign = uses.flatMap(({ href, target, loads, location }) => {
    if (loads === undefined || target.type !== 'external') return [];
    const { origin, protocol } = parseUrl(target.url, config.url) ?? {};
    // Other rules judge `data:` and the like.
    if (origin === undefined || !/^https?:$/.test(protocol ?? '')) return [];
    if (isAllowed(config, loads, origin)) return [];
    return [{ href, loads, location, origin, resolved: target.url }];
  });
  const groups = groupBy(foreign, ({ loads, origin }) => `${loads} ${origin}`);
  return [...groups.values()].flatMap((group) => {
    const places = group.map(({ location: at }) => `${at.file}:${at.line}:${at.column}`);
    const others = new Set(places).size - 1;
    const more = others === 0 ? '' : ` (${others} more ${others === 1 ? 'place' : 'places'})`;
    const all = group.map(({ href, loads, location, origin, resolved }) =>
      diagnostic('foreign-origin', {
        message: `the security policy does not allow ${NOUNS[loads]} from ${origin}${more}`,
        location,
        hint:
          loads === 'style' || loads === 'object'
            ? 'publish a copy with the site, below the folder of static files'
            : `add '${origin}' to security.origins.${loads} in the configuration`,
        link: { href, resolved, suggestions: [] },
      }),
    );
    return all.sort(compareDiagnostics).slice(0, 1);
  });
}

function isAllowed(
  { url, security, plugins }: PolicyConfig,
  loads: Loads,
  origin: string,
): boolean {
  const { img, media, frame, script } = security.origins;
  const listed: Readonly<Record<Loads, readonly string[]>> = {
    img: [...img, ...plugins.flatMap(({ policy }) => policy.img)],
    media,
    frame,
    script: [...script, ...plugins.flatMap(({ policy }) => policy.script)],
    style: plugins.flatMap(({ policy }) => policy.style),
    object: [],
  };
  return [url, ...listed[loads]].some((entry) => parseUrl(entry)?.origin === origin);
}

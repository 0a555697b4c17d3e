import type { ResolvedConfig } from '../config/site-config.ts';
import { compareDiagnostics, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Loads } from '../html/reference-attributes.ts';
import { parseUrl } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';

type PolicyConfig = Pick<ResolvedConfig, 'url' | 'hosting' | 'security' | 'plugins'>;

/** References to one origin of one kind, by place. */
interface Group {
  readonly loads: Loads;
  readonly origin: string;
  readonly places: Map<string, LinkUse>;
}

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
  const groups = new Map<string, Group>();
  for (const use of uses) {
    const { target, loads, location } = use;
    if (loads === undefined || target.type !== 'external') continue;
    const origin = originOf(target.url, config.url);
    if (origin === undefined || isAllowed(config, loads, origin)) continue;
    const group = groups.get(`${loads} ${origin}`) ?? { loads, origin, places: new Map() };
    groups.set(`${loads} ${origin}`, group);
    group.places.set(`${location.file}:${location.line}:${location.column}`, use);
  }
  return [...groups.values()].map(describe);
}

/** The origin of a web address; undefined for `data:` and the like, which other rules judge. */
function originOf(address: string, own: string): string | undefined {
  const url = parseUrl(address, own);
  return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url.origin;
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

function describe({ loads, origin, places }: Group): Diagnostic {
  const others = places.size - 1;
  const more = others === 0 ? '' : ` (${others} more ${others === 1 ? 'place' : 'places'})`;
  const hasKey = loads !== 'style' && loads !== 'object';
  const all = [...places.values()].map(({ href, location, target }) =>
    diagnostic('foreign-origin', {
      message: `the security policy does not allow ${NOUNS[loads]} from ${origin}${more}`,
      location,
      hint: hasKey
        ? `add '${origin}' to security.origins.${loads} in the configuration`
        : 'publish a copy with the site, below the folder of static files',
      link: {
        href,
        ...(target.type === 'external' ? { resolved: target.url } : {}),
        suggestions: [],
      },
    }),
  );
  return all.reduce((first, entry) => (compareDiagnostics(entry, first) < 0 ? entry : first));
}

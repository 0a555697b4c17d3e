import { fixedLevel } from '../../diagnostics/codes.ts';
import type { Rules } from '../../diagnostics/levels.ts';
import { toRoute } from '../../shared/paths.ts';
import { checkScheme } from '../formats/address.ts';
import { checkFormat } from '../formats/formats.ts';
import {
  type ConfigPath,
  didYouMean,
  keyProblem,
  missingProblem,
  type Problem,
  printConfigPath,
  valueProblem,
} from '../problem.ts';
import type { AcceptedConfig } from '../schema.ts';
import { isPattern } from '../redirect-patterns.ts';
import { siteFolders } from '../folders.ts';
import { CURRENT, DEFAULT_ID, frozenVersions } from '../versions.ts';
import { namedFolders, type SiteLocation } from './folders.ts';

/** Default id of a description. */
const DEFAULT_API_ID = 'api';

/** The ids of all that has versions: docs sets, and APIs with several versions. */
export function setIds({ docs = [{}], openapi = [] }: AcceptedConfig): readonly string[] {
  const apis = openapi.filter(({ versions }) => versions !== undefined);
  return [...docs.map(({ id = DEFAULT_ID }) => id), ...apis.map(({ id = DEFAULT_API_ID }) => id)];
}

/** Checks that each API has one description or versions, and that their names differ from each other and from docs sets. */
export function checkApiVersions({ docs = [{}], openapi = [] }: AcceptedConfig): Problem[] {
  const sets = docs.map(({ id = DEFAULT_ID }) => id);
  return openapi.flatMap(({ id = DEFAULT_API_ID, spec, versions }, index): Problem[] => {
    const path = ['openapi', index];
    if (versions === undefined)
      return spec === undefined ? [missingProblem(path, 'spec', "add spec: 'openapi.yaml'")] : [];
    const names = duplicates(versions.map(({ name }) => name));
    return [
      ...(spec === undefined
        ? []
        : [valueProblem([...path, 'spec'], 'is given beside versions', 'make it one of versions')]),
      ...names.map(({ index: at, value, first }) =>
        valueProblem(
          [...path, 'versions', at, 'name'],
          `has the name "${value}" of versions[${first}]`,
          'give each version another name',
        ),
      ),
      ...(sets.includes(id)
        ? [
            valueProblem(
              path,
              `has the id "${id}" of a docs set`,
              `give it another id: id: '${id}-api'`,
            ),
          ]
        : []),
    ];
  });
}

/** Checks that ids of docs sets and of OpenAPI descriptions are unique. */
export function checkIds({ docs = [], openapi = [] }: AcceptedConfig): Problem[] {
  const kinds = [
    ['docs', docs, DEFAULT_ID],
    ['openapi', openapi, DEFAULT_API_ID],
  ] as const;
  return kinds.flatMap(([key, entries, byDefault]) =>
    duplicates(entries.map(({ id = byDefault }) => id)).map(({ index, first, value }) => {
      const isWritten = entries[index]?.id !== undefined;
      const path = isWritten ? [key, index, 'id'] : [key, index];
      const reason = `has the id "${value}" of ${key}[${first}]${isWritten ? '' : ', because it gives none'}`;
      const hint = `give ${key}[${index}] another id: id: '${value}-2'`;
      return valueProblem(path, reason, hint);
    }),
  );
}

/** Finds values that repeat an earlier one, at `first`; ignores case, since some file systems do. */
function duplicates(values: readonly string[]) {
  const folded = values.map((value) => value.toLowerCase());
  return values
    .map((value, index) => ({ value, index, first: folded.indexOf(folded[index] ?? '') }))
    .filter(({ index, first }) => first < index);
}

export const DEFAULT_TOC = { min: 2, max: 3 } as const;

/** Checks that `toc.min` is not above `toc.max`; a default follows `min`. */
export function checkToc({ toc: { min = DEFAULT_TOC.min, max } = {} }: AcceptedConfig): Problem[] {
  if (max === undefined || min <= max) return [];
  const hint = `write min: ${max}, max: ${min}`;
  return [valueProblem(['toc', 'min'], `is ${min}, above toc.max (${max})`, hint)];
}

const WAYS = ['to', 'href', 'html'] as const;

/** Checks that each footer item has exactly one of `to`, `href` (with `label`) and `html`. */
export function checkFooter({ footer }: AcceptedConfig): Problem[] {
  return (footer?.links ?? []).flatMap((entry, index) => {
    const path = ['footer', 'links', index];
    return 'items' in entry
      ? entry.items.flatMap((item, position) => checkItem(item, [...path, 'items', position]))
      : checkItem(entry, path);
  });
}

type FooterItem = { readonly [Key in (typeof WAYS)[number] | 'label']?: string | undefined };

function checkItem(item: FooterItem, path: ConfigPath): Problem[] {
  const [first, ...others] = WAYS.filter((key) => item[key] !== undefined);
  if (first === undefined) {
    const message = `${printConfigPath(path)} needs "to", "href" or "html"`;
    const hint = "add to: '/docs/guide' for a page, or href: 'https://example.com'";
    return [{ code: 'config-missing', path, message, hint }];
  }
  const surplus = first === 'html' && item.label !== undefined ? ['label'] : others;
  const problems = surplus.map((key) =>
    keyProblem([...path, key], `cannot be combined with "${first}"`, 'remove one of them'),
  );
  if (first === 'html' || item.label !== undefined) return problems;
  return [...problems, missingProblem(path, 'label', "add the text of the link: label: 'Guide'")];
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

interface Tag {
  readonly tag: string;
  readonly attributes?: Attributes | undefined;
}

/** Checks that attributes of head elements neither run inline code nor use a refused scheme. */
export function checkHead({
  head = [],
}: {
  readonly head?: readonly Tag[] | undefined;
}): Problem[] {
  return head.flatMap(({ tag, attributes = {} }, index) => {
    const path = ['head', index, 'attributes'];
    const names = Object.entries(attributes).flatMap(([name, value]) =>
      checkAttribute([...path, name], name, typeof value === 'string' ? value : ''),
    );
    const script = tag === 'script' ? checkScript(attributes, path) : [];
    return [...names, ...script, ...checkRefresh(attributes, [...path, 'content'])];
  });
}

function checkScript({ src, crossorigin, integrity }: Attributes, path: ConfigPath): Problem[] {
  const inFile =
    'put the code into a file below static/ and name it: the security policy refuses inline code';
  if (typeof src !== 'string') return [missingProblem(path, 'src', inFile)];
  if (src.startsWith('//'))
    return [valueProblem([...path, 'src'], `has no scheme: "${src}"`, `write "https:${src}"`)];
  if (!/^https?:\/\//i.test(src) || crossorigin !== undefined || integrity === undefined) return [];
  const hint = "add crossorigin: 'anonymous'";
  return [
    keyProblem([...path, 'integrity'], 'needs crossorigin, or browsers refuse the script', hint),
  ];
}

/** Names of attributes that are refused, with the reason and the remedy. */
const REFUSED: readonly (readonly [name: RegExp, reason: string, hint: string])[] = [
  [
    /^(?![a-z][a-z0-9:._-]*$)/i,
    'is not the name of an attribute',
    'use letters, digits, "-", "_", ":" and "."',
  ],
  [
    /^on/i,
    'would run a script, which is refused',
    'add the listener in a file of static/ that a script element loads',
  ],
  [
    /^style$/i,
    'would need inline styles, which the site does without',
    'write the style into templates/styles.css',
  ],
];

function checkAttribute(path: ConfigPath, name: string, value: string): Problem[] {
  const [, reason, hint] = REFUSED.find(([pattern]) => pattern.test(name)) ?? [];
  if (reason !== undefined) return [keyProblem(path, reason, hint)];
  return /^(?:href|src)$/i.test(name) ? schemeProblem(path, value) : [];
}

// HTML standard: the content of a refresh is seconds and, after "url=", an address in optional quotes.
function checkRefresh(attributes: Attributes, path: ConfigPath): Problem[] {
  const isRefresh = Object.entries(attributes).some(
    ([name, value]) => /^http-equiv$/i.test(name) && /^\s*refresh\s*$/i.test(String(value)),
  );
  const start = /^[\s\d.]*[;,]?\s*(?:url\s*=\s*)?["']?/i;
  const address = String(attributes['content'] ?? '').replace(start, '');
  return isRefresh ? schemeProblem(path, address) : [];
}

function schemeProblem(path: ConfigPath, address: string): Problem[] {
  const refused = checkScheme(address);
  if (refused === undefined) return [];
  const { reason, hint, code = 'config-value' } = refused;
  return [{ ...valueProblem(path, reason, hint), code }];
}

/** Checks that locale codes are unique and include the default locale. */
export function checkLocales({ i18n }: AcceptedConfig): Problem[] {
  const codes = (i18n?.locales ?? []).map(({ code }) => code);
  const repeated = duplicates(codes).map(({ index, first, value }) =>
    valueProblem(
      ['i18n', 'locales', index, 'code'],
      `repeats "${value}" of i18n.locales[${first}]`,
      'remove one of them',
    ),
  );
  const chosen = i18n?.defaultLocale;
  if (chosen === undefined || codes.length === 0 || codes.includes(chosen)) return repeated;
  const hint =
    didYouMean(chosen, codes) ??
    `write defaultLocale: '${codes[0]}', or add { code: '${chosen}' } to i18n.locales`;
  const reason = `is "${chosen}", which is not in i18n.locales`;
  return [...repeated, valueProblem(['i18n', 'defaultLocale'], reason, hint)];
}

const STAR_HINT = 'end both with "/*"';

/** Checks that redirects have different paths and another target. */
export function checkRedirects({ redirects = [] }: AcceptedConfig): Problem[] {
  const sources = redirects.map(({ from }) => toRoute(from));
  const repeated = duplicates(sources).map(({ index, first, value }) =>
    valueProblem(
      ['redirects', index, 'from'],
      `repeats "${value}" of redirects[${first}]`,
      'keep the one with the right target',
    ),
  );
  const circles = redirects.flatMap(({ from, to }, index) => {
    const path = ['redirects', index, 'to'];
    const isFolder = isPattern({ from });
    if (to.includes('*') && !(isFolder && /^[^*]*\/\*$/.test(to)))
      return [valueProblem(path, 'has a "*" that stands for no part of "from"', STAR_HINT)];
    if (!to.startsWith('/')) return [];
    const route = toRoute(to.replace(/[?#].*$/s, ''));
    const isCircle = isFolder ? `${route}/`.startsWith(from.slice(0, -1)) : route === toRoute(from);
    const reason = `leads to where the redirect starts: "${from}"`;
    return isCircle ? [valueProblem(path, reason, 'name another page, or remove it')] : [];
  });
  return [...repeated, ...circles];
}

/** Checks that settings of versions name `current` or a folder of frozen docs. */
export function checkVersions(config: AcceptedConfig, site: SiteLocation): Problem[] {
  const { docs = [] } = config;
  const folders = siteFolders(site.siteDir, site.exists, namedFolders(config, site));
  return docs.flatMap(({ id = DEFAULT_ID, versions = {}, lastVersion }, index) => {
    const { folder, prefix, names } = frozenVersions(site, folders, { id, index });
    const known = [CURRENT, ...names];
    const unknown = (name: string, path: ConfigPath): Problem[] =>
      known.includes(name) || checkFormat('id', name) !== undefined
        ? []
        : [
            valueProblem(
              path,
              `names the version "${name}", but there is no folder "${folder}/${prefix}${name}"`,
              didYouMean(name, known) ??
                (known.length > 1
                  ? `versions: ${known.join(', ')}`
                  : `run \`docs version ${name}\` to make it, or remove the line`),
            ),
          ];
    return [
      ...Object.keys(versions).flatMap((name) => unknown(name, ['docs', index, 'versions', name])),
      ...(lastVersion === undefined ? [] : unknown(lastVersion, ['docs', index, 'lastVersion'])),
    ];
  });
}

/** Refuses levels that a code cannot have. */
export function checkRules({ rules = {}, links, openapi = [] }: AcceptedConfig): Problem[] {
  const all: readonly (readonly [ConfigPath, Rules])[] = [
    [['rules'], rules],
    [['links', 'rules'], links?.rules ?? {}],
    ...openapi.map((entry, index) => [['openapi', index, 'rules'], entry.rules ?? {}] as const),
  ];
  return all.flatMap(([path, levels]) =>
    Object.entries(levels).flatMap(([code, level]) => {
      const reason = fixedLevel(code, level);
      if (reason === undefined) return [];
      const message = `${printConfigPath([...path, code])}: ${reason}`;
      const hint = 'remove the line, and repair what the finding names';
      return [{ code: 'config-value', path: [...path, code], message, hint, at: 'key' } as const];
    }),
  );
}

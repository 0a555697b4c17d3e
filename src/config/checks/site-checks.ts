import { fixedLevel } from '../../diagnostics/codes.ts';
import { itemAt } from '../../shared/item-at.ts';
import { toRoute } from '../../shared/paths.ts';
import { checkScheme } from '../formats/address.ts';
import { checkFormat } from '../formats/formats.ts';
import {
  type ConfigPath,
  didYouMean,
  isRecord,
  keyProblem,
  listAt,
  missingProblem,
  type Problem,
  printConfigPath,
  stringAt,
  stringEntries,
  valueAt,
  valueProblem,
} from '../problem.ts';
import { isPattern } from '../redirect-patterns.ts';
import { CURRENT, frozenVersions, versionsFolder } from '../versions.ts';
import type { SiteLocation } from './folders.ts';

const DEFAULT_ID = 'default';

/** Default id of a description. */
const DEFAULT_API_ID = 'api';

/** The ids of the docs sets, or the default id. */
export function docsIds(config: unknown): readonly string[] {
  if (valueAt(config, 'docs') === undefined) return [DEFAULT_ID];
  return idsOf(config, 'docs', DEFAULT_ID);
}

/** Checks that ids of docs sets and of OpenAPI descriptions are unique. */
export function checkIds(config: unknown): Problem[] {
  const kinds = [
    ['docs', DEFAULT_ID],
    ['openapi', DEFAULT_API_ID],
  ] as const;
  return kinds.flatMap(([key, byDefault]) =>
    duplicates(idsOf(config, key, byDefault)).map(({ index, first, value }) => {
      const written = stringAt(listAt(config, key)[index], 'id') !== undefined;
      const path = written ? [key, index, 'id'] : [key, index];
      const reason = `has the id "${value}" of ${key}[${first}]${written ? '' : ', because it gives none'}`;
      const hint = `give ${key}[${index}] another id: id: '${value}-2'`;
      return valueProblem(path, reason, hint);
    }),
  );
}

function idsOf(config: unknown, key: string, byDefault: string): string[] {
  return listAt(config, key).map((entry) => stringAt(entry, 'id') ?? byDefault);
}

/** A value that repeats an earlier one. */
interface Duplicate {
  readonly index: number;
  /** Index of the earlier one. */
  readonly first: number;
  readonly value: string;
}

/** Finds repeated values, ignoring case, since some file systems do. */
function duplicates(values: readonly (string | undefined)[]): Duplicate[] {
  const seen = new Map<string, number>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    const first = seen.get(value.toLowerCase());
    if (first !== undefined) return [{ index, first, value }];
    seen.set(value.toLowerCase(), index);
    return [];
  });
}

export const DEFAULT_TOC = { min: 2, max: 3 } as const;

/** Checks that `toc.min` is not above `toc.max`; a default follows `min`. */
export function checkToc(config: unknown): Problem[] {
  const toc = valueAt(config, 'toc');
  const [min = DEFAULT_TOC.min, max] = [valueAt(toc, 'min'), valueAt(toc, 'max')];
  if (typeof min !== 'number' || typeof max !== 'number' || !(min > max)) return [];
  return [
    valueProblem(
      ['toc', 'min'],
      `is ${min}, above toc.max (${max})`,
      `write min: ${max}, max: ${min}`,
    ),
  ];
}

const NEEDS_TARGET = "add to: '/docs/guide' for a page, or href: 'https://example.com'";

const WAYS = ['to', 'href', 'html'] as const;

/** Checks that each footer item has exactly one of `to`, `href` (with `label`) and `html`. */
export function checkFooter(config: unknown): Problem[] {
  return listAt(valueAt(config, 'footer'), 'links').flatMap((entry, index) => {
    const path = ['footer', 'links', index];
    // One with a title is a column, whose missing items are reported already.
    if (valueAt(entry, 'items') === undefined)
      return valueAt(entry, 'title') === undefined ? checkItem(entry, path) : [];
    return listAt(entry, 'items').flatMap((item, position) =>
      checkItem(item, [...path, 'items', position]),
    );
  });
}

function checkItem(item: unknown, path: ConfigPath): Problem[] {
  if (!isRecord(item)) return [];
  const [first, ...others] = WAYS.filter((key) => valueAt(item, key) !== undefined);
  if (first === undefined) {
    return [
      {
        code: 'config-missing',
        path,
        message: `${printConfigPath(path)} needs "to", "href" or "html"`,
        hint: NEEDS_TARGET,
      },
    ];
  }
  const surplus = first === 'html' && valueAt(item, 'label') !== undefined ? ['label'] : others;
  const problems = surplus.map((key) =>
    keyProblem([...path, key], `cannot be combined with "${first}"`, 'remove one of them'),
  );
  const lacksLabel = first !== 'html' && valueAt(item, 'label') === undefined;
  return lacksLabel
    ? [...problems, missingProblem(path, 'label', "add the text of the link: label: 'Guide'")]
    : problems;
}

/** Checks that attributes of head elements neither run inline code nor use a refused scheme. */
export function checkHead(config: unknown): Problem[] {
  return listAt(config, 'head').flatMap((tag, index) => {
    const attributes = valueAt(tag, 'attributes');
    const path = ['head', index, 'attributes'];
    const entries = isRecord(attributes) ? Object.entries(attributes) : [];
    const names = entries.flatMap(([name, value]) =>
      checkAttribute([...path, name], name, typeof value === 'string' ? value : ''),
    );
    const script = valueAt(tag, 'tag') === 'script' ? checkScript(attributes, path) : [];
    return [...names, ...script, ...checkRefresh(attributes, [...path, 'content'])];
  });
}

function checkScript(attributes: unknown, path: ConfigPath): Problem[] {
  const src = stringAt(attributes, 'src');
  if (src === undefined)
    return [
      missingProblem(
        path,
        'src',
        'put the code into a file below static/ and name it: the security policy refuses inline code',
      ),
    ];
  const isForeign = /^(?:https?:)?\/\//i.test(src);
  if (isForeign && !/^https?:/i.test(src))
    return [valueProblem([...path, 'src'], `has no scheme: "${src}"`, `write "https:${src}"`)];
  const lacksMode = valueAt(attributes, 'crossorigin') === undefined;
  if (!isForeign || !lacksMode || valueAt(attributes, 'integrity') === undefined) return [];
  const hint = "add crossorigin: 'anonymous'";
  return [
    keyProblem([...path, 'integrity'], 'needs crossorigin, or browsers refuse the script', hint),
  ];
}

function checkAttribute(path: ConfigPath, name: string, value: string): Problem[] {
  if (!/^[a-z][a-z0-9:._-]*$/i.test(name))
    return [
      keyProblem(
        path,
        'is not the name of an attribute',
        'use letters, digits, "-", "_", ":" and "."',
      ),
    ];
  if (/^on/i.test(name))
    return [
      keyProblem(
        path,
        'would run a script, which is refused',
        'add the listener in a file of static/ that a script element loads',
      ),
    ];
  if (/^style$/i.test(name))
    return [
      keyProblem(
        path,
        'would need inline styles, which the site does without',
        'write the style into templates/styles.css',
      ),
    ];
  if (!/^(?:href|src)$/i.test(name)) return [];
  return schemeProblem(path, value);
}

// HTML standard: the content of a refresh is seconds and, after "url=", an address in optional quotes.
function checkRefresh(attributes: unknown, path: ConfigPath): Problem[] {
  const entries = stringEntries(attributes);
  const isRefresh = entries.some(
    ([name, value]) => /^http-equiv$/i.test(name) && /^\s*refresh\s*$/i.test(value),
  );
  if (!isRefresh) return [];
  const content = stringAt(attributes, 'content') ?? '';
  const address = content.replace(/^[\s\d.]*[;,]?\s*(?:url\s*=\s*)?["']?/i, '');
  return schemeProblem(path, address);
}

function schemeProblem(path: ConfigPath, address: string): Problem[] {
  const refused = checkScheme(address);
  if (refused === undefined) return [];
  return [
    { ...valueProblem(path, refused.reason, refused.hint), code: refused.code ?? 'config-value' },
  ];
}

/** Checks that locale codes are unique and include the default locale. */
export function checkLocales(config: unknown): Problem[] {
  const i18n = valueAt(config, 'i18n');
  const codes = listAt(i18n, 'locales').map((locale) => stringAt(locale, 'code'));
  const repeated = duplicates(codes).map(({ index, first, value }) =>
    valueProblem(
      ['i18n', 'locales', index, 'code'],
      `repeats "${value}" of i18n.locales[${first}]`,
      'remove one of them',
    ),
  );
  const known = codes.flatMap((code) => code ?? []);
  const chosen = stringAt(i18n, 'defaultLocale');
  if (chosen === undefined || known.length === 0 || known.includes(chosen)) return repeated;
  const hint =
    didYouMean(chosen, known) ??
    `write defaultLocale: '${known[0]}', or add { code: '${chosen}' } to i18n.locales`;
  const reason = `is "${chosen}", which is not in i18n.locales`;
  return [...repeated, valueProblem(['i18n', 'defaultLocale'], reason, hint)];
}

const STAR_HINT = 'end both with "/*"';

/** Checks that redirects have different paths and another target. */
export function checkRedirects(config: unknown): Problem[] {
  const redirects = listAt(config, 'redirects').map((redirect) => ({
    from: stringAt(redirect, 'from'),
    to: stringAt(redirect, 'to'),
  }));
  const sources = redirects.map(({ from }) => (from === undefined ? undefined : toRoute(from)));
  const repeated = duplicates(sources).map(({ index, first, value }) =>
    valueProblem(
      ['redirects', index, 'from'],
      `repeats "${value}" of redirects[${first}]`,
      'keep the one with the right target',
    ),
  );
  const circles = redirects.flatMap(({ from, to }, index) => {
    if (from === undefined || to === undefined) return [];
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
export function checkVersions(config: unknown, site: SiteLocation): Problem[] {
  const ids = docsIds(config);
  return listAt(config, 'docs').flatMap((set, index) => {
    const folder = versionsFolder(index, itemAt(ids, index));
    const known = [CURRENT, ...frozenVersions(site, folder)];
    const unknown = (name: string, path: ConfigPath): Problem[] =>
      known.includes(name) || checkFormat('id', name) !== undefined
        ? []
        : [
            valueProblem(
              path,
              `names the version "${name}", but there is no folder "${folder}/${name}"`,
              didYouMean(name, known) ??
                (known.length > 1
                  ? `versions: ${known.join(', ')}`
                  : `run \`docs version ${name}\` to make it, or remove the line`),
            ),
          ];
    const settings = valueAt(set, 'versions');
    const names = isRecord(settings) ? Object.keys(settings) : [];
    const last = stringAt(set, 'lastVersion');
    return [
      ...names.flatMap((name) => unknown(name, ['docs', index, 'versions', name])),
      ...(last === undefined ? [] : unknown(last, ['docs', index, 'lastVersion'])),
    ];
  });
}

/** Refuses rules for codes whose level is fixed. */
export function checkRules(config: unknown): Problem[] {
  const rules: readonly (readonly [ConfigPath, unknown])[] = [
    [['rules'], valueAt(config, 'rules')],
    [['links', 'rules'], valueAt(valueAt(config, 'links'), 'rules')],
    ...listAt(config, 'openapi').map(
      (entry, index) => [['openapi', index, 'rules'], valueAt(entry, 'rules')] as const,
    ),
  ];
  return rules.flatMap(([path, value]) =>
    stringEntries(value).flatMap(([code]) => {
      const reason = fixedLevel(code);
      if (reason === undefined) return [];
      const message = `${printConfigPath([...path, code])}: ${reason}`;
      const hint = 'remove the line, and repair what the finding names';
      return [{ code: 'config-value', path: [...path, code], message, hint, at: 'key' } as const];
    }),
  );
}

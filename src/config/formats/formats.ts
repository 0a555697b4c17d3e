import { decodeSafely, resolveDotSegments, toFilePath } from '../../shared/paths.ts';
import {
  checkHref,
  checkOrigin,
  checkScheme,
  checkSchemeName,
  checkWebAddress,
  parseWebUrl,
  type Refusal,
} from './address.ts';
import { utcTime } from './date.ts';

const LONGEST_REGEX = 200;

/** Refuses expressions that do not compile, are too long, or nest repetitions, which can take exponential time. */
export function checkPathRegex(pattern: string): Refusal | undefined {
  if (pattern.length > LONGEST_REGEX) {
    return {
      reason: `must have at most ${LONGEST_REGEX} characters, found ${pattern.length}`,
      hint: 'use activeBasePath',
    };
  }
  try {
    RegExp(pattern, 'i');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = message.replace(/^Invalid regular expression: .*\/i?: /s, '');
    return { reason: `is not a regular expression: ${failure}` };
  }
  if (!hasNestedQuantifier(pattern)) return undefined;
  return {
    reason: 'repeats a group that repeats something itself, which can take exponential time',
    hint: 'take the inner or the outer "*", "+" or "{…}" away',
  };
}

/** True when a quantified group (`*`, `+`, `{…}`) contains a quantifier (these or `?`). Expects a valid pattern. */
export function hasNestedQuantifier(pattern: string): boolean {
  // Whether each open group has a quantifier; the first one is the whole pattern.
  const groups = [false];
  for (const [token, isRepeated] of pattern.matchAll(
    /\\.|\[(?:\\.|[^\]\\])*\]|\(\??|\)(?=([*+]|\{\d+(?:,\d*)?\})?)|[*+?]|\{\d+(?:,\d*)?\}/gs,
  )) {
    if (token.startsWith('(')) groups.push(false);
    else if (token === ')') {
      const isQuantified = groups.pop() === true;
      if (isQuantified && isRepeated !== undefined) return true;
      if (isQuantified) groups[groups.length - 1] = true;
    } else if (/^[*+?{]/.test(token)) groups[groups.length - 1] = true;
  }
  return false;
}

/** Formats of strings in the configuration. Every format refuses the empty string. */
export type FormatName = keyof typeof FORMATS;

/** An example, the words after "must be", and the check: a pattern, or a function that gives the reason of a refusal. */
type Format = readonly [
  example: string,
  description: string,
  check: RegExp | ((value: string) => Refusal | undefined),
];

const NUMBER = String.raw`[+-]?[\d.]+(?:%|deg|rad|turn)?`;
/** The forms of CSS Color 4 that can only be a color, because the value is written into a style sheet. */
const COLOR = new RegExp(
  String.raw`^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*${NUMBER}(?:[\s,/]+${NUMBER}){2,3}\s*\))$`,
  'i',
);

const FORMATS = {
  nonEmpty: ['Text', 'text that is not empty', /^/],
  id: [
    'name',
    'letters, digits, ".", "_" and "-", starting with a letter or digit',
    /^\w(?:[\w.-]*[\w-])?$/,
  ],
  languageTag: ['en', 'a language tag such as "en" or "pt-BR"', checkLanguageTag],
  siteUrl: ['https://docs.example.com', 'an http or https origin', checkSiteUrl],
  origin: ['https://example.com', 'an http or https origin', checkOrigin],
  webAddress: ['https://example.com', 'an http or https address', checkWebAddress],
  href: ['/docs/guide', 'an address or a path of the site', checkHref],
  scheme: ['vscode', 'the name of a URL scheme such as "vscode"', checkSchemeName],
  baseUrl: ['/docs/', 'a path such as "/docs/"', checkBaseUrl],
  route: ['/docs', 'a path such as "/docs"', checkRoute],
  sitePath: ['/docs/guide', 'a path inside the site that starts with "/"', checkSitePath],
  redirectSource: ['/old', 'a path inside the site that starts with "/"', checkRedirectSource],
  redirectTarget: [
    '/docs/guide',
    'a path that starts with "/", or an http or https address',
    checkRedirectTarget,
  ],
  insidePath: ['folder/file', 'a path below the site folder', checkInsidePath],
  staticPath: ['logo.svg', 'a path below the static folder', checkStaticPath],
  color: ['#0055aa', 'a CSS color: #rgb, #rrggbb, rgb(), hsl() or a color name', COLOR],
  date: [
    '2026-01-31',
    'a date such as 2026-01-31, or with a time: 2026-01-31T12:00:00Z',
    (value: string): Refusal | undefined =>
      utcTime(value) === undefined ? mustBe('date', value) : undefined,
  ],
  glob: [
    '/docs/internal/**',
    'a path that starts with "/", with * and **',
    (value: string): Refusal | undefined =>
      value.startsWith('/') ? undefined : mustBe('glob', value, `did you mean "/${value}"?`),
  ],
  message: [
    'Text',
    'text without control characters',
    // Control characters may have a meaning in pages.
    (value: string): Refusal | undefined =>
      /[^\P{Cc}\t\n]/u.test(value) ? { reason: 'has a control character' } : undefined,
  ],
  regex: ['^/docs/', 'a regular expression of at most 200 characters', checkPathRegex],
} as const satisfies Record<string, Format>;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Returns why `value` does not have the format, or undefined. */
export function checkFormat(format: FormatName, value: string): Refusal | undefined {
  const [example, , check]: Format = FORMATS[format];
  if (!/\S/.test(value))
    return { reason: 'must not be empty', hint: `write a value such as '${example}'` };
  if (typeof check === 'function') return check(value);
  return check.test(value) ? undefined : mustBe(format, value);
}

/** Returns the format in words: completes "must be …". */
export function describeFormat(format: FormatName): string {
  return FORMATS[format][1];
}

/** Returns an example of the format that the messages of a schema name; a text if there is none. */
export function exampleOfFormat(messages: readonly unknown[]): string {
  const format = messages.find((message) => typeof message === 'string' && isFormatName(message));
  return FORMATS[typeof format === 'string' && isFormatName(format) ? format : 'nonEmpty'][0];
}

function mustBe(format: FormatName, value: string, hint?: string): Refusal {
  const [example, description] = FORMATS[format];
  const reason = `must be ${description}, found "${value}"`;
  return { reason, hint: hint ?? `write it like '${example}'` };
}

function checkSiteUrl(value: string): Refusal | undefined {
  const refusal = checkOrigin(value);
  const url = parseWebUrl(value);
  if (refusal === undefined || url === undefined || url.pathname === '/') return refusal;
  return { ...refusal, hint: `write "${url.origin}" and put the path into baseUrl` };
}

// The shape of BCP 47 (RFC 5646): language, script, region, variants; no extensions.
function checkLanguageTag(value: string): Refusal | undefined {
  const shape =
    /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*$/i;
  if (shape.test(value)) return undefined;
  const dashed = value.replaceAll('_', '-');
  return mustBe('languageTag', value, shape.test(dashed) ? `did you mean "${dashed}"?` : undefined);
}

function checkBaseUrl(value: string): Refusal | undefined {
  const url = parseWebUrl(value);
  if (url !== undefined) return mustBe('baseUrl', value, `"${url.origin}" belongs into url`);
  const isPath = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2})+$/i.test(value);
  return isPath && isPlainPath(value) ? undefined : mustBe('baseUrl', value);
}

function checkRoute(value: string): Refusal | undefined {
  if (/[?#]/.test(value)) return { reason: 'must be a path without query and fragment' };
  return isPlainPath(value) ? undefined : mustBe('route', value);
}

/** True for a path without a scheme, two slashes in a row, dot segments and control characters. */
function isPlainPath(value: string): boolean {
  const decoded = decodeSafely(value);
  const isAddress = /^[a-z][a-z0-9+.-]*:|\/\/|[\\\p{Cc}]/iu.test(value);
  return decoded !== undefined && !isAddress && !/(?:^|\/)\.\.?(?:\/|$)/.test(decoded);
}

function checkSitePath(value: string): Refusal | undefined {
  const refused = checkScheme(value);
  if (refused !== undefined) return refused;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(value)) {
    return mustBe('sitePath', value, 'use href for addresses outside the site');
  }
  if (/[\\\p{Cc}]/u.test(value)) return mustBe('sitePath', value);
  if (!value.startsWith('/'))
    return mustBe(
      'sitePath',
      value,
      `did you mean "/${value.replace(/^(?:\.\/)+|\.mdx?$/g, '')}"?`,
    );
  const path = value.replace(/[?#].*$/s, '');
  return resolveDotSegments(path).escaped
    ? { code: 'outside-root', reason: 'climbs out of the site', hint: 'remove "../"' }
    : undefined;
}

function checkRedirectSource(value: string): Refusal | undefined {
  const isPattern = /\*|\/:\w/.test(value.replace(/\/\*$/, '')) || value === '/*';
  if (isPattern)
    return {
      reason: `is a pattern other than "/folder/*": "${value}"`,
      hint: 'write a redirect for each old address, or a rule of your host',
    };
  if (value.startsWith('/') && isPlainPath(value)) return checkRoute(value);
  const isName = /^[\w-]/.test(value) && isPlainPath(value);
  return mustBe('redirectSource', value, isName ? `did you mean "/${value}"?` : undefined);
}

function checkRedirectTarget(value: string): Refusal | undefined {
  if (parseWebUrl(value) !== undefined) return undefined;
  if (value.startsWith('/') && !value.startsWith('//')) return checkSitePath(value);
  return checkScheme(value) ?? mustBe('redirectTarget', value);
}

function checkInsidePath(value: string): Refusal | undefined {
  const scheme = /^[a-z][a-z0-9+.-]+:/i.exec(value)?.[0];
  if (scheme !== undefined)
    return mustBe('insidePath', value, 'download the file into the site folder');
  if (value.includes('\0')) return mustBe('insidePath', value);
  const path = toFilePath(value);
  const leaves = path.startsWith('/') || /^[a-z]:/i.test(path) || resolveDotSegments(path).escaped;
  return leaves
    ? {
        code: 'path-outside-root',
        reason: `leads out of its folder: "${value}"`,
        hint: 'move it into the site folder, or the configuration into a folder above both',
      }
    : undefined;
}

function checkStaticPath(value: string): Refusal | undefined {
  const refused = checkScheme(value);
  if (refused !== undefined) return refused;
  if (value.startsWith('//') || /^[a-z]+:/i.test(value) || /[?#]/.test(value))
    return mustBe('staticPath', value);
  return checkInsidePath(value.replace(/^\//, ''));
}

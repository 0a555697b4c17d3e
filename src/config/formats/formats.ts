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
  // Quantifiers seen at each open group; the first entry is the whole pattern.
  const seen: boolean[] = [false];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '[') at = classEnd(pattern, at);
    else if (char === '(') {
      seen.push(false);
      if (pattern[at + 1] === '?') at += 1;
    } else if (char === ')') {
      const inner = seen.pop() === true;
      const isRepeated = /^(?:[*+]|\{\d+(?:,\d*)?\})/.test(pattern.slice(at + 1));
      if (inner && isRepeated) return true;
      if (inner) markLast(seen);
    } else if (/^(?:[*+?]|\{\d+(?:,\d*)?\})/.test(pattern.slice(at))) markLast(seen);
  }
  return false;
}

function markLast(seen: boolean[]): void {
  seen[seen.length - 1] = true;
}

/** The offset of the `]` that closes the class opened at `from`. */
function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}

/** Formats of strings in the configuration. Every format refuses the empty string. */
export type FormatName = keyof typeof FORMATS;

interface Format {
  /** Completes "must be …". */
  readonly description: string;
  /** A value of the format. */
  readonly example: string;
  readonly check: (value: string) => Refusal | undefined;
}

const FORMATS = {
  nonEmpty: { example: 'Text', description: 'text that is not empty', check: () => undefined },
  id: {
    example: 'name',
    description: 'letters, digits, ".", "_" and "-", starting with a letter or digit',
    check: (value: string): Refusal | undefined =>
      /^[A-Za-z0-9_][\w.-]*$/.test(value) && !value.endsWith('.') ? undefined : mustBe('id', value),
  },
  languageTag: {
    example: 'en',
    description: 'a language tag such as "en" or "pt-BR"',
    check: checkLanguageTag,
  },
  siteUrl: {
    example: 'https://docs.example.com',
    description: 'an http or https origin',
    check: checkSiteUrl,
  },
  origin: {
    example: 'https://example.com',
    description: 'an http or https origin',
    check: checkOrigin,
  },
  webAddress: {
    example: 'https://example.com',
    description: 'an http or https address',
    check: checkWebAddress,
  },
  href: {
    example: '/docs/guide',
    description: 'an address or a path of the site',
    check: checkHref,
  },
  scheme: {
    example: 'vscode',
    description: 'the name of a URL scheme such as "vscode"',
    check: checkSchemeName,
  },
  baseUrl: { example: '/docs/', description: 'a path such as "/docs/"', check: checkBaseUrl },
  route: { example: '/docs', description: 'a path such as "/docs"', check: checkRoute },
  sitePath: {
    example: '/docs/guide',
    description: 'a path inside the site that starts with "/"',
    check: checkSitePath,
  },
  redirectSource: {
    example: '/old',
    description: 'a path inside the site that starts with "/"',
    check: checkRedirectSource,
  },
  redirectTarget: {
    example: '/docs/guide',
    description: 'a path that starts with "/", or an http or https address',
    check: checkRedirectTarget,
  },
  insidePath: {
    example: 'folder/file',
    description: 'a path below the site folder',
    check: checkInsidePath,
  },
  staticPath: {
    example: 'logo.svg',
    description: 'a path below the static folder',
    check: checkStaticPath,
  },
  color: {
    example: '#0055aa',
    description: 'a CSS color: #rgb, #rrggbb, rgb(), hsl() or a color name',
    check: (value: string): Refusal | undefined =>
      COLOR.test(value) ? undefined : mustBe('color', value),
  },
  date: {
    example: '2026-01-31',
    description: 'a date such as 2026-01-31, or with a time: 2026-01-31T12:00:00Z',
    check: (value: string): Refusal | undefined =>
      utcTime(value) === undefined ? mustBe('date', value) : undefined,
  },
  glob: {
    example: '/docs/internal/**',
    description: 'a path that starts with "/", with * and **',
    check: (value: string): Refusal | undefined =>
      value.startsWith('/') ? undefined : mustBe('glob', value, `did you mean "/${value}"?`),
  },
  message: {
    example: 'Text',
    description: 'text without control characters',
    // Control characters may have a meaning in pages.
    check: (value: string): Refusal | undefined =>
      /[^\P{Cc}\t\n]/u.test(value) ? { reason: 'has a control character' } : undefined,
  },
  regex: {
    example: '^/docs/',
    description: 'a regular expression of at most 200 characters',
    check: checkPathRegex,
  },
} as const satisfies Record<string, Format>;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Returns why `value` does not have the format, or undefined. */
export function checkFormat(format: FormatName, value: string): Refusal | undefined {
  return /\S/.test(value)
    ? FORMATS[format].check(value)
    : { reason: 'must not be empty', hint: `write a value such as '${FORMATS[format].example}'` };
}

/** Returns the format in words: completes "must be …". */
export function describeFormat(format: FormatName): string {
  return FORMATS[format].description;
}

/** Returns an example of the format that the messages of a schema name; a text if there is none. */
export function exampleOfFormat(messages: readonly unknown[]): string {
  const format = messages.find((message) => typeof message === 'string' && isFormatName(message));
  return FORMATS[typeof format === 'string' && isFormatName(format) ? format : 'nonEmpty'].example;
}

function mustBe(format: FormatName, value: string, hint?: string): Refusal {
  const { description, example } = FORMATS[format];
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
  return isPath && schemeOrEscape(value) === undefined ? undefined : mustBe('baseUrl', value);
}

function checkRoute(value: string): Refusal | undefined {
  if (/[?#]/.test(value)) return { reason: 'must be a path without query and fragment' };
  return schemeOrEscape(value) === undefined ? undefined : mustBe('route', value);
}

/** Finds a problem of any path: a scheme, two leading slashes, dot segments, control characters. */
function schemeOrEscape(value: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(value) || value.includes('//')) return 'address';
  if (/[\\\p{Cc}]/u.test(value)) return 'character';
  const decoded = decodeSafely(value);
  if (decoded === undefined) return 'escape';
  return decoded.split('/').some((segment) => segment === '.' || segment === '..')
    ? 'dots'
    : undefined;
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
  if (value.startsWith('/') && schemeOrEscape(value) === undefined) return checkRoute(value);
  const isName = /^[\w-]/.test(value) && schemeOrEscape(value) === undefined;
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

const NUMBER = String.raw`[+-]?[\d.]+(?:%|deg|rad|turn)?`;

/** The forms of CSS Color 4 that can only be a color, because the value is written into a style sheet. */
const COLOR = new RegExp(
  String.raw`^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*${NUMBER}(?:[\s,/]+${NUMBER}){2,3}\s*\))$`,
  'i',
);

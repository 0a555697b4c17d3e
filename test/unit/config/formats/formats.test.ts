import { describe, expect, it } from 'vitest';
import {
  checkFormat,
  exampleOfFormat,
  describeFormat,
  type FormatName,
} from '../../../../src/config/formats/formats.ts';

const DESCRIPTIONS: Readonly<Record<FormatName, string>> = {
  nonEmpty: 'text that is not empty',
  id: 'letters, digits, ".", "_" and "-", starting with a letter or digit',
  languageTag: 'a language tag such as "en" or "pt-BR"',
  siteUrl: 'an http or https origin',
  origin: 'an http or https origin',
  webAddress: 'an http or https address',
  href: 'an address or a path of the site',
  scheme: 'the name of a URL scheme such as "vscode"',
  baseUrl: 'a path such as "/docs/"',
  route: 'a path such as "/docs"',
  sitePath: 'a path inside the site that starts with "/"',
  redirectSource: 'a path inside the site that starts with "/"',
  redirectTarget: 'a path that starts with "/", or an http or https address',
  insidePath: 'a path below the site folder',
  staticPath: 'a path below the static folder',
  color: 'a CSS color: #rgb, #rrggbb, rgb(), hsl() or a color name',
  date: 'a date such as 2026-01-31, or with a time: 2026-01-31T12:00:00Z',
  glob: 'a path that starts with "/", with * and **',
  message: 'text without control characters',
  regex: 'a regular expression of at most 200 characters',
};

describe('describeFormat', () => {
  it('completes "must be …"', () => {
    for (const [name, words] of Object.entries(DESCRIPTIONS)) {
      const found = Object.keys(DESCRIPTIONS).find((other): other is FormatName => other === name);
      expect(found && describeFormat(found)).toBe(words);
    }
  });
});

describe('checkFormat', () => {
  it.each<[FormatName, string, hint?: string]>([
    ['id', '-a'],
    ['id', 'a.'],
    ['languageTag', 'english-'],
    ['languageTag', 'pt_BR', 'did you mean "pt-BR"?'],
    ['date', '2026-02-30'],
    ['date', '31/01/2026'],
    ['glob', 'docs/**', 'did you mean "/docs/**"?'],
    ['baseUrl', 'https://a.example/docs/', '"https://a.example" belongs into url'],
    ['baseUrl', '/a b/'],
    ['baseUrl', '/../'],
    ['route', '//a'],
    ['route', '/a/../b'],
    ['route', '/a\\b'],
    ['route', '/%zz'],
    ['route', 'a:b'],
    ['sitePath', 'https://a.example', 'use href for addresses outside the site'],
    ['sitePath', '//a.example', 'use href for addresses outside the site'],
    ['sitePath', 'docs', 'did you mean "/docs"?'],
    ['sitePath', './docs', 'did you mean "/docs"?'],
    ['sitePath', '/a\\b'],
    ['redirectSource', 'a', 'did you mean "/a"?'],
    ['redirectSource', '?a'],
    ['redirectSource', '/a/../b'],
    ['redirectTarget', '//a'],
    ['redirectTarget', 'a'],
    ['insidePath', 'https://a.example/x.png', 'download the file into the site folder'],
    ['insidePath', 'a\0'],
    ['staticPath', '//a'],
    ['staticPath', 'a?b'],
    ['staticPath', 'a#b'],
    ['color', 'red;'],
    ['color', '#12'],
  ])('%s: refuses %j', (format, value, hint) => {
    const reason = `must be ${DESCRIPTIONS[format]}, found "${value}"`;
    const example = `write it like '${exampleOfFormat([format])}'`;
    expect(checkFormat(format, value)).toEqual({ reason, hint: hint ?? example });
  });

  it.each<[FormatName, string, refusal: object]>([
    ['nonEmpty', ' \n', { reason: 'must not be empty', hint: "write a value such as 'Text'" }],
    ['route', '/a?b', { reason: 'must be a path without query and fragment' }],
    ['route', '/a#b', { reason: 'must be a path without query and fragment' }],
    ['redirectSource', '/a#b', { reason: 'must be a path without query and fragment' }],
    ['sitePath', '/../a', { code: 'outside-root', reason: 'climbs out of the site' }],
    ['redirectTarget', '/../a', { code: 'outside-root', reason: 'climbs out of the site' }],
    [
      'insidePath',
      '../a',
      { code: 'path-outside-root', reason: 'leads out of its folder: "../a"' },
    ],
    ['insidePath', '/a', { code: 'path-outside-root', reason: 'leads out of its folder: "/a"' }],
    ['insidePath', 'c:a', { code: 'path-outside-root', reason: 'leads out of its folder: "c:a"' }],
    ['message', 'a\u0007', { reason: 'has a control character' }],
    ['regex', 'a'.repeat(201), { reason: 'must have at most 200 characters, found 201' }],
    [
      'regex',
      '(a+)+',
      {
        reason: 'repeats a group that repeats something itself, which can take exponential time',
        hint: 'take the inner or the outer "*", "+" or "{…}" away',
      },
    ],
  ])('%s: refuses %j for its own reason', (format, value, refusal) => {
    expect(checkFormat(format, value)).toMatchObject(refusal);
  });

  it.each<[FormatName, string]>([
    ['nonEmpty', 'a'],
    ['id', '1.0_a-b'],
    ['languageTag', 'zh-Hant-TW'],
    ['languageTag', 'de-1996'],
    ['baseUrl', '/docs/'],
    ['baseUrl', 'docs'],
    ['route', '/docs/a b'],
    ['sitePath', '/a?b#c'],
    ['sitePath', '/a?../../..'],
    ['redirectSource', '/old'],
    ['redirectTarget', '/new#a'],
    ['redirectTarget', 'https://a.example/x'],
    ['insidePath', 'a/../b'],
    ['staticPath', '/img/a.png'],
    ['color', '#abc'],
    ['color', 'rgb(1 2 3 / 50%)'],
    ['color', 'RebeccaPurple'],
    ['message', 'a\tb\n'],
    ['regex', 'a'.repeat(200)],
  ])('%s: accepts %j', (format, value) => {
    expect(checkFormat(format, value)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { describeFinding } from '../../../src/links/folder/check-output.ts';
import { describeReference } from '../../../src/links/messages.ts';

const FACTS = { href: 'HREF-1', resolved: '/at', existing: '/At' };

it.each([
  ['page-not-found', 'there is no page at "/at"'],
  ['asset-not-found', 'there is no file at "/at"'],
  ['anchor-not-found', 'the page has no anchor "/at"'],
  ['case-mismatch', '"/at" differs from "/At" in upper and lower case'],
  ['malformed-escape', '"HREF-1" has a percent escape that is not valid UTF-8'],
  ['outside-root', '"HREF-1" climbs out of the site'],
  ['empty-href', 'the reference has no destination'],
  ['missing-base-path', '"HREF-1" lacks the base path of the site'],
  ['trailing-slash', 'the final slash of "HREF-1" is not as configured'],
  ['redirected', '"/at" redirects to another page'],
  ['redirect-broken', 'the page redirects to "/at", which does not exist'],
  ['redirect-loop', 'the page redirects to itself, or more than 20 times'],
  ['duplicate-id', 'the id "HREF-1" is used more than once on the page'],
  ['orphan-page', 'no other page links to this page'],
  ['same-origin-absolute', '"HREF-1" names the site\'s own host'],
  ['protocol-relative', '"HREF-1" has no scheme'],
  ['unknown-scheme', 'the scheme of "HREF-1" is neither common nor allowed'],
  ['unsafe-scheme', 'the scheme of "HREF-1" is refused'],
  ['malformed-url', '"HREF-1" is not a valid URL'],
  ['repeated-scheme', '"HREF-1" has two schemes'],
  ['insecure-http', '"HREF-1" is not encrypted'],
  ['localhost-link', '"HREF-1" leads to the reader\'s own machine'],
  ['mailto-syntax', '"HREF-1" is not a valid mail address'],
  ['tel-syntax', '"HREF-1" is not a valid telephone number'],
] as const)('the message of %s is %s', (code, message) => {
  expect(describeReference({ code, ...FACTS })).toBe(message);
});

it('a message names other letters, a page instead of a file, and the reference without a target', () => {
  const code = 'asset-not-found';
  expect(describeReference({ code, ...FACTS, differs: 'normalization' })).toBe(
    '"/at" and "/At" look the same, but their letters are composed of other characters (Unicode normalization)',
  );
  expect(describeReference({ code, ...FACTS, isPage: true })).toBe(
    'the target "/at" is a page, not a file that a page can show',
  );
  expect(describeReference({ code: 'case-mismatch', href: 'a' })).toBe(
    '"a" differs from "" in upper and lower case',
  );
});

it.each([
  [['a.html'], undefined, { message: '"/a" redirects to another page' }],
  [['a.html'], '/b', { message: '"/a" redirects to another page', hint: 'write "/b"' }],
  [['a.html', 'b.html'], undefined, { message: '"/a" redirects to another page (on 2 pages)' }],
])('a finding on the pages %j with the fix %s is described', (files, fix, expected) => {
  const at = { file: 'a.html', start: 0, end: 1, tag: 'a', attribute: 'href' };
  const suggestion = fix === undefined ? {} : { suggestion: fix };
  const finding = { code: 'redirected', href: '/a', region: 'nav', files } as const;
  expect(describeFinding({ ...at, ...finding, ...suggestion })).toEqual(expected);
});

/** By code; HREF is the reference as written, PATH its target, OTHER the existing alternative. */
const MESSAGES = {
  'page-not-found': 'there is no page at "PATH"',
  'asset-not-found': 'there is no file at "PATH"',
  'anchor-not-found': 'the page has no anchor "PATH"',
  'case-mismatch': '"PATH" differs from "OTHER" in upper and lower case',
  'malformed-escape': '"HREF" has a percent escape that is not valid UTF-8',
  'outside-root': '"HREF" climbs out of the site',
  'above-site': '"HREF" leads above the site',
  'empty-href': 'the reference has no destination',
  'missing-base-path': '"HREF" lacks the base path of the site',
  'trailing-slash': 'the final slash of "HREF" is not as configured',
  redirected: '"PATH" redirects to another page',
  'redirect-broken': 'the page redirects to "PATH", which does not exist',
  'redirect-loop': 'the page redirects to itself, or more than 20 times',
  'duplicate-id': 'the id "HREF" is used more than once on the page',
  'orphan-page': 'no other page links to this page',
  'same-origin-absolute': '"HREF" names the site\'s own host',
  'protocol-relative': '"HREF" has no scheme',
  'unknown-scheme': 'the scheme of "HREF" is neither common nor allowed',
  'unsafe-scheme': 'the scheme of "HREF" is refused',
  'malformed-url': '"HREF" is not a valid URL',
  'repeated-scheme': '"HREF" has two schemes',
  'insecure-http': '"HREF" is not encrypted',
  'localhost-link': '"HREF" leads to the reader\'s own machine',
  'mailto-syntax': '"HREF" is not a valid mail address',
  'tel-syntax': '"HREF" is not a valid telephone number',
};

const OTHER_LETTERS =
  '"PATH" and "OTHER" look the same, but their letters are composed of other characters (Unicode normalization)';

const PAGE_IS_NO_FILE = 'the target "PATH" is a page, not a file that a page can show';

/** The rules that a reference can break by its spelling or its target. */
export type ReferenceCode = keyof typeof MESSAGES;

/** The problem of a reference. */
export interface ReferenceFacts {
  readonly code: ReferenceCode;
  readonly href: string;
  readonly resolved?: string | undefined;
  readonly existing?: string;
  readonly differs?: 'case' | 'normalization';
  /** True if a page exists where a file is needed. */
  readonly isPage?: boolean;
}

/** Describes what is wrong with a reference. */
export function describeReference(facts: ReferenceFacts): string {
  const { code, href, resolved = href, existing = '', differs, isPage = false } = facts;
  const message = isPage
    ? PAGE_IS_NO_FILE
    : differs === 'normalization'
      ? OTHER_LETTERS
      : MESSAGES[code];
  const values = new Map([
    ['HREF', href],
    ['PATH', resolved],
    ['OTHER', existing],
  ]);
  return message.replace(/HREF|PATH|OTHER/g, (name) => values.get(name) ?? '');
}

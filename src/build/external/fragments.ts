/** Places that scripts of the page make: routes of an application, and lines of a source file. */
const MADE_BY_SCRIPTS = /^(?:[!/]|L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?$)/;

/** The fragments that lead nowhere on a page with these ids (HTML standard, 7.4.6.4), in the given order. */
export function missingFragments(
  fragments: readonly string[],
  ids: ReadonlySet<string>,
): readonly string[] {
  return fragments.filter((fragment) => !leadsSomewhere(fragment, ids));
}

function leadsSomewhere(fragment: string, ids: ReadonlySet<string>): boolean {
  const raw = fragment.replace(/:~:.*$/s, '');
  const decoded = decodeFragment(raw);
  return (
    raw === '' ||
    decoded.toLowerCase() === 'top' ||
    MADE_BY_SCRIPTS.test(raw) ||
    ids.has(raw) ||
    ids.has(decoded) ||
    // Sites that show texts of their users (GitHub is one) put this before their ids, and a script looks there.
    ids.has(`user-content-${decoded}`)
  );
}

/** Percent-decodes; malformed escapes stay, and invalid UTF-8 becomes U+FFFD (URL standard, 1.3). */
function decodeFragment(fragment: string): string {
  const bytes = Buffer.from(fragment).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1').toString('utf8');
}

import { expect } from 'vitest';
import { LINK_CODES } from '../../src/diagnostics/codes.ts';
import { compareDiagnostics, compareStrings } from '../../src/diagnostics/diagnostic.ts';
import { checkLinks } from '../../src/pipeline/check-links.ts';
import { linkDisagreements } from './link-agreement.ts';
import { type SiteFiles, site } from './site.ts';

/** Content of a mark. */
interface Marked {
  readonly text: string;
  /** `line:column code`, and the first suggestion where the mark names one. */
  readonly wanted: readonly string[];
}

const MARK = /§([a-z-]+)(?:>([^§]*))?§/g;

/**
 * Removes the marks from a text: `§code§` or `§code>suggestion§` is right before a destination that is to be
 * reported. An empty suggestion says that there must be none.
 */
function readMarks(file: string, marked: string): Marked {
  const wanted: string[] = [];
  let text = '';
  let at = 0;
  for (const { 0: mark, 1: code = '', 2: suggestion, index } of marked.matchAll(MARK)) {
    text += marked.slice(at, index);
    at = index + mark.length;
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
    const place = `${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    wanted.push(`${place} ${code}${suggestion === undefined ? '' : ` > ${suggestion}`}`);
  }
  return { text: text + marked.slice(at), wanted };
}

const QUIET = `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } } };\n`;

/** Checks that exactly the marked links of a site are reported by the link check, each at its place. */
export async function expectMarked(files: SiteFiles): Promise<void> {
  const marked = Object.entries(files).map(
    ([file, text]) => [file, readMarks(file, text)] as const,
  );
  const hasConfig = marked.some(([file]) => file.startsWith('site.config.'));
  const driver = site({
    ...(hasConfig ? {} : { 'site.config.ts': QUIET }),
    ...Object.fromEntries(marked.map(([file, { text }]) => [file, text])),
  }).warm();
  try {
    const wanted = marked.flatMap(([, { wanted: places }]) => places);
    const asks = new Set(wanted.filter((line) => line.includes(' > ')).map(placeOf));
    const { diagnostics } = await checkLinks({ siteDir: driver.dir });
    const codes = [...LINK_CODES, 'openapi-link'];
    const ofLinks = diagnostics.filter(({ code }) => codes.includes(code));
    const found = ofLinks.toSorted(compareDiagnostics).map(({ location, code, link }) => {
      const place = `${location?.file}:${location?.line}:${location?.column}`;
      const line = `${place} ${code}`;
      return asks.has(line) ? `${line} > ${link?.suggestions[0] ?? ''}` : line;
    });
    expect(found.toSorted(compareStrings)).toEqual(wanted.toSorted(compareStrings));
    expect(await linkDisagreements(driver.dir)).toEqual([]);
  } finally {
    driver.dispose();
  }
}

function placeOf(line: string): string {
  return line.slice(0, line.indexOf(' > '));
}

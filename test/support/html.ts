import { scanHtml } from '../../src/html/scan-fragment.ts';

/**
 * The links and headings of the `nav` with a name, in order: `label href`, or the label alone for
 * something that is not a link.
 */
export function navEntries(html: string, name: string): readonly string[] {
  const start = html.indexOf(`aria-label="${name}"`);
  const nav =
    start < 0 ? '' : html.slice(html.indexOf('>', start) + 1, html.indexOf('</nav>', start));
  const entries: string[] = [];
  let href = '';
  scanHtml(nav, {
    startTag: ({ name: element, start: from, end }) => {
      if (element === 'a') href = /href="([^"]*)"/.exec(nav.slice(from, end))?.[1] ?? '';
    },
    endTag: (element) => {
      if (element === 'a') href = '';
    },
    text: (from, end) => {
      const text = nav.slice(from, end).trim();
      if (text !== '') entries.push(href === '' ? text : `${text} ${href}`);
    },
  });
  return entries;
}

import { type HtmlStartTag, scanHtml } from '../../shared/html-scan.ts';
import { decodeEntities } from '../entities.ts';

/** What a fetched page says about itself. */
export interface PageFacts {
  /** What a fragment can lead to: ids, and names of `a`. Templates, comments and scripts have none. */
  readonly ids: ReadonlySet<string>;
  readonly title: string;
}

/** Reads a page of any quality; a cut-off one as far as it goes. */
export function pageFacts(html: string): PageFacts {
  const ids = new Set<string>();
  let title: string | undefined;
  let templates = 0;
  scanHtml(html, {
    startTag(tag) {
      if (tag.name === 'template') templates += 1;
      if (templates > 0) return;
      for (const id of idsOf(html, tag)) ids.add(id);
    },
    endTag(name) {
      if (name === 'template') templates = Math.max(0, templates - 1);
    },
    rawText(name, start, end) {
      if (name === 'title' && templates === 0) title ??= decodeEntities(html.slice(start, end));
    },
  });
  return { ids, title: (title ?? '').replace(/\s+/g, ' ').trim() };
}

/** Whether a page that was answered with success is titled like the page of an error. */
export function isErrorTitle(title: string, url: string): boolean {
  // Pages about errors have them in their address too.
  if (/(?:^|[/_-])404(?:[/_.-]|$)|not[-_]?found|error/i.test(new URL(url).pathname)) return false;
  return /\b404\b|\bnot found\b|\bno longer (?:exists|available)\b|\b(?:does not|doesn['’]t) exist\b/i.test(
    title,
  );
}

function idsOf(html: string, { name, attributes }: HtmlStartTag): readonly string[] {
  return attributes
    .filter((attribute) => attribute.name === 'id' || (name === 'a' && attribute.name === 'name'))
    .map(({ valueStart, valueEnd }) => decodeEntities(html.slice(valueStart, valueEnd)))
    .filter((id) => id !== '');
}

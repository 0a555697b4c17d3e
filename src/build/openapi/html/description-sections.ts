import { scanHtml } from '../../../shared/html-scan.ts';
import { decodeEntities } from '../../entities.ts';
import { htmlText } from './search-sections.ts';
import type { ApiSection } from './types.ts';

export interface DescriptionSections {
  /** The text before the first heading. */
  readonly lead: string;
  /** One for each heading with an id. */
  readonly sections: readonly ApiSection[];
}

interface Cut {
  readonly anchor: string;
  readonly level: number;
  /** Where the heading's own text begins and ends. */
  readonly titleStart: number;
  titleEnd: number;
  /** Where the heading's tag begins. */
  readonly start: number;
}

/** Splits a description's finished HTML at its headings, for the search (rule 37). */
export function descriptionSections(html: string): DescriptionSections {
  const cuts = findHeadings(html);
  const sections = cuts.map(({ anchor, level, titleStart, titleEnd }, index): ApiSection => {
    const end = cuts[index + 1]?.start ?? html.length;
    const title = htmlText(html.slice(titleStart, titleEnd));
    return { anchor, title, level, text: htmlText(html.slice(titleEnd, end)), tags: [] };
  });
  return { lead: htmlText(html.slice(0, cuts[0]?.start ?? html.length)), sections };
}

function findHeadings(html: string): readonly Cut[] {
  const cuts: Cut[] = [];
  scanHtml(html, {
    startTag: ({ name, attributes, start, end }) => {
      const id = attributes.find((attribute) => attribute.name === 'id');
      if (!/^h[1-6]$/.test(name) || id === undefined) return;
      const anchor = decodeEntities(html.slice(id.valueStart, id.valueEnd));
      cuts.push({ anchor, level: Number(name[1]), titleStart: end, titleEnd: end, start });
    },
    endTag: (name, start) => {
      const last = cuts.at(-1);
      if (last !== undefined && name === `h${last.level}` && last.titleEnd === last.titleStart)
        last.titleEnd = start;
    },
  });
  return cuts;
}

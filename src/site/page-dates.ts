import { utcTime } from '../config/formats/date.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { FileHistory, SiteHistory } from '../content/git-log.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { LastUpdate, Locale } from '../shared/page.ts';
import type { PageNode } from './graph-types.ts';

/** When pages last changed: by their frontmatter, else by git. */
export interface PageDates {
  /** Milliseconds since 1970; undefined for a page whose file is not committed. */
  readonly timeOf: (node: PageNode) => number | undefined;
  /** The part of `PageData` that the page shows; undefined if there is nothing to show. */
  readonly lastUpdate: (node: PageNode) => LastUpdate | undefined;
}

export function createPageDates(
  { lastUpdate }: Pick<ResolvedConfig, 'lastUpdate'>,
  history: SiteHistory,
): PageDates {
  const timeOf: PageDates['timeOf'] = (node) => {
    const { date } = writtenUpdate(node);
    const time = historyOf(history, node)?.time;
    return date === undefined ? time && time * 1000 : utcTime(date);
  };
  return {
    timeOf,
    lastUpdate: (node) => {
      const written = writtenUpdate(node);
      const isHidden = node.type === 'doc' && node.doc.frontmatter.last_update === false;
      if (isHidden || (node.type !== 'doc' && node.type !== 'api')) return undefined;
      const isDated = lastUpdate.time || written.date !== undefined;
      const time = isDated ? timeOf(node) : undefined;
      const known = lastUpdate.contributors ? (historyOf(history, node)?.authors ?? []) : [];
      const contributors = written.author === undefined ? known : [written.author];
      if (time === undefined && contributors.length === 0) return undefined;
      return {
        ...(time === undefined ? {} : { date: isoTime(time), text: printDate(time, node.locale) }),
        ...(contributors.length === 0 ? {} : { contributors }),
      };
    },
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A date as readers of a locale write it. */
export function printDate(time: number, { htmlLang }: Locale): string {
  return getOrInsert(
    formats,
    htmlLang,
    () => new Intl.DateTimeFormat(htmlLang, { dateStyle: 'long', timeZone: 'UTC' }),
  ).format(time);
}

/** A time as sitemaps, feeds and `datetime` have it, to the second. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

function writtenUpdate(node: PageNode): {
  readonly date?: string | undefined;
  readonly author?: string | undefined;
} {
  const update = node.type === 'doc' ? node.doc.frontmatter.last_update : undefined;
  return typeof update === 'object' ? update : {};
}

/** The pages of an API change with the file of the description that they show. */
function historyOf(history: SiteHistory, node: PageNode): FileHistory | undefined {
  switch (node.type) {
    case 'doc':
    case 'react':
      return history.get(node.source.file);
    case 'api':
      return history.get(node.page.location.file);
    case 'generated':
      return undefined;
  }
}

import type { ScannedLink } from '../../html/scanned.ts';
import type { OutputReference } from './output-site.ts';

/**
 * Keeps each text and each reference once. A string that V8 cuts out of a page holds the whole page in memory, so what is
 * kept is copied.
 */
export interface ReferenceTable {
  readonly references: OutputReference[];
  readonly byHref: Map<string, OutputReference[]>;
  readonly texts: Map<string, string>;
  /** What followed each reference last time: pages repeat the links of their layout in the same order. */
  readonly followers: number[];
  last: number;
}

export function newReferenceTable(): ReferenceTable {
  return { references: [], byHref: new Map(), texts: new Map(), followers: [], last: -1 };
}

/** The one copy of a text. */
export function keepText({ texts }: ReferenceTable, text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const copy = copyOf(text);
  texts.set(copy, copy);
  return copy;
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** The number of the reference that a link is an occurrence of. */
export function referenceNumber(table: ReferenceTable, link: ScannedLink): number {
  const { references, followers, last } = table;
  const likely = references[followers[last] ?? -1];
  const isLikely = likely !== undefined && likely.href === link.href && isSame(likely, link);
  table.last = isLikely ? likely.number : findReference(table, link);
  if (!isLikely && last >= 0) followers[last] = table.last;
  return table.last;
}

function findReference(table: ReferenceTable, link: ScannedLink): number {
  const same = table.byHref.get(link.href);
  if (same !== undefined) {
    for (const reference of same) if (isSame(reference, link)) return reference.number;
  }
  return addReference(table, link, same);
}

function isSame(reference: OutputReference, link: ScannedLink): boolean {
  return (
    reference.region === link.region &&
    reference.kind === link.kind &&
    reference.isFull === link.isFull &&
    reference.tag === link.tag &&
    reference.attribute === link.attribute
  );
}

function addReference(
  table: ReferenceTable,
  { kind, tag, attribute, isFull, region, ...link }: ScannedLink,
  same: OutputReference[] | undefined,
): number {
  const number = table.references.length;
  const href = same?.[0]?.href ?? copyOf(link.href);
  const reference: OutputReference = {
    number,
    href,
    kind,
    tag: keepText(table, tag),
    attribute,
    isFull,
    region,
  };
  table.references.push(reference);
  if (same === undefined) table.byHref.set(href, [reference]);
  else same.push(reference);
  return number;
}

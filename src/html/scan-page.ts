import { collapseSpace } from '../shared/cut-text.ts';
import { attributeName, type TagSpan, tagName } from './attributes.ts';
import { decodeEntities } from './character-references.ts';
import { attributeValue } from './page-references.ts';
import { RAW_TEXT, VOID } from './raw-text.ts';
import { scanHtml } from './scan-html.ts';
import type { ScannedLink } from './scanned-page.ts';
import { tokenizeHtml } from './tokenizer.ts';

/** Text of a part of a page, for the search index. The first section has no anchor. */
export interface SectionText {
  readonly anchor?: string;
  /** Text of the heading; the doc's title for the first section. */
  readonly title: string;
  readonly level: number;
  readonly text: string;
  /** Headings in the text that are too deep for a separate section. */
  readonly headings?: string;
}

/** Links, ids and search sections of a rendered layout. */
export interface ScannedPage {
  readonly ids: ReadonlySet<string>;
  /** References inside `main`; those of the layout are checked where they are configured. */
  readonly links: readonly Pick<ScannedLink, 'href' | 'kind' | 'tag' | 'attribute'>[];
  /** Ids inside `main` that the page already has. */
  readonly duplicateIds: readonly string[];
  /** Descriptions of markup inside `main` that the content security policy blocks, without duplicates. */
  readonly refused: readonly string[];
  /** Text of `main`, split at its headings. */
  readonly sections: readonly SectionText[];
}

interface OpenSection {
  anchor: string | undefined;
  title: string;
  readonly level: number;
  text: string;
}

/** Elements that do not separate words. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b code em i kbd mark q s small span strong sub sup u var wbr'.split(' '),
);
/** Elements whose text is not content. */
const SILENT: ReadonlySet<string> = new Set(['button', 'select', 'template']);

/** Scans a rendered layout. Headings down to `deepest` start a section. */
export function scanPage(html: string, deepest: number): ScannedPage {
  const { ids, anchorNames, links, duplicateIds } = scanHtml(html);
  for (const name of anchorNames) ids.add(name);
  const refused = new Set<string>();
  const reader = sectionReader(deepest);
  const main = { start: html.length, end: html.length };
  tokenizeHtml(html, {
    startTag(tag) {
      const name = tagName(html, tag);
      if (name === 'main') main.start = tag.start;
      const id = attributeValue(html, tag, 'id');
      reader.open(name, {
        id: id ?? (name === 'a' ? attributeValue(html, tag, 'name') : undefined),
        isSilent: SILENT.has(name) || attributeValue(html, tag, 'hidden') !== undefined,
      });
      if (reader.insideMain()) for (const what of refusedMarkup(html, tag)) refused.add(what);
      return RAW_TEXT.has(name) ? name : undefined;
    },
    endTag(tag) {
      const name = tagName(html, tag);
      if (name === 'main') main.end = tag.start;
      reader.close(name);
    },
    text(start, end) {
      reader.text(decodeEntities(html.slice(start, end)));
    },
  });
  const isInMain = ({ start }: { readonly start: number }): boolean =>
    start > main.start && start < main.end;
  return {
    ids,
    links: links.filter(isInMain),
    duplicateIds: duplicateIds.filter(isInMain).map(({ id }) => id),
    refused: [...refused],
    sections: reader.sections(),
  };
}

/** Describes the parts of finished HTML that the content security policy blocks, without duplicates. */
export function refusedParts(html: string): readonly string[] {
  const refused = new Set<string>();
  tokenizeHtml(html, {
    startTag(tag) {
      const name = tagName(html, tag);
      for (const what of refusedMarkup(html, tag)) refused.add(what);
      return RAW_TEXT.has(name) ? name : undefined;
    },
    endTag() {},
  });
  return [...refused];
}

/** The generated policy allows no inline styles, inline scripts or own frames; `foreign-origin` is about those of others. */
function refusedMarkup(html: string, tag: TagSpan): readonly string[] {
  const name = tagName(html, tag);
  const isRefused =
    ['script', 'style', 'object', 'embed'].includes(name) ||
    (name === 'iframe' && !URL.canParse(attributeValue(html, tag, 'src') ?? ''));
  const inline = tag.attributes
    .slice(0, tag.count)
    .map((attribute) => attributeName(html, attribute))
    .filter((attribute) => attribute === 'style' || attribute.startsWith('on'))
    .map((attribute) => `the attribute ${attribute}`);
  return isRefused ? [`<${name}>`, ...inline] : inline;
}

/** Collects the text of `main` by section. */
function sectionReader(deepest: number) {
  const found: OpenSection[] = [{ anchor: undefined, title: '', level: 1, text: '' }];
  let inMain = false;
  /** The outermost element whose text is not content, and how many of its name are open. */
  let silent: { readonly name: string; depth: number } | undefined;
  let heading: string | undefined;
  return {
    insideMain: (): boolean => inMain,
    open(name: string, { id, isSilent }: { id: string | undefined; isSilent: boolean }): void {
      if (name === 'main') inMain = true;
      if (silent?.name === name) silent.depth += 1;
      else if (isSilent && !VOID.has(name)) silent ??= { name, depth: 1 };
      const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
      // The h1 is the title of the first section. A heading without an id belongs to the section above.
      const startsSection = level === 1 || id !== undefined;
      if (level !== undefined && level <= deepest && inMain && startsSection && !silent) {
        heading = name;
        if (level > 1) found.push({ anchor: id, title: '', level, text: '' });
      } else this.text(INLINE.has(name) ? '' : ' ');
    },
    close(name: string): void {
      if (name === 'main') inMain = false;
      if (silent?.name === name && (silent.depth -= 1) === 0) silent = undefined;
      if (name === heading) heading = undefined;
      else this.text(INLINE.has(name) ? '' : ' ');
    },
    text(text: string): void {
      const section = found.at(-1);
      if (!inMain || silent !== undefined || section === undefined) return;
      if (heading === undefined) section.text += text;
      else section.title += text;
    },
    sections: (): readonly SectionText[] =>
      found.map(({ anchor, title, level, text }) => ({
        ...(anchor === undefined ? {} : { anchor }),
        title: collapseSpace(title),
        level,
        text: collapseSpace(text),
      })),
  };
}

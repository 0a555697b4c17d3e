import type { SectionText } from '../../html/scan-page.ts';
import type { ArticleReader } from '../../markdown/parsed-doc.ts';
import type { PageData } from '../../shared/page.ts';
import { collapsedStart, firstSentence } from '../../shared/cut-text.ts';
import { type AddressStyle, printSectionRoute, type Route } from '../../shared/paths.ts';
import type { PageNode } from '../../site/graph-types.ts';
import { cutContent, type SearchDocument } from '../query/search-index.ts';
import { isNewsWord } from '../query/words.ts';
import type { IndexedSection } from './build-index.ts';

/** A section with a detail that is shown, but not searched. */
type ApiText = SectionText & Pick<SearchDocument, 'tags' | 'kind'> & { readonly detail?: string };

interface PageSectionsInput {
  readonly node: PageNode;
  readonly page: PageData;
  readonly readArticle: ArticleReader;
  /** The sections in the HTML of a React page. */
  readonly scanned: readonly SectionText[];
  /** The sections of an API page with additional search words. */
  readonly article: readonly ApiText[];
  readonly style: AddressStyle;
}

/** The sections of a page for the index; none for generated lists, the 404 page and unlisted pages. */
export function pageSections(input: PageSectionsInput): readonly IndexedSection[] {
  const { node, readArticle, scanned, article } = input;
  switch (node.type) {
    case 'doc': {
      const { unlisted, tags = [], description = '' } = node.doc.frontmatter;
      if (unlisted === true) return [];
      const { sections } = readArticle(node.source.file);
      const kind = kindOf(node.route);
      return sections.map((section, index) =>
        index === 0
          ? withLead(node, indexed(input, { ...describe(section, description), ...kind }, tags))
          : indexed(input, { ...section, ...kind }, []),
      );
    }
    case 'react':
      return scanned.map((section) => indexed(input, section, []));
    case 'api':
      return article.map((section) => indexed(input, section, section.tags));
    case 'generated':
      return [];
  }
}

/**
 * The kind of a page, which its address tells: for release notes, migration guides and posts the name or the first word of
 * the page or a folder, for a reference its folder.
 */
function kindOf(route: Route): Pick<SearchDocument, 'kind'> {
  const segments = route
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/^\d+[-_.]/, ''));
  if (
    segments.some((segment) => isNewsWord(segment) || isNewsWord(segment.split(/[-_.]/)[0] ?? ''))
  )
    return { kind: 'news' };
  return segments.slice(0, -1).some((segment) => REFERENCE.test(segment))
    ? { kind: 'reference' }
    : {};
}

const REFERENCE = /^(?:api|(?:api-)?references?)$/;

/** Adds the description of the page, unless the text begins with it. */
function describe(section: SectionText, description: string): SectionText {
  const { text } = section;
  const start = words(collapsedStart(text, 4 * SAME));
  const isRepeated = start.startsWith(words(description).slice(0, SAME));
  return isRepeated ? section : { ...section, text: `${description}\n${text}`.trim() };
}

/** Maximum length of a lead: longer ones find the page for what one of its sections is about. */
const LEAD = 80;

/** A space and the beginning of the next sentence. */
const AFTER_SENTENCE = 2;

/** Adds the words of a page's address, and of its description or first sentence, which say what it is about. */
function withLead({ route }: PageNode, section: IndexedSection): IndexedSection {
  const name = route.split('/').findLast((segment) => segment !== '') ?? '';
  const lead = firstSentence(collapsedStart(section.text, LEAD + AFTER_SENTENCE), LEAD);
  const keywords = [name.replace(/[-_.]+/g, ' '), lead, section.keywords].join(' ');
  return { ...section, keywords };
}

/** Number of letters after which a text and a description are the same. */
const SAME = 60;

function words(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function indexed(
  { node, page, style }: PageSectionsInput,
  { anchor, title, text, headings = '', detail = '', kind }: Omit<ApiText, 'tags'>,
  tags: readonly string[],
): IndexedSection {
  const edition = node.type === 'doc' || node.type === 'api' ? node.edition : undefined;
  const sectionTitle = title === '' ? page.title : title;
  const document = {
    // Set when the document is added to its file.
    id: '',
    title: sectionTitle,
    content: cutContent([detail, text].filter((part) => part !== '').join(' · ')),
    tags,
    sidebarParentCategories: page.breadcrumbs.slice(0, -1).map(({ label }) => label),
    type: edition?.set.searchType ?? 'others',
    sectionTitle,
    pageTitle: page.title,
    sectionRoute: printSectionRoute(page.route, anchor, style),
    ...(kind === undefined ? {} : { kind }),
  };
  return { text, document, keywords: headings };
}

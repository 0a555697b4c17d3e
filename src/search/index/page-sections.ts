import type { SectionText } from '../../html/scan-page.ts';
import type { DocReader } from '../../markdown/parsed-doc.ts';
import type { PageData } from '../../shared/page.ts';
import { type AddressStyle, printSectionRoute } from '../../shared/paths.ts';
import type { PageNode } from '../../site/graph-types.ts';
import { cutContent, type SearchDocument } from '../query/search-index.ts';
import type { IndexedSection } from './build-index.ts';

/** A section with a detail that is shown, but not searched. */
type ApiText = SectionText & Pick<SearchDocument, 'tags' | 'kind'> & { readonly detail?: string };

interface PageSectionsInput {
  readonly node: PageNode;
  readonly page: PageData;
  readonly readDoc: DocReader;
  /** The sections in the HTML of a React page. */
  readonly scanned: readonly SectionText[];
  /** The sections of an API page with additional search words. */
  readonly article: readonly ApiText[];
  readonly style: AddressStyle;
}

/** The sections of a page for the index; none for generated lists, the 404 page and unlisted pages. */
export function pageSections(input: PageSectionsInput): readonly IndexedSection[] {
  const { node, readDoc, scanned, article } = input;
  switch (node.type) {
    case 'doc': {
      const { unlisted, tags = [] } = node.doc.frontmatter;
      if (unlisted === true) return [];
      return readDoc(node.source.file).sections.map((section) => indexed(input, section, tags));
    }
    case 'react':
      return scanned.map((section) => indexed(input, section, []));
    case 'api':
      return article.map((section) => indexed(input, section, section.tags));
    case 'generated':
      return [];
  }
}

function indexed(
  { node, page, style }: PageSectionsInput,
  { anchor, title, text, detail = '', kind }: Omit<ApiText, 'tags'>,
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
  return { text, document };
}

import type { SectionText } from '../../html/scan-page.ts';
import type { DocReader } from '../../markdown/parsed-doc.ts';
import type { PageData } from '../../shared/page.ts';
import { type AddressStyle, printSectionRoute } from '../../shared/paths.ts';
import type { DocNode, PageNode } from '../../site/site-graph.ts';
import { cutContent, type SearchDocument } from '../query/search-index.ts';
import type { IndexedSection } from './build-index.ts';

export interface PageSectionsInput {
  readonly node: PageNode;
  readonly page: PageData;
  readonly readDoc: DocReader;
  /** The sections found in the HTML of a React page. */
  readonly scanned: readonly SectionText[];
  /** The sections of a page of an API description, each with the words to find it by. */
  readonly article: readonly (SectionText & { readonly tags: readonly string[] })[];
  readonly style: AddressStyle;
}

/** The sections of a page as the index takes them: none for lists, the 404 page and unlisted pages. */
export function pageSections({
  node,
  page,
  readDoc,
  scanned,
  article,
  style,
}: PageSectionsInput): readonly IndexedSection[] {
  switch (node.type) {
    case 'doc':
      return node.doc.frontmatter.unlisted === true
        ? []
        : indexed({ page, ...docParts(node, readDoc), style });
    case 'react':
      return indexed({ page, sections: scanned, tags: [], type: 'others', style });
    case 'api':
      return article.flatMap((section) =>
        indexed({
          page,
          sections: [section],
          tags: section.tags,
          type: node.edition?.set.searchType ?? 'others',
          style,
        }),
      );
    case 'generated':
      return [];
  }
}

function docParts(
  { doc, source, edition }: DocNode,
  readDoc: DocReader,
): Pick<SectionsInput, 'sections' | 'tags' | 'type'> {
  const { sections } = readDoc(source.file);
  const tags = doc.frontmatter.tags ?? [];
  return { sections, tags, type: edition?.set.searchType ?? 'others' };
}

interface SectionsInput {
  readonly page: PageData;
  readonly sections: readonly SectionText[];
  readonly tags: readonly string[];
  readonly type: SearchDocument['type'];
  readonly style: AddressStyle;
}

/** Ids are given when a file is put together. */
function indexed({ page, sections, tags, type, style }: SectionsInput): readonly IndexedSection[] {
  const parents = page.breadcrumbs.slice(0, -1).map(({ label }) => label);
  return sections.map(({ anchor, title, text }) => ({
    text,
    document: {
      id: '',
      title: title === '' ? page.title : title,
      content: cutContent(text),
      tags,
      sidebarParentCategories: parents,
      type,
      sectionTitle: title === '' ? page.title : title,
      pageTitle: page.title,
      sectionRoute: printSectionRoute(page.route, anchor, style),
    },
  }));
}

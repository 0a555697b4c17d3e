import type { Frontmatter, FrontmatterLocations } from '../content/frontmatter.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { SectionText } from '../html/scan-page.ts';
import type { FilePath } from '../shared/paths.ts';

export interface Heading {
  readonly id: string;
  /** 1-6. */
  readonly level: number;
  /** Plain text. */
  readonly text: string;
  /** Inline HTML without links, for the table of contents. */
  readonly html: string;
  /** 1-based line in the file. */
  readonly line: number;
}

/**
 * A reference from a doc to something else. The article's HTML has a placeholder where its address goes.
 * `href` is the destination as CommonMark reads it: backslash escapes and entities resolved, percent escapes untouched.
 * It may have any scheme, `javascript:` too: whoever fills the placeholders prints only what `isSafeHref` allows, escaped for
 * an attribute in double quotes.
 */
export interface DocLink {
  readonly href: string;
  /** `page`: a link that readers follow; `asset`: something the page loads (image, video, source). */
  readonly kind: 'page' | 'asset';
  /** True for an asset that may be a page of the site: `<object>`, `<embed>`, `<link>`, `<use>`. */
  readonly mayShowPage?: boolean;
  /** The destination as written (without `<` and `>` or quotes). */
  readonly location: Location;
}

/** What the whole site needs to know of a Markdown file: its place in sidebars, its address, its name. */
export interface DocHead {
  readonly file: FilePath;
  readonly frontmatter: Frontmatter;
  readonly frontmatterLocations: FrontmatterLocations;
  /** Frontmatter title, else the first h1's text, else empty. */
  readonly title: string;
  /** False where nothing in the file can silence the link check: nobody has to look for it. */
  readonly maySuppress: boolean;
}

/** A Markdown file, parsed. Pure function of its text and the Markdown settings. */
export interface ParsedDoc extends DocHead {
  /** True when the body has an h1; otherwise the page shows the title above the article. */
  readonly hasTitleHeading: boolean;
  /** Frontmatter description, else the first paragraph's text cut at 160 characters, else empty. */
  readonly description: string;
  readonly headings: readonly Heading[];
  /** Finished HTML between the placeholders: `chunks[0] + address(links[0]) + chunks[1] …`; one chunk more than links. */
  readonly chunks: readonly string[];
  /** In the order of the HTML; one that a browser shows twice (`<a>` around a paragraph's end) is in it twice. */
  readonly links: readonly DocLink[];
  /** Every id (and `<a name>`) in the article, once each, in document order. */
  readonly ids: readonly string[];
  readonly sections: readonly SectionText[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The whole doc of a file that is in the site; parsed when it is first asked for. */
export type DocReader = (file: FilePath) => ParsedDoc;

import type { Frontmatter, FrontmatterLocations } from '../content/frontmatter.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { Loads } from '../html/reference-attributes.ts';
import type { SectionText } from '../html/scan-page.ts';
import type { PagePolicy } from '../shared/page-data.ts';
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
  /** The included file that has it; undefined for the doc. */
  readonly file?: string;
}

/**
 * A reference from a doc. The article's HTML has a placeholder for its address. `href` is the destination as CommonMark
 * reads it: backslash escapes and entities resolved, percent escapes kept. It may have any scheme, even `javascript:`;
 * code that fills placeholders prints only what `isSafeHref` allows, escaped for an attribute in double quotes.
 */
export interface DocLink {
  readonly href: string;
  /** `page`: a link that readers follow; `asset`: a resource that the page loads (image, video, source). */
  readonly kind: 'page' | 'asset';
  /** How a browser loads it, if it does. */
  readonly loads?: Loads | undefined;
  /** True for an asset that may be a page of the site: `<object>`, `<embed>`, `<link>`, `<use>`. */
  readonly mayShowPage?: boolean;
  /** The file from which it leads, if it is not the doc: a file that the doc includes. */
  readonly base?: FilePath;
  /** The destination as written (without `<` and `>` or quotes). */
  readonly location: Location;
}

/** The part of a Markdown file that the whole site needs: for its sidebar entry, its address and its name. */
export interface DocHead {
  readonly file: FilePath;
  readonly frontmatter: Frontmatter;
  readonly frontmatterLocations: FrontmatterLocations;
  /** Frontmatter title, else the first h1's text, else empty. */
  readonly title: string;
}

/** The parts of a parsed Markdown file that other pages and the checks may need. */
export interface DocFacts extends DocHead {
  /** True if the body has an h1; otherwise the page shows the title above the article. */
  readonly hasTitleHeading: boolean;
  /** Frontmatter description, else the first paragraph's text cut at 160 characters, else empty. */
  readonly description: string;
  readonly headings: readonly Heading[];
  /** In the order of the HTML; a link that browsers show twice (`<a>` around a paragraph's end) is listed twice. */
  readonly links: readonly DocLink[];
  /** Rules of the page's own style sheet; empty for most. */
  readonly css: string;
  /** True for a doc whose page needs the style sheet of components. */
  readonly hasComponents: boolean;
  /** Set for a page with islands: what they need in addition to the site's policy. */
  readonly islands: readonly PagePolicy[] | undefined;
  /** Every id (and `<a name>`) in the article, once each, in document order. */
  readonly ids: readonly string[];
  /** Absolute paths of the files that it includes, of those that are missing, and of those that would come first. */
  readonly includes: readonly string[];
  readonly suppressions: readonly SuppressedRange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A code block that may show a request to an API, or what that answers. */
export interface CodeSample {
  /** As written, in lower case. */
  readonly language: string;
  readonly title: string | undefined;
  readonly code: string;
  /** The option `sample="…"`; undefined if there is none. */
  readonly option: string | undefined;
  readonly optionLocation?: Location | undefined;
  /** The option `save="…"`: `orderId=.data.id`. */
  readonly save?: string | undefined;
  /** The paragraph or heading before it, as written. */
  readonly before: string;
  /** The text of the heading above it. */
  readonly heading: string;
  /** Location of the first line of code; `isElsewhere` if only that of the block is known. */
  readonly location: Location;
  readonly isElsewhere: boolean;
}

/** Line and column, both 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A comment or an element that suppresses the findings in a part of a file, `to` excluded. */
export interface SuppressedRange {
  /** Undefined for every rule of the link check. */
  readonly rule?: DiagnosticCode | undefined;
  readonly file: string;
  readonly from: Position;
  readonly to: Position;
  /** Location of the rule's name, of the comment, or of the element's tag. */
  readonly location: Location;
  /** Name for messages, such as `the comment`. */
  readonly what: string;
  /** The author's reason. */
  readonly reason?: string;
}

/** The parts of a parsed file that only its own page needs, and most of its size. */
export interface DocBody {
  /** Finished HTML around the placeholders: `chunks[0] + address(links[0]) + chunks[1] …`, one more than links. */
  readonly chunks: readonly string[];
  readonly sections: readonly SectionText[];
}

/** A doc with the parts that its page shows. */
export interface ArticleDoc extends DocFacts, DocBody {}

/** A parsed Markdown file; depends only on its text, the files that it includes and the Markdown settings. */
export interface ParsedDoc extends ArticleDoc {
  readonly samples: readonly CodeSample[];
}

/** Returns the facts of a doc of the site, always the same object; it is parsed on first use. */
export type DocReader = (file: FilePath) => DocFacts;

/** Returns a complete doc of the site. */
export type ArticleReader = (file: FilePath) => ArticleDoc;

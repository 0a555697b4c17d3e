import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { FilePath, OutputPath, Route } from '../shared/paths.ts';
import type {
  ArticleTexts,
  ApiTexts,
  ConstraintTexts,
  SearchTexts,
  Texts,
} from '../shared/texts.ts';

/** A file on disk that may become part of the site. */
export interface SourceFile {
  /** Relative to the site folder. */
  readonly file: FilePath;
  /** Relative to the root that it was found in (content, static, a locale's folder): what its address is made of. */
  readonly path: FilePath;
  /** Where the default locale has the same file, relative to the site folder: what a translated file mirrors. */
  readonly place: FilePath;
  /** Code of the locale that the file is a translation for; undefined for the default one. */
  readonly locale: string | undefined;
  /** Absolute path on disk. */
  readonly absolute: string;
}

/** What discover found, each list sorted by file. */
export interface Sources {
  readonly docs: readonly SourceFile[];
  readonly reactPages: readonly SourceFile[];
  readonly categories: readonly SourceFile[];
  /** Files beside the content that links and images may name. */
  readonly assets: readonly SourceFile[];
  readonly statics: readonly SourceFile[];
  /** Tables of texts by code of the locale. */
  readonly texts: ReadonlyMap<string, SourceFile>;
  /** What symbolic links in the folders lead to. */
  readonly linked: readonly LinkedPlace[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The real place of what a symbolic link leads to; absolute. */
export interface LinkedPlace {
  readonly kind: 'file' | 'folder';
  readonly real: string;
}

/** Frontmatter after validation; keys as the author writes them, in camel case. */
export interface Frontmatter {
  readonly title?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly sidebarLabel?: string;
  readonly sidebarPosition?: number;
  /** False: in no sidebar and no pager. */
  readonly sidebar?: false;
  readonly tags?: readonly string[];
  readonly keywords?: readonly string[];
  readonly image?: string;
  readonly draft?: boolean;
  readonly unlisted?: boolean;
  readonly hideTableOfContents?: boolean;
  readonly tocMinHeadingLevel?: number;
  readonly tocMaxHeadingLevel?: number;
  /** Doc id of the neighbour, or null for none. */
  readonly paginationPrev?: string | null;
  readonly paginationNext?: string | null;
  /** Patterns of destinations that the link check leaves alone on this page. */
  readonly ignoredLinks?: readonly string[];
}

/** The place of each frontmatter key's value, for diagnostics of later stages. */
export type FrontmatterPlaces = ReadonlyMap<keyof Frontmatter, Location>;

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
 * A reference from a doc to something else. The article's HTML has a hole where its address goes.
 * `href` is the destination as CommonMark reads it: backslash escapes and entities resolved, percent escapes untouched.
 * It may have any scheme, `javascript:` too: whoever fills the holes prints only what `isSafeHref` allows, escaped for
 * an attribute in double quotes.
 */
export interface DocLink {
  readonly href: string;
  /** `page`: a link that readers follow; `asset`: something the page loads (image, video, source). */
  readonly kind: 'page' | 'asset';
  /** The destination as written (without `<` and `>` or quotes). */
  readonly location: Location;
}

/** Text of a part of a page, for the search index. The first section has no anchor. */
export interface SectionText {
  readonly anchor?: string;
  /** Heading text; the doc's title for the first section. */
  readonly title: string;
  readonly level: number;
  readonly text: string;
}

/** What the whole site needs to know of a Markdown file: its place in sidebars, its address, its name. */
export interface DocHead {
  readonly file: FilePath;
  readonly frontmatter: Frontmatter;
  readonly frontmatterPlaces: FrontmatterPlaces;
  /** Frontmatter title, else the first h1's text, else empty. */
  readonly title: string;
  /** False where nothing in the file can silence the link check: nobody has to look for it. */
  readonly maySilence: boolean;
}

/** A Markdown file, parsed. Pure function of its text and the Markdown settings. */
export interface ParsedDoc extends DocHead {
  /** True when the body has an h1; otherwise the page shows the title above the article. */
  readonly hasTitleHeading: boolean;
  /** Frontmatter description, else the first paragraph's text cut at 160 characters, else empty. */
  readonly description: string;
  readonly headings: readonly Heading[];
  /** Finished HTML between the holes: `chunks[0] + address(links[0]) + chunks[1] …`; one chunk more than links. */
  readonly chunks: readonly string[];
  readonly links: readonly DocLink[];
  /** Every id (and `<a name>`) in the article, once each, in document order. */
  readonly ids: readonly string[];
  readonly sections: readonly SectionText[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The whole doc of a file that is in the site; parsed when it is first asked for. */
export type DocReader = (file: FilePath) => ParsedDoc;

/** One file to publish. */
export interface OutputFile {
  readonly path: OutputPath;
  readonly content: string | Uint8Array;
  /** Where its path is decided: the source, its slug, a redirect; absent for what the build itself adds. */
  readonly origin?: Location | undefined;
}

/** A file that is copied as it is. */
export interface OutputCopy {
  readonly path: OutputPath;
  /** Absolute path of the source. */
  readonly from: string;
  /** As for an `OutputFile`. */
  readonly origin?: Location | undefined;
}

/** What a React page says of itself: its `meta` export. */
export interface ReactPageMeta {
  readonly title: string;
  readonly description: string;
  readonly unlisted: boolean;
}

/** What a `_category_.yml` says of its folder. */
export interface CategoryFile {
  readonly label?: string;
  readonly position?: number;
  readonly collapsed?: boolean;
  readonly collapsible?: boolean;
}

/**
 * Category files by the folder that they stand in, relative to the site folder; those of a translation by the folder
 * that it mirrors.
 */
export type CategoryFiles = ReadonlyMap<string, CategoryFile>;

/** What `i18n/<locale>/texts.yml` says. */
export interface LocaleTexts {
  readonly interface: Partial<Texts>;
  readonly search: Partial<SearchTexts>;
  readonly article: Partial<ArticleTexts>;
  readonly api: Partial<ApiTexts>;
  readonly constraints: Partial<ConstraintTexts>;
  /** Translations of texts of the configuration, by that text. */
  readonly labels: ReadonlyMap<string, LabelTranslation>;
}

export interface LabelTranslation {
  readonly text: string;
  /** Of the text that is translated. */
  readonly location: Location;
}

/** What the graph knows of an API description: its pages, and the order in which they are read. */
export interface ApiOutline {
  /** Id in the configuration. */
  readonly id: string;
  readonly routeBase: Route;
  /** The description's root file. */
  readonly file: FilePath;
  /** Place in `openapi` of the configuration. */
  readonly index: number;
  readonly pages: readonly ApiPageOutline[];
  /** Groups of the sidebar, after the info page. */
  readonly groups: readonly ApiGroup[];
}

/** A page of an API description. */
export interface ApiPageOutline {
  readonly kind: 'info' | 'operation' | 'webhook' | 'schemas' | 'schema';
  /** Name below the route base: `get-tenant`, `schemas/Tenant`. */
  readonly slug: string;
  readonly title: string;
  /** Plain text of at most 160 characters. */
  readonly description: string;
  /** The HTTP method of an operation. */
  readonly badge?: string;
  /** Where its page is decided in the description. */
  readonly location: Location;
}

/** A group of operations in the sidebar. */
export interface ApiGroup {
  /** As the description has it, or the name of a text. */
  readonly label: string | { readonly text: keyof ApiTexts };
  /** Labels of the groups that it stands in, outermost first. */
  readonly above: readonly string[];
  /** Page names. */
  readonly pages: readonly string[];
}

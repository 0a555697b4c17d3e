import type { YamlEntry } from '../content/yaml/read-yaml.ts';
import type { DiagnosticCode, Level } from '../diagnostics/codes.ts';

/**
 * A tool whose documentation docwright reads: where its files are, what its frontmatter means, which addresses its pages
 * have, and what its links mean. All but the first four members are for what differs from docwright.
 */
export interface Dialect<Id extends string = string> {
  /** The value of `markdown.dialects`. */
  readonly id: Id;
  /** As people write it. */
  readonly name: string;
  readonly layout: Layout;
  /** Frontmatter keys of the tool. */
  readonly keys: ReadonlyMap<string, ConvertKey>;
  /** Syntax of the tool's own, which is reported where the dialect is off. */
  readonly constructs?: readonly Construct[];

  /** A first line `---` is a rule unless keys and their end follow. */
  readonly beginsWithRule?: true;
  /** Files from which the tool makes many pages: `[name].md`. */
  readonly pageTemplates?: RegExp;
  /** Markdown files whose names begin with `_` are pages, not parts of pages. */
  readonly underscorePages?: true;
  /** The file in the folder of a docs set that lists its chapters. */
  readonly summaryFile?: string;
  /** The folder of a plug-in in that of a locale. */
  readonly localeFolders?: RegExp;

  /**
   * The path of a doc below its docs set, in place of its file's path; both without extension. `index` as the last
   * segment is the page of its folder.
   */
  readonly docPath?: (path: string, frontmatter: { readonly id?: string | undefined }) => string;
  /** The name of a file or folder without what orders it, and its position in a generated sidebar. */
  readonly ordered?: (name: string) => {
    readonly name: string;
    readonly position: number | undefined;
  };
  /** `README.md` is an ordinary page, not that of its folder. */
  readonly readmeIsPage?: true;
  /**
   * Slugs in frontmatter that begin with `/` are below the docs set's route, not below the locale's; others may leave the
   * folder of their file, which is also that of the folder's page.
   */
  readonly slugsBelowDocs?: true;
  /** The page of a folder is at `x/index.html` even where other pages are `x.html`. */
  readonly folderFiles?: true;

  /** Folders of included files that its configuration file names, relative to its folder. */
  readonly includeFolders?: (config: string) => readonly string[];
  /** The start of an address that is left out. */
  readonly linkPrefix?: RegExp;
  /** Names of folders at the start of an address, with their paths below the folder of the tool's configuration. */
  readonly linkFolders?: ReadonlyMap<string, string>;
  /** A link to a translation that is missing leads to its original. */
  readonly linksToOriginals?: true;
  /** Relative paths of Markdown files may begin at the docs, too. */
  readonly linksFromDocs?: true;
  /** Relative addresses in raw HTML lead from the address of the page, not from its file. */
  readonly htmlFromAddress?: true;

  /** The id that a heading gets from its text. Default: GitHub's. */
  readonly slugify?: (text: string) => string;
  /** The last part of a tag's address, from its label. Default: as the id of a heading. */
  readonly tagSlug?: (label: string) => string;
  /** Between a slug that is taken and its number. Default: `-`. */
  readonly slugSeparator?: '_';
  /** Deepest level of headings in the table of contents. Default: 3. */
  readonly tocDepth?: number;
  /** `.md` files are read like `.mdx`. */
  readonly mdIsMdx?: true;
  /** Names of its components for those of docwright. */
  readonly components?: ReadonlyMap<string, string>;
  /** Its modules, whose default exports are found by name. */
  readonly modules?: RegExp;
  /** The file below `templates/` that exports what those of its modules do that are not found so; the names of these modules. */
  readonly standIns?: { readonly file: string; readonly names: ReadonlySet<string> };
  readonly templates?: TemplateSyntax;
  /** Reads `{{ name }}` itself, or reports it. */
  readonly ownVariables?: true;
}

/** Where a tool keeps its files, and how it publishes pages. */
export interface Layout {
  /** Configuration files that identify the tool, relative to its folder. */
  readonly configs: readonly string[];
  /** Text in a configuration file that other tools use too. */
  readonly mark?: string;
  /** Content folders relative to the site folder; the first that exists is the default. */
  readonly content: readonly string[];
  /** Folder of static files, relative to the content folder if `staticInContent` is true, else to the site folder. */
  readonly static: string;
  readonly staticInContent?: true;
  /** Folder of images outside the content, relative to the site folder. */
  readonly assets?: string;
  /** Folder of pages outside of the docs in its own folder: Markdown, and modules whose default export is a page. */
  readonly pages?: string;
  /** Folder of the posts of its blog, in its own folder. */
  readonly blog?: string;
  /** Where it keeps older versions of its docs, in its own folder. */
  readonly versions?: VersionLayout;
  /** Find settings in the text of the configuration, as their second group; `plainMd`: `.md` files have no components. */
  readonly settings?: Readonly<
    Partial<Record<'title' | 'content' | 'baseUrl' | 'plainMd' | 'tocDepth', RegExp>>
  >;
  /** Finds the docs sets in the text of the configuration, the main one first. */
  readonly docsSets?: (config: string) => readonly NamedSet[];
  /** Route of the docs. Default: that of their folder below the content folder. */
  readonly routeBase?: string;
  /** False: pages are `x.html`. */
  readonly trailingSlash: boolean;
  /** Levels of findings where the tool publishes a site in spite of them. */
  readonly rules: Readonly<Partial<Record<DiagnosticCode, Level>>>;
}

/** A docs set as the configuration of a tool names it. */
export interface NamedSet {
  readonly id: string | undefined;
  /** Relative to the folder of the tool. */
  readonly path: string;
  readonly routeBase: string;
  /** The name of the version that readers get. */
  readonly lastVersion?: string | undefined;
}

/** The files of older versions. A docs set with an id has the id and `_` before the names of folder and list. */
export interface VersionLayout {
  readonly folder: string;
  /** Start of the names of their folders. */
  readonly prefix: string;
  /** JSON file with their names, newest first. */
  readonly list: string;
}

/** Returns the entries that mean the same in docwright; none for an entry without effect. */
export type ConvertKey = (entry: YamlEntry) => readonly YamlEntry[];

/** The parts of raw HTML that are instructions for a framework, which have no effect in docwright. */
export interface TemplateSyntax {
  /** The framework of its components. */
  readonly framework: string;
  /** Elements whose content is shown without them. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: RegExp;
  /** Attributes that change nothing in a page without the framework. */
  readonly inert: ReadonlySet<string>;
}

/** A construct of other tools that is not rendered. */
export type Construct = readonly [
  name: string,
  /** Global; runs on a block's text with code and escapes blanked out, or on the content of the place. */
  pattern: RegExp,
  /** The docwright form, with groups of the match such as `$1`; `$0` is all of it. */
  remedy: string | ((match: RegExpExecArray) => string),
  place?: ConstructPlace,
];

/** Default: in text. */
export type ConstructPlace = 'code' | 'comment' | undefined;

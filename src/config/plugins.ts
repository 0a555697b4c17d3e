import type { MarkdownIt } from 'markdown-it';
import * as v from 'valibot';
import { object, record, text } from './schema-check.ts';

/** The directive that a function of `blocks` renders. */
export interface BlockInput {
  /** As written. */
  readonly name: string;
  /** `[Label]` as written; empty if there is none. */
  readonly label: string;
  /** `{size="3" wide}`: the text of each option, true for a name without a value. */
  readonly options: Readonly<Record<string, string | true>>;
  /** Stands for the rendered Markdown between the lines; the HTML contains it at most once. Empty for `::name`. */
  readonly content: string;
  /** The Markdown between the lines, as written. */
  readonly source: string;
  /** The file that contains the directive, relative to the site folder, and its line, counted from 1. */
  readonly file: string;
  readonly line: number;
}

/** A component of the site or of docwright, with its props as JSON. Its children are the Markdown of a block, or the code block. */
export interface BlockComponent {
  readonly component: string;
  readonly props?: Readonly<Record<string, unknown>>;
}

/** The code block that a function of `fences` renders. */
export interface FenceInput {
  readonly code: string;
  /** As written. */
  readonly language: string;
  /** Everything after the language. */
  readonly meta: string;
  /** `title="…"`; empty if there is none. */
  readonly title: string;
  readonly file: string;
  readonly line: number;
}

/** The page that `head` adds tags to. */
export interface HeadInput {
  /** Address inside the site, without the base path and a final slash. */
  readonly route: string;
  readonly title: string;
  readonly description: string;
  /** Source file relative to the site folder; undefined for generated pages. */
  readonly file: string | undefined;
  /** Language tag, such as `en`. */
  readonly language: string;
}

/** An element of a page's head. Scripts have an address: there is no inline code. */
export interface HeadTag {
  readonly tag: 'meta' | 'link' | 'script';
  /** Those that are undefined are left out. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

/** A result, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Data for a function of a plug-in. Each read is recorded: the function runs again after a change of its input, or of a file
 * that it has read. There is no clock, no network and no environment, as results have to be the same everywhere.
 */
export interface PluginContext {
  readonly read: {
    /** The text of a file, relative to the site folder. Throws if there is none. */
    readonly file: (path: string) => string;
    /** The value in a JSON file. Throws with line and column if it is none. */
    readonly json: (path: string) => unknown;
    /** The paths of the files below a folder, relative to the site folder, in order; none if there is no folder. */
    readonly list: (folder: string) => readonly string[];
  };
  /** The entries of a collection of the site, in order. Throws if there is none of the name. */
  readonly collection: <Data = Readonly<Record<string, unknown>>>(
    name: string,
  ) => readonly CollectionEntry<Data>[];
}

/** An entry of a collection: a file of Markdown, YAML or JSON, an item of a list in one, or a row of a CSV file. */
export interface CollectionEntry<Data = Readonly<Record<string, unknown>>> {
  /** Path of the file below the folder of the collection, without its extension; `#2` follows for the second of several. */
  readonly id: string;
  /** Relative to the site folder. */
  readonly file: string;
  readonly line: number;
  /** As the schema returns it. */
  readonly data: Data;
  /** The Markdown of a file, without its frontmatter. */
  readonly body?: string;
}

/** A place in a file of the site. */
export interface PluginPlace {
  /** Relative to the site folder. */
  readonly file: string;
  /** Counted from 1. Default: 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A page that `routes` adds: with Markdown, or a component of the site and its props. */
export interface AddedPage {
  /** Address inside the site, such as `/docs/terms`; below a docs set, the page is in its sidebar. */
  readonly route: string;
  readonly title: string;
  readonly description?: string;
  readonly markdown?: string;
  readonly component?: BlockComponent;
  /** The data that it is made of: findings in the page are reported there. Default: the plug-in in the configuration. */
  readonly source?: PluginPlace;
  /** Its sidebar entry; false for none. */
  readonly sidebar?: false | { readonly label?: string; readonly position?: number };
  /** Further keys of frontmatter. */
  readonly frontmatter?: Readonly<Record<string, unknown>>;
}

export interface RoutesContext extends PluginContext {
  readonly add: (page: AddedPage) => void;
}

/** The facts of a finished page of Markdown. */
export interface PluginPage {
  readonly route: string;
  /** Relative to the site folder. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly headings: readonly {
    readonly id: string;
    readonly level: number;
    readonly text: string;
    readonly line: number;
  }[];
  /** The text of the article, without markup. */
  readonly text: string;
  /** `href` as written; `route` for a link to a page of the site. */
  readonly links: readonly (Required<PluginPlace> & {
    readonly href: string;
    readonly route?: string;
  })[];
}

/** Additions of `page` to a page. */
export interface PageAdditions {
  /** JSON that templates read as `page.properties`. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** A word behind its label in sidebars, if the page has no `sidebar_badge`. */
  readonly badge?: string;
  readonly head?: readonly HeadTag[];
}

/** A finding of a plug-in. */
export interface PluginFinding extends PluginPlace {
  /** Such as `unknown-term`; printed and configured after the plug-in's name: `terms/unknown-term`. */
  readonly code: string;
  /** One sentence without a final full stop. */
  readonly message: string;
  /** Counted from 1, exclusive. Default: `column`. */
  readonly endColumn?: number;
  readonly hint?: string;
  /** Default: `warning`. */
  readonly severity?: 'error' | 'warning' | 'info';
}

export interface CheckContext extends PluginContext {
  readonly pages: readonly PluginPage[];
  readonly report: (finding: PluginFinding) => void;
}

export interface DoneContext extends PluginContext {
  /** The files of the build, by path below the output folder, before they are published. */
  readonly files: readonly { readonly path: string; readonly text: () => string }[];
  /** Adds a file, which is published with the others or not at all. */
  readonly add: (path: string, content: string) => void;
}

/** The part of Prism that grammars use. */
export interface PrismLanguages {
  readonly languages: Record<string, unknown> & {
    extend(id: string, changes: object): object;
    insertBefore(id: string, before: string, insert: object): object;
  };
}

/** Adds a grammar to `Prism.languages` under the name of the language, as Prism's own files do. */
export type PrismComponent = (Prism: PrismLanguages) => void;

/** A language for code blocks. */
export interface PluginLanguage {
  readonly grammar: PrismComponent | Readonly<Record<string, unknown>>;
  /** Further names. */
  readonly aliases?: readonly string[];
  /** Name for readers. Default: the name. */
  readonly title?: string;
  /** Languages of Prism that the grammar extends. */
  readonly requires?: readonly string[];
}

export type BlockFunction = (
  block: BlockInput,
  context: PluginContext,
) => Awaitable<string | BlockComponent>;
export type FenceFunction = (
  fence: FenceInput,
  context: PluginContext,
) => Awaitable<string | BlockComponent>;
export type HeadFunction = (
  page: HeadInput,
  context: PluginContext,
) => Awaitable<readonly HeadTag[]>;
export type RoutesFunction = (context: RoutesContext) => Awaitable<void>;
export type PageFunction = (
  page: PluginPage,
  context: PluginContext,
) => Awaitable<PageAdditions | undefined>;
export type CheckFunction = (context: CheckContext) => Awaitable<void>;
export type DoneFunction = (context: DoneContext) => Awaitable<void>;

/** A function with a type that is not checked at run time; an interface, so that declaration files refer to it by name. */
export interface Callable<Function>
  extends v.CustomSchema<Function, v.ErrorMessage<v.CustomIssue> | undefined> {
  readonly hint: string;
}

function callable<Function>(): Callable<Function> {
  const schema = v.custom<Function>((value) => typeof value === 'function', 'a function');
  return { ...schema, hint: 'write a function, such as the one that the package exports' };
}

const ORIGINS = v.optional(v.array(text('origin')), []);

const POLICY_NAME = v.pipe(v.string(), v.regex(/^[\w#=/@.%-]+$/, 'the name of a policy'));

/** Names of Trusted Types policies. */
export const POLICY_NAMES = v.optional(v.array(POLICY_NAME), []);

/** Additions to the security policy. */
export const POLICY = object({
  /** Origins of scripts. */
  script: ORIGINS,
  /** Origins of style sheets. */
  style: ORIGINS,
  /** Origins of fonts. */
  font: ORIGINS,
  /** Origins of images. */
  img: ORIGINS,
  /** Origins that scripts send requests to. */
  connect: ORIGINS,
  /** Names of Trusted Types policies that scripts create. */
  trustedTypes: POLICY_NAMES,
  /** Scripts add `style` elements and attributes. Default: `false`. */
  inlineStyles: v.optional(v.boolean(), false),
});

const PLUGIN_HINT =
  "import the plug-in and name its result: import math from './math.ts', then plugins: [math]";

export const PLUGIN = {
  ...object({
    /** Name in messages. */
    name: text('nonEmpty'),
    /** Version in messages. */
    version: v.optional(text('nonEmpty')),
    /** Extends the Markdown parser, as plug-ins of markdown-it do. */
    markdown: v.optional(callable<(md: MarkdownIt) => void>()),
    /** HTML or components for blocks `:::name[Label]{option="value"}` and `::name{…}`, by name. */
    blocks: v.optional(record(v.string(), callable<BlockFunction>()), {}),
    /** HTML or components for code blocks, by language. */
    fences: v.optional(record(v.string(), callable<FenceFunction>()), {}),
    /** Grammars of Prism for code blocks, by name. */
    languages: v.optional(
      record(v.string(), {
        ...v.custom<PluginLanguage | PrismComponent>(
          isLanguage,
          'a function or an object with a grammar',
        ),
        hint: "write { grammar: (Prism) => { Prism.languages['name'] = {}; } }",
      }),
      {},
    ),
    /** Tags for the head of a page. */
    head: v.optional(callable<HeadFunction>()),
    /** Adds pages that are made from data. */
    routes: v.optional(callable<RoutesFunction>()),
    /** Adds properties, a badge and tags of the head to a page of Markdown. */
    page: v.optional(callable<PageFunction>()),
    /** Reports findings. */
    check: v.optional(callable<CheckFunction>()),
    /** Adds files to those of a build. */
    done: v.optional(callable<DoneFunction>()),
    /** Further permissions of the content security policy, on all pages. */
    policy: v.optional(POLICY, {}),
  }),
  hint: PLUGIN_HINT,
};

function isLanguage(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null || !('grammar' in value)) return false;
  const { grammar } = value;
  return typeof grammar === 'function' || (typeof grammar === 'object' && grammar !== null);
}

/**
 * Functions and data that extend the generator at several points. All keys except `name` are optional; all functions but
 * `markdown` may return a promise.
 */
export interface Plugin extends v.InferInput<typeof PLUGIN> {}

/** A plug-in after defaults. */
export type LoadedPlugin = v.InferOutput<typeof PLUGIN>;

/** Returns its argument: gives editors the types of a plug-in. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

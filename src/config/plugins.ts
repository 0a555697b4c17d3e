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

/** A function with a type that is not checked at run time. */
function callable<Callable>() {
  const schema = v.custom<Callable>((value) => typeof value === 'function', 'a function');
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
    blocks: v.optional(
      record(v.string(), callable<(block: BlockInput) => string | BlockComponent>()),
      {},
    ),
    /** HTML or components for code blocks, by language. */
    fences: v.optional(
      record(v.string(), callable<(fence: FenceInput) => string | BlockComponent>()),
      {},
    ),
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
    head: v.optional(callable<(page: HeadInput) => readonly HeadTag[]>()),
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

/** Functions and data that extend the generator at several points. All keys except `name` are optional. */
export interface Plugin extends v.InferInput<typeof PLUGIN> {}

/** A plug-in after defaults. */
export type LoadedPlugin = v.InferOutput<typeof PLUGIN>;

/** Returns its argument: gives editors the types of a plug-in. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

import type { SectionText } from '../../html/scan-page.ts';
import type { SectionKind, TocEntry } from '../../shared/page.ts';
import type { Url } from '../../shared/paths.ts';
import type { ApiMessages, ConstraintMessages } from '../../shared/ui-messages.ts';
import type {
  ApiModel,
  ApiResponse,
  NamedSchema,
  Operation,
  SchemaReader,
  SecurityScheme,
  Text,
  VendorSample,
} from '../model/api-model.ts';
import type { ExportKind } from '../export/collection.ts';
import type { ApiPast, PartDates, RemovedPage } from '../past.ts';
import type { ApiParts } from './parts.ts';

export type ApiPage =
  | { readonly type: 'info' }
  | { readonly type: 'operation'; readonly operation: Operation }
  | { readonly type: 'schema'; readonly schema: NamedSchema }
  | { readonly type: 'schemas' }
  | { readonly type: 'changes'; readonly past: ApiPast }
  | { readonly type: 'removed'; readonly removed: RemovedPage };

/** Everything that rendering needs besides the page. */
export interface ApiContext {
  readonly messages: ApiMessages;
  /** The templates of the pages. */
  readonly parts: ApiParts;
  readonly constraints: ConstraintMessages;
  /** Of the language of the messages. */
  readonly plurals: Intl.PluralRules;
  readonly model: ApiModel;
  readonly schemas: SchemaReader;
  readonly schemeTitles: ReadonlyMap<SecurityScheme, string>;
  /** Returns the address of a page of this description by its slug: `get-tenant`, `schemas/Tenant`, `schemas`. */
  readonly pageHref: (slug: string) => Url;
  /** Address of the downloadable description, if it is published. */
  readonly downloadHref: Url | undefined;
  /** Returns the address of the description reduced to one operation, if it is published. */
  readonly sliceHref: (slug: string) => Url | undefined;
  /** Returns the address of the requests for another tool, if they are published. */
  readonly exportHref: (kind: ExportKind) => Url | undefined;
  /** Returns the address of the data for the builder of an operation's request, if it has one. */
  readonly builderHref: (slug: string) => Url | undefined;
  /** Renders Markdown of the description with resolved addresses; headings start at level 3. */
  readonly describe: (text: Text) => string;
  /** Resolves an address in the description for an `href` attribute, unescaped; undefined if it is refused. */
  readonly resolveHref: (href: string, owner: object) => string | undefined;
  /** Notes what is described and resolved by `make`, or was earlier: what is rendered once is on many pages. */
  readonly collect: <T>(make: () => T, earlier?: Iterable<ApiUse>) => Collected<T>;
  /** Returns the address of the page that explains an error, if the site has one. */
  readonly errorHref: (response: ApiResponse) => string | undefined;
  /** Returns code as escaped HTML with token classes; without them if the language is unknown or the code is long. */
  readonly highlight: (code: string, language: string) => string;
  /** Returns the samples that the site adds to an operation. */
  readonly siteSamples: (operation: Operation) => readonly VendorSample[];
  /** Languages of generated samples. */
  readonly languages: readonly string[];
  /** Pages that use a named schema, in sidebar order. */
  readonly usersOf: (schema: NamedSchema) => SchemaUsers;
  /** The history of the API, if its pages show it. */
  readonly past: ApiPast | undefined;
  /** When an object of the description was added and changed. */
  readonly datesOf: (owner: object) => PartDates | undefined;
  /** Address of the feed of changes, if there is one. */
  readonly feedHref: Url | undefined;
}

/**
 * A text of a description with links or problems, or an address, that a page shows. It has no location, which changes
 * with everything before it: findings are located when all pages are known.
 */
export type ApiUse = readonly [file: string, pointer: string, key: string, href?: string];

export interface Collected<T> {
  readonly value: T;
  readonly uses: ReadonlySet<ApiUse>;
}

export interface SchemaUsers {
  readonly operations: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
}

export interface ApiArticle {
  /** HTML including the h1. */
  readonly html: string;
  readonly toc: readonly TocEntry[];
  readonly ids: ReadonlySet<string>;
  readonly sections: readonly ApiSection[];
  /** Thrown by a template of the site: the article is that of the default ones. */
  readonly failure?: { readonly cause: unknown };
}

/** Section for the search index; tags hold the method, paths, operationId and tag names. */
export interface ApiSection extends SectionText {
  readonly kind: SectionKind;
  /** Shown before the text, but not searched: place and type of a parameter or property. */
  readonly detail?: string;
  readonly tags: readonly string[];
}

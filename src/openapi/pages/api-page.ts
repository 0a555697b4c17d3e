import type { SectionText } from '../../html/scan-page.ts';
import type { TocEntry } from '../../shared/page.ts';
import type { Url } from '../../shared/paths.ts';
import type { ApiMessages, ConstraintMessages } from '../../shared/ui-messages.ts';
import type { ApiModel, NamedSchema, Operation, SchemaReader, Text } from '../model/api-model.ts';

export type ApiPage =
  | { readonly type: 'info' }
  | { readonly type: 'operation'; readonly operation: Operation }
  | { readonly type: 'schema'; readonly schema: NamedSchema }
  | { readonly type: 'schemas' };

/** All that rendering needs beside the page. */
export interface ApiContext {
  readonly texts: ApiMessages;
  readonly constraints: ConstraintMessages;
  readonly model: ApiModel;
  readonly schemas: SchemaReader;
  /** Address of a page of this description by its name below the route base: `get-tenant`, `schemas/Tenant`, `schemas`. */
  readonly pageHref: (slug: string) => Url;
  /** Address of the description for download. */
  readonly downloadHref: Url;
  /** Address of the description cut down to one operation. */
  readonly sliceHref: (slug: string) => Url;
  /** Markdown of the description as HTML with resolved addresses; headings start at level 3. Empty text gives an empty string. */
  readonly describe: (text: Text) => string;
  /** An address that the description names, resolved for an `href` attribute (not escaped); undefined where it is refused. */
  readonly resolveHref: (href: string, owner: object) => string | undefined;
  /** Code as escaped HTML with token classes; as plain escaped text where the language is unknown or the code long. */
  readonly highlight: (code: string, language: string) => string;
  /** Pages that use a named schema, in the order of the sidebar. */
  readonly usersOf: (schema: NamedSchema) => SchemaUsers;
}

export interface SchemaUsers {
  readonly operations: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
}

export interface ApiArticle {
  /** Finished HTML with the h1. */
  readonly html: string;
  readonly toc: readonly TocEntry[];
  readonly ids: ReadonlySet<string>;
  readonly sections: readonly ApiSection[];
}

/** A section for the search index; tags hold method, paths, operationId and tag names. */
export interface ApiSection extends SectionText {
  readonly tags: readonly string[];
}

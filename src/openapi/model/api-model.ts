import type { OpenAPIV3_1 } from 'openapi-types';
import type { WireStyle } from '../../shared/request/serialize.ts';
import type { ConstraintMessages } from '../../shared/ui-messages.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

/**
 * Normalized description of any version (Swagger 2.0, OpenAPI 3.0 to 3.2). Schemas stay as in the source
 * (`RawSchema`); `SchemaReader` reads them one level at a time, so that nothing is copied and cycles are harmless.
 */
export interface ApiModel {
  readonly id: string;
  readonly info: ApiInfo;
  readonly servers: readonly Server[];
  /** By name, in source order. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Default of the description, for the overview page. */
  readonly security: readonly SecurityAlternative[];
  /** Sidebar groups in source order; an operation belongs to the first of its tags. */
  readonly tags: readonly Tag[];
  /** In sidebar order: by tag, then in source order. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  /**
   * Named schemas in use by operations, webhooks or other named schemas, all if there are no operations; in source
   * order.
   */
  readonly schemas: readonly NamedSchema[];
}

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: Text;
  readonly termsOfService?: string | undefined;
  readonly contact?: (Readonly<OpenAPIV3_1.ContactObject> & Owned) | undefined;
  readonly license?: (Readonly<OpenAPIV3_1.LicenseObject> & Owned) | undefined;
  readonly externalDocs?: ExternalDocs | undefined;
  /** Slug of the overview page: the configured `infoSlug`, else the title in kebab case. */
  readonly slug: string;
}

/** Markdown of the description, with the object and key that hold it, to locate its links. */
export interface Text {
  readonly text: string;
  readonly owner: object;
  readonly key: string;
}

/** Part of an object of the description, to locate its links. */
interface Owned {
  readonly owner: object;
}

export interface ExternalDocs extends Owned {
  readonly url: string;
  readonly description: string;
}

export interface Server {
  /** As in the source, with `{variables}`. */
  readonly url: string;
  /** With the default values of variables. */
  readonly resolvedUrl: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum: readonly string[];
  readonly description: string;
}

/** How credentials are sent (OpenAPI 3.2, Security Scheme Object). */
export type SecurityScheme = {
  readonly name: string;
  /** `x-displayName`; empty if there is none. */
  readonly title: string;
  readonly description: Text;
  readonly deprecated: boolean;
} & (
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
    }
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat: string }
  | {
      readonly type: 'oauth2';
      readonly flows: readonly OAuthFlow[];
      readonly metadataUrl?: string | undefined;
    }
  | { readonly type: 'openIdConnect'; readonly url: string }
  | { readonly type: 'mutualTLS' }
  /** Unknown type, shown by its name. */
  | { readonly type: 'other'; readonly label: string }
);

export interface OAuthFlow extends Owned {
  readonly kind:
    | 'implicit'
    | 'password'
    | 'clientCredentials'
    | 'authorizationCode'
    | 'deviceAuthorization';
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/** Schemes required together; an empty list accepts requests without credentials. */
export type SecurityAlternative = readonly {
  readonly scheme: string;
  readonly scopes: readonly string[];
}[];

export interface Tag {
  /** Empty for the last group, of operations without a tag. */
  readonly name: string;
  /** `x-displayName` or 3.2's `summary`, else the name. Undefined for operations without a tag. */
  readonly label: string | undefined;
  readonly description: Text;
  readonly externalDocs?: ExternalDocs | undefined;
  /** Names of the enclosing groups (`x-tagGroups`) or parent tags (3.2), outermost first. */
  readonly groups: readonly string[];
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly kind: 'operation' | 'webhook';
  /** Unique slug below the route base: `get-tenant`, `webhook-chain-request-finished`. */
  readonly slug: string;
  /** Upper case; includes QUERY and additionalOperations of 3.2. */
  readonly method: string;
  /** As in the source: `/tenants/{tenantId}`; the name of a webhook. */
  readonly path: string;
  /** Path of the first server plus `path`; equals `path` for webhooks. */
  readonly fullPath: string;
  readonly operationId: string;
  /** `summary` if it is short enough, else the operationId in words, else method and path. Never empty. */
  readonly title: string;
  /** A `summary` too long for a title, shown before the description. Empty if it is the title. */
  readonly longSummary: Text;
  readonly description: Text;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly tags: readonly string[];
  /** The labels of tags of the kind `badge`. */
  readonly badges: readonly string[];
  readonly externalDocs?: ExternalDocs | undefined;
  /** Of the operation, else its path, else the root. */
  readonly servers: readonly Server[];
  /** Empty if no credentials are needed (`security: []`, or none declared). */
  readonly security: readonly SecurityAlternative[];
  /**
   * By location (path, query, header, cookie), then in source order; those of the operation override those of the
   * path.
   */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody | undefined;
  /** In the order 2xx, 3xx, 4xx, 5xx, default. */
  readonly responses: readonly ApiResponse[];
  readonly callbacks: readonly Callback[];
  /** `x-codeSamples` (or `x-code-samples`), shown first. */
  readonly samples: readonly VendorSample[];
  readonly source: JsonObject;
  readonly shared: SharedParts;
}

/** The parts of a path that all its operations have. */
export interface SharedParts {
  readonly parameters: readonly JsonValue[];
  readonly servers: JsonValue | undefined;
  /** The objects that hold `summary` and `description`. */
  readonly summary: JsonObject | undefined;
  readonly description: JsonObject | undefined;
}

export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly description: Text;
  /** Defaults to that of its location (OpenAPI 3.2, style values). */
  readonly style: WireStyle['style'];
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema?: RawSchema | undefined;
  readonly content?: MediaContent | undefined;
  readonly examples: readonly Example[];
  readonly source: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: Text;
  /** At least one; in source order. */
  readonly contents: readonly MediaContent[];
  readonly source: JsonObject;
}

export interface MediaContent {
  /** `application/json` */
  readonly type: string;
  readonly schema?: RawSchema | undefined;
  readonly itemSchema?: RawSchema | undefined;
  readonly examples: readonly Example[];
  readonly encoding: readonly Encoding[];
  readonly source: JsonObject;
}

export interface Encoding {
  readonly property: string;
  readonly contentType: string;
  readonly headers: readonly Parameter[];
  readonly style?: Parameter['style'] | undefined;
  readonly explode?: boolean | undefined;
}

export interface Example {
  /** Key in `examples`; empty for a single `example`. */
  readonly name: string;
  readonly summary: string;
  readonly description: Text;
  /** Absent if there is only an `externalUrl`. */
  readonly value?: { readonly json: JsonValue } | undefined;
  /** 3.2: the text as transmitted. */
  readonly serialized?: string | undefined;
  readonly externalUrl?: string | undefined;
  readonly source: object;
}

export interface ApiResponse {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  /** 3.2's `summary`, else the status's reason phrase (RFC 9110), else empty. */
  readonly summary: string;
  readonly description: Text;
  readonly headers: readonly Parameter[];
  readonly contents: readonly MediaContent[];
  readonly links: readonly ResponseLink[];
  readonly source: JsonObject;
}

export interface ResponseLink {
  readonly name: string;
  readonly description: Text;
  readonly operation?: { readonly slug: string; readonly title: string } | undefined;
  /** As in the source: operationId or operationRef. */
  readonly target: string;
  readonly parameters: readonly { readonly name: string; readonly expression: string }[];
  readonly requestBody?: string | undefined;
}

export interface Callback {
  readonly name: string;
  /** Runtime expression of the address: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  /** Requests that the API sends; their slugs are empty, since they have no page. */
  readonly operations: readonly Operation[];
}

/** A sample of the description or the site; without a label, the language is the label. */
export interface VendorSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
  /** Of the site, of which the source is made. */
  readonly template?: string;
}

export interface NamedSchema {
  readonly name: string;
  /** Valid as a file name, unique ignoring case; the page is `schemas/<slug>`. */
  readonly slug: string;
  readonly schema: RawSchema;
}

/** A schema as in the source: an object, or 3.1's `true` and `false`. */
export type RawSchema = JsonObject | boolean;

/** Reads schemas one level at a time; the same object gives the same node. */
export interface SchemaReader {
  read(schema: RawSchema): SchemaNode;
  /** Returns the page of a named schema, for a node's `ref`. */
  named(target: object): NamedSchema | undefined;
}

/** One level of a schema, with references resolved and `allOf` merged. Children are raw and read when shown. */
export interface SchemaNode {
  readonly kind: 'scalar' | 'object' | 'array' | 'map' | 'tuple' | 'union' | 'any' | 'never';
  /** `string<date-time>`, `array of Badge`, `string | null`, `object`; `"a" | "b"` is `string` with an enum. */
  readonly typeLabel: string;
  /** The parts of a label that names schemas, to link them. */
  readonly typeParts: readonly TypePart[] | undefined;
  readonly nullable: boolean;
  /**
   * The schema referred to, also if annotations accompany the reference. `target` is its identity for finding
   * cycles; `named(target)` gives its page, if any.
   */
  readonly ref?: { readonly name: string; readonly target: object } | undefined;
  readonly title: string;
  readonly description: Text;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly constraints: readonly Constraint[];
  /** Allowed values with `x-enumDescriptions` (or `x-enum-varnames`, a list of descriptions). */
  readonly enum: readonly EnumValue[];
  readonly const?: { readonly json: JsonValue } | undefined;
  readonly default?: { readonly json: JsonValue } | undefined;
  readonly examples: readonly JsonValue[];
  readonly externalDocs?: ExternalDocs | undefined;
  /** Properties of an object, in order, including those of `allOf`. */
  readonly properties: readonly PropertyNode[];
  readonly patternProperties: readonly { readonly pattern: string; readonly schema: RawSchema }[];
  /** For an object: false if other properties are forbidden, their schema if there is one. */
  readonly additional?: RawSchema | undefined;
  readonly propertyNames?: RawSchema | undefined;
  /** For an array: its items; for a tuple: the remaining ones. */
  readonly items?: RawSchema | undefined;
  readonly prefixItems: readonly RawSchema[];
  readonly contains?: RawSchema | undefined;
  /** For a union, besides the properties that all alternatives share. */
  readonly variants?:
    | {
        readonly rule: 'oneOf' | 'anyOf';
        readonly list: readonly Variant[];
        readonly discriminator?: string | undefined;
      }
    | undefined;
  readonly not?: RawSchema | undefined;
  readonly conditions: readonly {
    readonly if: RawSchema;
    readonly then?: RawSchema | undefined;
    readonly else?: RawSchema | undefined;
  }[];
  readonly dependentRequired: readonly {
    readonly property: string;
    readonly requires: readonly string[];
  }[];
  readonly dependentSchemas: readonly { readonly property: string; readonly schema: RawSchema }[];
  /** Content of an encoded string (`contentEncoding`, `contentMediaType`, `contentSchema`). */
  readonly contentSchema?: RawSchema | undefined;
  /** XML name, if given: `<item>`, `attribute id`. */
  readonly xml: string;
  /** All keywords after merging; the source object if nothing was merged. */
  readonly source: RawSchema;
}

/** Text of a label, or a schema that it shows by name. */
export type TypePart = string | NamedSchema;

/** `name` is that of a UI message (`minLength`); `value` may be code (`^[a-z]+$`). */
export interface Constraint {
  readonly keyword: string;
  readonly name: keyof ConstraintMessages;
  readonly value: string;
}

export interface EnumValue {
  readonly json: JsonValue;
  /** Name of the value as text; empty if it has none. */
  readonly title: string;
  readonly description: Text;
}

export interface PropertyNode {
  readonly name: string;
  readonly required: boolean;
  readonly schema: RawSchema;
}

export interface Variant {
  /**
   * Value of the discriminator, else the schema's name or title, else the properties that it requires, else its
   * type. Used in ids, so the same in every language.
   */
  readonly label: string;
  /** Required properties, if nothing else distinguishes it. */
  readonly requires?: readonly string[] | undefined;
  readonly value?: string | undefined;
  readonly schema: RawSchema;
}

import type { OpenAPIV3_1 } from 'openapi-types';
import type { ConstraintMessages } from '../../shared/ui-messages.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

/**
 * A description after normalisation: one shape for Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2. Plain data. Schemas stay as the description holds them
 * (`RawSchema`) and are read one level at a time by `SchemaReader`, so that nothing is copied and circles are no problem.
 */
export interface ApiModel {
  readonly id: string;
  readonly info: ApiInfo;
  readonly servers: readonly Server[];
  /** By name, in the description's order. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** The description's own default, for the info page. */
  readonly security: readonly SecurityAlternative[];
  /** Sidebar groups in the description's order; every operation stands in exactly one, the first of its tags. */
  readonly tags: readonly Tag[];
  /** Operations in the order of the sidebar: tag by tag, in the order of the description. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  /** Named schemas that an operation, webhook or other named schema uses, or all of them where the description has no operation; sorted as the description has them. */
  readonly schemas: readonly NamedSchema[];
}

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: Text;
  readonly termsOfService?: string;
  readonly contact?: Readonly<OpenAPIV3_1.ContactObject> & Owned;
  readonly license?: Readonly<OpenAPIV3_1.LicenseObject> & Owned;
  readonly externalDocs?: ExternalDocs;
  /** Page name of the info page: the configured `infoSlug`, else the kebab-cased title. */
  readonly slug: string;
}

/** Markdown of the description, with the object and key that hold it (for the places of its links). */
export interface Text {
  readonly text: string;
  readonly owner: object;
  readonly key: string;
}

/** Something written in an object of the description (for the locations of its links). */
interface Owned {
  readonly owner: object;
}

export interface ExternalDocs extends Owned {
  readonly url: string;
  readonly description: string;
}

export interface Server {
  /** As written, with `{variables}`. */
  readonly url: string;
  /** With the variables at their defaults. */
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

/** How a credential is given (OpenAPI 3.2, Security Scheme Object). */
export type SecurityScheme = {
  readonly name: string;
  readonly description: Text;
  readonly deprecated: boolean;
} & (
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
    }
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat: string }
  | { readonly type: 'oauth2'; readonly flows: readonly OAuthFlow[]; readonly metadataUrl?: string }
  | { readonly type: 'openIdConnect'; readonly url: string }
  | { readonly type: 'mutualTLS' }
  /** A type that is not known: named as it is. */
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

/** Schemes that are needed together; none in the list: a request without credentials is accepted. */
export type SecurityAlternative = readonly {
  readonly scheme: string;
  readonly scopes: readonly string[];
}[];

export interface Tag {
  /** Empty for the group of the operations without a tag, which is the last one. */
  readonly name: string;
  /** `x-displayName` or 3.2's `summary`, else the name. Undefined for the group of the operations without a tag. */
  readonly label: string | undefined;
  readonly description: Text;
  readonly externalDocs?: ExternalDocs;
  /** Name of the group above (`x-tagGroups`), or of the parent tag (3.2), outermost first. */
  readonly groups: readonly string[];
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly kind: 'operation' | 'webhook';
  /** Page name below the route base, unique: `get-tenant`, `webhook-chain-request-finished`. */
  readonly slug: string;
  /** Upper case, also QUERY and additionalOperations of 3.2. */
  readonly method: string;
  /** As the description has it: `/tenants/{tenantId}`; the name of a webhook. */
  readonly path: string;
  /** Path of the first server plus `path`; equals `path` for webhooks. */
  readonly fullPath: string;
  readonly operationId: string;
  /** `summary` where it can be a title, else the operationId in words, else method and path. Never empty. */
  readonly title: string;
  /** A `summary` that is too long for a title: Markdown before the description. Empty where it is the title. */
  readonly longSummary: Text;
  readonly description: Text;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly tags: readonly string[];
  readonly externalDocs?: ExternalDocs;
  /** Operation over path over root. */
  readonly servers: readonly Server[];
  /** Empty: no credentials (`security: []`, or none declared). */
  readonly security: readonly SecurityAlternative[];
  /** In the order path, query, header, cookie, each as the description has them; operation over path by name and place. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** 2xx, 3xx, 4xx, 5xx, default. */
  readonly responses: readonly ApiResponse[];
  readonly callbacks: readonly Callback[];
  /** `x-codeSamples` (or `x-code-samples`), shown first. */
  readonly samples: readonly VendorSample[];
  readonly source: JsonObject;
}

export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly description: Text;
  /** With the default of its place filled in (OpenAPI 3.2, style values). */
  readonly style:
    | 'matrix'
    | 'label'
    | 'simple'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'cookie';
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema?: RawSchema;
  readonly content?: MediaContent;
  readonly examples: readonly Example[];
  readonly source: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: Text;
  /** At least one; sorted as the description has them. */
  readonly contents: readonly MediaContent[];
  readonly source: JsonObject;
}

export interface MediaContent {
  /** `application/json` */
  readonly type: string;
  readonly schema?: RawSchema;
  readonly itemSchema?: RawSchema;
  readonly examples: readonly Example[];
  readonly encoding: readonly Encoding[];
  readonly source: JsonObject;
}

export interface Encoding {
  readonly property: string;
  readonly contentType: string;
  readonly headers: readonly Parameter[];
  readonly style?: Parameter['style'];
  readonly explode?: boolean;
}

export interface Example {
  /** Key in `examples`; empty for a single `example`. */
  readonly name: string;
  readonly summary: string;
  readonly description: Text;
  /** Absent where only `externalUrl` is given. */
  readonly value?: { readonly json: JsonValue };
  /** 3.2: the text as it goes over the wire. */
  readonly serialized?: string;
  readonly externalUrl?: string;
  readonly source: object;
}

export interface ApiResponse {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  /** 3.2's `summary`, else the status's reason phrase (RFC 9110). Empty where it has neither. */
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
  readonly operation?: { readonly slug: string; readonly title: string };
  /** As written: operationId or operationRef. */
  readonly target: string;
  readonly parameters: readonly { readonly name: string; readonly expression: string }[];
  readonly requestBody?: string;
}

export interface Callback {
  readonly name: string;
  /** Runtime expression of the address: `{$request.body#/callbackUrl}`. */
  readonly expression: string;
  /** Operations as requests that the platform sends; their slugs are empty: they have no page. */
  readonly operations: readonly Operation[];
}

export interface VendorSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface NamedSchema {
  readonly name: string;
  /** File-name-safe, unique without regard to case: the page is `schemas/<slug>`. */
  readonly slug: string;
  readonly schema: RawSchema;
}

/** A schema as the description holds it: an object, or 3.1's `true` and `false`. */
export type RawSchema = JsonObject | boolean;

/** Reads schemas one level at a time; the same object gives the same node. */
export interface SchemaReader {
  read(schema: RawSchema): SchemaNode;
  /** The page of a named schema, for a node's `ref`. */
  named(target: object): NamedSchema | undefined;
}

/** One level of a schema, references followed and `allOf` merged. Children are raw: read them when they are shown. */
export interface SchemaNode {
  readonly kind: 'scalar' | 'object' | 'array' | 'map' | 'tuple' | 'union' | 'any' | 'never';
  /** `string<date-time>`, `Badge[]`, `string | null`, `object`, `"a" | "b"` is `string` with an enum. */
  readonly typeLabel: string;
  readonly nullable: boolean;
  /**
   * The schema that this is, by reference, also where only annotations stand beside the reference. `target` is its identity for
   * finding circles; it has a page where `named(target)` gives one.
   */
  readonly ref?: { readonly name: string; readonly target: object };
  readonly title: string;
  readonly description: Text;
  readonly deprecated: boolean;
  readonly deprecatedDescription: string;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly constraints: readonly Constraint[];
  /** Allowed values with what `x-enumDescriptions` (or `x-enum-varnames`, a list of descriptions) says of them. */
  readonly enum: readonly EnumValue[];
  readonly const?: { readonly json: JsonValue };
  readonly default?: { readonly json: JsonValue };
  readonly examples: readonly JsonValue[];
  readonly externalDocs?: ExternalDocs;
  /** Of an object, in order; merged over `allOf`. */
  readonly properties: readonly PropertyNode[];
  readonly patternProperties: readonly { readonly pattern: string; readonly schema: RawSchema }[];
  /** Of an object: false where others are refused, a schema where they have a shape. */
  readonly additional?: RawSchema;
  readonly propertyNames?: RawSchema;
  /** Of an array, and the rest of a tuple. */
  readonly items?: RawSchema;
  readonly prefixItems: readonly RawSchema[];
  readonly contains?: RawSchema;
  /** Of a union, beside the properties that all have in common. */
  readonly variants?: {
    readonly rule: 'oneOf' | 'anyOf';
    readonly list: readonly Variant[];
    readonly discriminator?: string;
  };
  readonly not?: RawSchema;
  readonly conditions: readonly {
    readonly if: RawSchema;
    readonly then?: RawSchema;
    readonly else?: RawSchema;
  }[];
  readonly dependentRequired: readonly {
    readonly property: string;
    readonly requires: readonly string[];
  }[];
  readonly dependentSchemas: readonly { readonly property: string; readonly schema: RawSchema }[];
  /** Media of a string that holds something else (`contentEncoding`, `contentMediaType`, `contentSchema`). */
  readonly contentSchema?: RawSchema;
  /** XML names where given, as text: `<item>`, `attribute id`. */
  readonly xml: string;
  /** All keywords after merging: the description's own object where there was nothing to merge. */
  readonly source: RawSchema;
}

/** `name` is that of the text which says what (`minLength`), `value` is code where it is one (`^[a-z]+$`). */
export interface Constraint {
  readonly keyword: string;
  readonly name: keyof ConstraintMessages;
  readonly value: string;
}

export interface EnumValue {
  readonly json: JsonValue;
  /** A name for the value, as text; empty where it has none. */
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
   * The value to send for the discriminator, else the schema's name or title, else the properties that it asks for,
   * else its type. Ids are made of it: it is the same in every language.
   */
  readonly label: string;
  /** The properties that it asks for, where nothing else tells it from the others. */
  readonly requires?: readonly string[];
  readonly value?: string;
  readonly schema: RawSchema;
}

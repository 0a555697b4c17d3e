/** The public types of modules that add samples to API operations. */
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { CompiledModule } from './loading/load-module.ts';

/** A value of JSON. */
export type SampleValue =
  | null
  | boolean
  | number
  | string
  | readonly SampleValue[]
  | { readonly [key: string]: SampleValue };

/** An operation as plain data, with the values that the generated samples show. */
export interface SampleOperation {
  /** `operationId`; empty if the description has none. */
  readonly id: string;
  /** In upper case: `POST`. */
  readonly method: string;
  /** As in the description: `/things/{id}`. */
  readonly path: string;
  /** Base address, without a final slash. */
  readonly server: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** By location (path, query, header, cookie), then in the order of the description. */
  readonly parameters: readonly SampleParameter[];
  readonly body?: SampleContent;
  /** Alternatives, each with all credentials that it needs; samples use the first. Empty if none are needed. */
  readonly security: readonly (readonly SampleCredential[])[];
  /** The first successful response. */
  readonly response?: SampleResponse;
}

export interface SampleParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether generated samples have it: if it is required, and some optional ones with an example. */
  readonly isShown: boolean;
  /** Absent if the description gives none; generated samples then show `{name}`. */
  readonly example?: SampleValue;
}

export interface SampleContent {
  /** `application/json` */
  readonly mediaType: string;
  /** The first example, else one from the schema; text if it is not JSON. Absent for a file. */
  readonly example?: SampleValue;
}

export interface SampleCredential {
  /** Name of the security scheme. */
  readonly scheme: string;
  /** `x-displayName` of the scheme, else its name. */
  readonly title: string;
  readonly scopes: readonly string[];
  /** How generated samples send it. Absent if a request does not show it, such as a certificate. */
  readonly sent?: {
    readonly in: 'header' | 'query' | 'cookie';
    /** Name of the header, parameter or cookie. */
    readonly name: string;
    /** With a placeholder: `Bearer YOUR_TOKEN`. */
    readonly value: string;
  };
}

export interface SampleResponse {
  /** `200`, `2XX` */
  readonly status: string;
  /** Absent if there is no body. */
  readonly body?: SampleContent;
}

/** A sample of an operation in one language. */
export interface CodeSample {
  /** Name of the tab. */
  readonly label: string;
  /** Language of the highlighter, such as `ts`. */
  readonly language: string;
  readonly code: string;
}

/** A sample whose code follows the values that readers fill in: `client.get({{path.id}})`. */
export interface TemplateSample extends Omit<CodeSample, 'code'> {
  /** Code with placeholders: `{{path.id}}` is the value as JSON, `{{{path.id}}}` as text. */
  readonly template: string;
}

/** Returns samples of an operation, for tabs before those of the description; none to leave it as it is. */
export type SampleFunction = (
  operation: SampleOperation,
) => readonly (CodeSample | TemplateSample)[];

/** Returns its argument: gives editors the types of a module with samples. */
export function defineSamples(samples: SampleFunction): SampleFunction {
  return samples;
}

/** A module with samples: loaded, or with the problems that prevent it. */
export type SampleModule = { readonly file: FilePath } & (
  | { readonly kind: 'failed'; readonly problems: readonly Diagnostic[] }
  | {
      readonly kind: 'loaded';
      readonly write: (operation: SampleOperation) => unknown;
      /** Location of the result. */
      readonly start: Location;
      /** Location of a text in the module, if it has it as it is. */
      readonly locate: (text: string) => Location | undefined;
      readonly compiled: CompiledModule;
    }
);

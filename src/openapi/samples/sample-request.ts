import type { JsonValue } from '../read/description.ts';

/** A request as it would be sent, before it is written in a language. Values are not escaped for any language. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, percent-encoded (RFC 3986) but for placeholders in braces. */
  readonly url: string;
  /** In order; credentials are placeholders (`YOUR_API_KEY`). */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body?: SampleBody;
}

export type SampleBody =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
  | { readonly kind: 'multipart'; readonly fields: readonly MultipartField[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly fileName: string };

export type MultipartField =
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly value: string;
      readonly contentType?: string;
    }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly fileName: string;
      readonly contentType?: string;
    };

/** A sample as a page shows it. */
export interface Sample {
  /** What the reader's choice is remembered by: `curl`, `javascript`, `typescript`, `python`, `go`. */
  readonly id: string;
  /** `cURL`, `JavaScript`; of a vendor's sample its label. */
  readonly label: string;
  /** Language of the highlighter: `bash`, `js`. */
  readonly language: string;
  readonly code: string;
}

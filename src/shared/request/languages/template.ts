/** Prints requests in a language by its literals and a template of its program. */
import { wellFormed } from '../../escape-html.ts';
import {
  escapeControls,
  type Escape,
  formText,
  type MultipartField,
  multipartPieces,
  type SampleRequest,
} from '../sample-request.ts';

export interface Language {
  /** Identifies the reader's choice. */
  readonly id: string;
  readonly label: string;
  /** For the highlighter. */
  readonly language: string;
  readonly write: (request: SampleRequest) => string;
}

/** How a language writes the values of a request. */
export interface Syntax {
  /** Signs that are escaped between double quotes, and how invisible ones are. */
  readonly signs?: RegExp;
  readonly escape: Escape;
  /** Prints JSON over several lines: its white space has no meaning. */
  readonly json: (text: string) => string;
  /** Before, between and after the literals of a text's lines. */
  readonly lines?: readonly [open: string, between: string, close: string];
  /** A body made of a text or a file. */
  readonly text?: (code: string) => string;
  readonly file: (code: string) => string;
  /** A body made of several, where libraries cannot send all kinds of forms. */
  readonly join?: (codes: readonly string[]) => string;
}

/** A field of a form; its name and its text, or the name of its file, are literals. */
interface Field {
  readonly isFile: boolean;
  readonly name: string;
  readonly value: string;
  readonly type: string | undefined;
}

/** A request in the literals of a language. */
export interface Parts {
  readonly method: string;
  /** `Post`, for methods that libraries have names for. */
  readonly known: string | undefined;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The headers without the media type of the body, and this type. */
  readonly others: Parts['headers'];
  readonly type: string | undefined;
  /** The expression of the body. */
  readonly body: string | undefined;
  readonly hasFile: boolean;
  /** In place of the body for a library that sends forms. */
  readonly form: readonly Field[] | undefined;
}

const KNOWN = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)$/;

export function language(
  [id, label]: readonly [string, string],
  syntax: Syntax,
  program: (parts: Parts) => readonly string[],
): Language {
  const { signs = /["\\]/g, escape, json, lines = PLUS, text = (code) => code, file } = syntax;
  const quote = (value: string): string => {
    const escaped = wellFormed(value).replace(signs, (sign) => escape[0] + sign);
    return `"${escapeControls(escaped, escape)}"`;
  };
  const quoteLines = (value: string): string => {
    const all = value.split(/(?<=\n)/);
    const [open, between, close] = lines;
    return all.length < 2 ? quote(value) : open + all.map(quote).join(between) + close;
  };
  const pieces = (fields: readonly MultipartField[], boundary: string): readonly string[] =>
    multipartPieces(fields, boundary).map(([kind, value]) =>
      kind === 'file' ? file(quote(value)) : text(quoteLines(value)),
    );
  const bodyOf = (body: SampleRequest['body'], boundary: string): string | undefined => {
    switch (body?.kind) {
      case undefined:
        return undefined;
      case 'json': {
        const printed = JSON.stringify(body.value, null, 2).split('\n');
        return text(json(printed.map((line) => escapeControls(line)).join('\n')));
      }
      case 'text':
        return text(quoteLines(body.text));
      case 'form':
        return text(quote(formText(body.fields)));
      case 'binary':
        return file(quote(body.fileName));
      case 'multipart':
        return syntax.join?.(pieces(body.fields, boundary));
    }
  };
  const write = ({ method, url, headers, body }: SampleRequest): string => {
    const fields = body?.kind === 'multipart' ? body.fields : undefined;
    let boundary = 'boundary';
    while (JSON.stringify(fields ?? '').includes(boundary)) boundary += '-0';
    const multipart = { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` };
    const all = [...headers, ...(fields && syntax.join ? [multipart] : [])].map(
      ({ name, value }) => [quote(name), quote(value)] as const,
    );
    const type = all.find(([name]) => name === '"Content-Type"');
    return program({
      method: quote(method),
      known: KNOWN.test(method) ? method.charAt(0) + method.slice(1).toLowerCase() : undefined,
      url: quote(url),
      headers: all,
      others: all.filter((header) => header !== type),
      type: type?.[1],
      body: bodyOf(body, boundary),
      hasFile: body?.kind === 'binary' || fields?.some(({ kind }) => kind === 'file') === true,
      form: fields?.map((field) => ({
        isFile: field.kind === 'file',
        name: quote(field.name),
        value: quote(field.kind === 'file' ? field.fileName : field.value),
        type: field.contentType === undefined ? undefined : quote(field.contentType),
      })),
    }).join('\n');
  };
  return { id, label, language: id, write };
}

/** Escapes by a backslash and four digits: `\u200b`. */
export const CODE: Escape = ['\\', '', ''];

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line.replaceAll('\n', '\n    ')}`));
}

const PLUS = ['', ' +\n    ', ''] as const;

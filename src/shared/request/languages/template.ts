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

/** A request in the literals of a language, by the names that programs have for its parts. */
export interface Parts {
  readonly method: string;
  /** `Post`, for methods that libraries have names for. */
  readonly known: string | undefined;
  readonly url: string;
  /** The expression of the body. */
  readonly body: string | undefined;
  /** Its media type. */
  readonly type: string | undefined;
  /** Empty for a body with a file, or of several parts. */
  readonly file: string | undefined;
  readonly multipart: string | undefined;
}

type More = Readonly<Record<string, string | undefined>>;

const KNOWN = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)$/;

/**
 * A language by its literals and a program: a line with a part that the request lacks is left out, as `{{body}}`; `{{#body}}`
 * stands for nothing, and `{{^body}}` for a part that must be missing. A line with the `{{name}}` of a header is there for
 * each, one with `{{other}}` for each but the type of the body.
 */
export function language(
  [id, label]: readonly [string, string],
  syntax: Syntax,
  program: string,
  more: (parts: Parts, fields: readonly Field[]) => More = () => ({}),
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
      ({ name, value }) => ({
        name: quote(name),
        other: quote(name),
        value: quote(value),
        header: quote(`${name}: ${value}`),
      }),
    );
    const type = all.find(({ name }) => name === '"Content-Type"');
    const isFile = ({ kind }: MultipartField): boolean => kind === 'file';
    const parts = {
      method: quote(method),
      known: KNOWN.test(method) ? method.charAt(0) + method.slice(1).toLowerCase() : undefined,
      url: quote(url),
      type: type?.value,
      body: bodyOf(body, boundary),
      file: body?.kind === 'binary' || fields?.some(isFile) === true ? '' : undefined,
      multipart: fields && '',
    };
    const form = (fields ?? []).map((field) => ({
      isFile: isFile(field),
      name: quote(field.name),
      value: quote(field.kind === 'file' ? field.fileName : field.value),
      type: field.contentType === undefined ? undefined : quote(field.contentType),
    }));
    const known: More = { ...parts, ...more(parts, form) };
    const lines = program.split('\n').flatMap((line) => {
      const rows = line.includes('{{other}}') ? all.filter((one) => one !== type) : all;
      const isRow = /\{\{(?:name|other|header)\}\}/.test(line);
      return (isRow ? rows : [known]).flatMap((row) => fillLine(line, { ...known, ...row }) ?? []);
    });
    return lines.join('\n');
  };
  return { id, label, language: id, write };
}

/** Undefined for a line that is left out. */
function fillLine(line: string, parts: More): string | undefined {
  const [indent = ''] = /^ */.exec(line) ?? [];
  let isLeftOut = false;
  const filled = line.replace(/\{\{([#^]?)(\w+)\}\}/g, (_, sign: string, name: string) => {
    const part = parts[name];
    isLeftOut ||= (part === undefined) !== (sign === '^');
    return sign === '' ? (part ?? '').replaceAll('\n', `\n${indent}`) : '';
  });
  return isLeftOut ? undefined : filled;
}

/** Escapes by a backslash and four digits: `\u200b`. */
export const CODE: Escape = ['\\', '', ''];

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line.replaceAll('\n', '\n    ')}`));
}

const PLUS = ['', ' +\n    ', ''] as const;

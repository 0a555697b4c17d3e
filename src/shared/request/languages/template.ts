/** Prints requests in a language by its literals and a template of its program. */
import { wellFormed } from '../../escape-html.ts';
import {
  escapeControls,
  type Escape,
  formText,
  type MultipartField,
  multipartPieces,
  type SampleBody,
  type SampleRequest,
  shownResult,
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
export interface Literals {
  readonly quote: (text: string) => string;
  /** Names and values of headers; default: quoted. */
  readonly name?: (name: string) => string;
  readonly value?: (value: string) => string;
  /** The expression of a body; undefined for one that is written field by field. */
  readonly body: (body: SampleBody, boundary: string) => string | undefined;
  /** True if a body of several parts is written as a text. */
  readonly joinsParts?: boolean;
  /** Further parts of its program. */
  readonly parts?: ((parts: Parts, fields: readonly Field[]) => More) | undefined;
}

/** A field of a form; its name and its text, or the name of its file, are literals. */
export interface Field {
  readonly isFile: boolean;
  readonly name: string;
  readonly value: string;
  readonly type: string | undefined;
}

/** A request in the literals of a language, by the names that programs have for its parts. */
interface Parts {
  readonly method: string;
  /** `Post`, for methods that libraries have names for. */
  readonly known: string | undefined;
  readonly url: string;
  /** The expression of the body. */
  readonly body: string | undefined;
  /** Its media type. */
  readonly type: string | undefined;
  /** Empty, for conditions: there are headers, a file in the body, several parts. */
  readonly headers: string | undefined;
  readonly file: string | undefined;
  readonly multipart: string | undefined;
  /** The part of the response that is printed. */
  readonly shown: ReturnType<typeof shownResult>;
}

type More = Readonly<Record<string, string | undefined>>;

const KNOWN = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)$/;

/**
 * A language by its literals and a program: a line with a part that the request lacks is left out, as `{{body}}`; `{{#body}}`
 * stands for nothing, and `{{^body}}` for a part that must be missing. A line with the `{{name}}` of a header is there for
 * each, one with `{{other}}` for each but the type of the body.
 */
export function language(
  [id, label, highlighter = id]: readonly [id: string, label: string, highlighter?: string],
  literals: Literals,
  program: string,
): Language {
  const { quote, name: printName = quote, value: printValue = quote, joinsParts } = literals;
  const write = (request: SampleRequest): string => {
    const { method, url, headers, body } = request;
    const fields = body?.kind === 'multipart' ? body.fields : undefined;
    let boundary = 'boundary';
    while (JSON.stringify(fields ?? '').includes(boundary)) boundary += '-0';
    const multipart = { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` };
    const all = [...headers, ...(fields && joinsParts ? [multipart] : [])];
    const type = all.find(({ name }) => name === 'Content-Type');
    const isFile = ({ kind }: MultipartField): boolean => kind === 'file';
    const own: Parts = {
      method: quote(method),
      known: KNOWN.test(method) ? method.charAt(0) + method.slice(1).toLowerCase() : undefined,
      url: quote(url),
      body: body && literals.body(body, boundary),
      type: type && quote(type.value),
      headers: all.length > 0 ? '' : undefined,
      file: body?.kind === 'binary' || fields?.some(isFile) === true ? '' : undefined,
      multipart: fields && '',
      shown: shownResult(request),
    };
    const form = (fields ?? []).map((field) => ({
      isFile: isFile(field),
      name: quote(field.name),
      value: quote(field.kind === 'file' ? field.fileName : field.value),
      type: field.contentType === undefined ? undefined : quote(field.contentType),
    }));
    const parts: More = { ...own, ...literals.parts?.(own, form) };
    const rowOf = ({ name, value }: (typeof all)[number]): More => {
      const printed = printName(name);
      return {
        name: printed,
        other: printed,
        value: printValue(value),
        header: quote(`${name}: ${value}`),
      };
    };
    const lines = program.split('\n').flatMap((line) => {
      if (!/\{\{(?:name|other|header)\}\}/.test(line)) return fillLine(line, parts) ?? [];
      const rows = line.includes('{{other}}') ? all.filter((one) => one !== type) : all;
      return rows.flatMap((row) => fillLine(line, { ...parts, ...rowOf(row) }) ?? []);
    });
    return lines.join('\n');
  };
  return { id, label, language: highlighter, write };
}

/** Fills in the parts of a line; undefined for one that is left out. */
function fillLine(line: string, parts: More): string | undefined {
  const [space = ''] = /^ */.exec(line) ?? [];
  let isLeftOut = false;
  const filled = line.replace(/\{\{([#^]?)(\w+)\}\}/g, (_, sign: string, name: string) => {
    const part = parts[name];
    isLeftOut ||= (part === undefined) !== (sign === '^');
    return sign === '' ? (part ?? '').replaceAll('\n', `\n${space}`) : '';
  });
  return isLeftOut ? undefined : filled;
}

export interface Syntax extends Pick<Literals, 'parts'> {
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

/** The literals of a language with double quotes, and bodies that are texts and files. */
export function inDoubleQuotes(syntax: Syntax): Literals {
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
  const body: Literals['body'] = (of, boundary) => {
    switch (of.kind) {
      case 'json': {
        const printed = JSON.stringify(of.value, null, 2).split('\n');
        return text(json(printed.map((line) => escapeControls(line)).join('\n')));
      }
      case 'text':
        return text(quoteLines(of.text));
      case 'form':
        return text(quote(formText(of.fields)));
      case 'binary':
        return file(quote(of.fileName));
      case 'multipart':
        return syntax.join?.(pieces(of.fields, boundary));
    }
  };
  return { quote, body, joinsParts: syntax.join !== undefined, parts: syntax.parts };
}

/** Escapes by a backslash and four digits: `\u200b`. */
export const CODE: Escape = ['\\', '', ''];

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line.replaceAll('\n', '\n    ')}`));
}

const PLUS = ['', ' +\n    ', ''] as const;

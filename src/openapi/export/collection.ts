/** Prints the requests of a description for other tools: Postman 2.1 with an environment, and `.http` files. */
import { initialValues, requestOf, serverAddress } from '../../shared/request/request-model.ts';
import {
  formText,
  multipartText,
  type SampleBody,
  type SampleRequest,
} from '../../shared/request/sample-request.ts';
import type { ApiModel, Operation } from '../model/api-model.ts';
import { noteOf } from '../samples/field-schemas.ts';
import { requestModel, type SampleTools } from '../samples/request.ts';

/** A file for another tool. */
export type ExportKind = 'collection' | 'environment' | 'http';

/** The ends of the names of files, after that of the overview page. */
export const EXPORT_FILES: Readonly<Record<ExportKind, string>> = {
  collection: 'postman_collection.json',
  environment: 'postman_environment.json',
  http: 'requests.http',
};

interface Exported {
  readonly operation: Operation;
  readonly request: SampleRequest;
}

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Prints a file; servers, credentials and values without an example are variables: `{{baseUrl}}`. Nothing that a description
 * says is one: the tools know variables that read the environment.
 */
export function printExport(kind: ExportKind, model: ApiModel, tools: SampleTools): string {
  const base = serverAddress(model.servers[0]);
  const variables = new Map<string, Variable>();
  const use = (name: string, value: string, isSecret: boolean): string => {
    // Some tools read names as code.
    const safe = name.replace(/\W+/g, '_').replace(/^(?=\d|$)/, '_');
    if (!variables.has(safe)) variables.set(safe, { name: safe, value, isSecret });
    return `{{${safe}}}`;
  };
  use('baseUrl', base.replaceAll('{{', '%7B%7B'), false);
  const exported = model.operations.map((operation): Exported => {
    const own = requestModel(operation, tools);
    const secrets = (own.ways[0] ?? []).map(({ scheme }) => scheme);
    const marks = secrets.map((scheme, index) => [scheme, `${MARK}${index}.`] as const);
    const request = requestOf(own, {
      ...initialValues(own),
      credentials: Object.fromEntries(marks),
    });
    const filled = (text: string): string =>
      text.replace(MARKS, (_, index: string) => use(secrets[Number(index)] ?? '', '', true));
    const address = serverAddress(own.servers[0]);
    const start = address === base ? '{{baseUrl}}' : address.replaceAll('{{', '%7B%7B');
    const rest = request.url
      .slice(address.length)
      .replaceAll('{{', '%7B%7B')
      .replace(/\{([^{}]*)\}/g, (_, name: string) => use(name, '', false));
    const headers = request.headers.map(({ name, value }) => {
      const [, placeholder] = /^\{([^{}]*)\}$/.exec(value) ?? [];
      return {
        name,
        value: placeholder === undefined ? filled(plain(value)) : use(placeholder, '', false),
      };
    });
    return { operation, request: { ...request, url: start + filled(rest), headers } };
  });
  switch (kind) {
    case 'collection':
      return json({
        info: {
          name: plain(model.info.title),
          description: plain(noteOf(model.info.description.text) ?? ''),
          schema: SCHEMA,
        },
        item: model.tags.flatMap(({ label, operations }) => {
          const items = exported
            .filter(({ operation }) => operations.includes(operation))
            .map(item);
          return label === undefined ? items : [{ name: plain(label), item: items }];
        }),
        variable: [...variables.values()].map(({ name: key, value }) => ({ key, value })),
      });
    case 'environment':
      return json({
        name: plain(model.info.title),
        values: [...variables.values()].map(({ name: key, value, isSecret }) => ({
          key,
          value,
          type: isSecret ? 'secret' : 'default',
          enabled: true,
        })),
        _postman_variable_scope: 'environment',
      });
    case 'http':
      return [
        // An empty variable is none for some clients.
        [...variables.values()]
          .map(({ name, value }) => `@${name} = ${value || `YOUR_${name.toUpperCase()}`}`)
          .join('\n'),
        ...exported.map(httpRequest),
      ].join('\n\n');
  }
}

/** In place of a credential until the request is made. */
const MARK = 'docwright-credential-';
const MARKS = /docwright-credential-(\d+)\./g;

/** A text without the signs that begin a variable. */
function plain(text: string): string {
  return text.replaceAll('{{', '{ {');
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function item({ operation, request: { method, url, headers, body } }: Exported): object {
  const [address = '', search] = url.split('?', 2);
  const [, host = '', path = ''] = /^(\{\{baseUrl\}\}|\w+:\/\/[^/]*)(.*)$/s.exec(address) ?? [];
  const query = search?.split('&').map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return { key, value: value.join('=') };
  });
  return {
    name: plain(operation.title),
    request: {
      method,
      description: plain(noteOf(operation.description.text) ?? ''),
      header: headers.map(({ name, value }) => ({ key: name, value })),
      url: { raw: url, host: [host], path: path.split('/').slice(1), ...(query && { query }) },
      ...(body && { body: postmanBody(body) }),
    },
    response: [],
  };
}

function postmanBody(body: SampleBody): object {
  switch (body.kind) {
    case 'json':
      return {
        mode: 'raw',
        raw: plain(JSON.stringify(body.value, null, 2)),
        options: { raw: { language: 'json' } },
      };
    case 'text':
      return { mode: 'raw', raw: plain(body.text) };
    case 'binary':
      return { mode: 'file', file: { src: body.fileName } };
    case 'form':
      return {
        mode: 'urlencoded',
        urlencoded: body.fields.map(([key, value]) => ({ key: plain(key), value: plain(value) })),
      };
    case 'multipart':
      return {
        mode: 'formdata',
        formdata: body.fields.map((field) => ({
          key: plain(field.name),
          ...(field.kind === 'file'
            ? { type: 'file', src: field.fileName }
            : { type: 'text', value: plain(field.value) }),
          ...(field.contentType === undefined ? {} : { contentType: field.contentType }),
        })),
      };
  }
}

/** The request in the form that JetBrains' client and the REST client of VS Code read. */
function httpRequest({ operation, request: { method, url, headers, body } }: Exported): string {
  const title = operation.title.replace(/\s+/g, ' ');
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  if (body?.kind === 'multipart')
    lines.push('Content-Type: multipart/form-data; boundary=boundary');
  const start = [`### ${plain(title)}`, `${method} ${url}`, ...lines].join('\n');
  return body === undefined ? start : `${start}\n\n${httpBody(body)}`;
}

function httpBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return plain(JSON.stringify(body.value, null, 2));
    case 'text':
      return httpText(body.text);
    case 'binary':
      return `< ./${body.fileName}`;
    case 'form':
      return formText(body.fields);
    case 'multipart': {
      const fields = body.fields.map((field) => ({
        ...field,
        name: field.name.replaceAll('{', '%7B'),
        ...(field.kind === 'text' && { value: httpText(field.value) }),
      }));
      return multipartText(fields, (name) => `< ./${name}`);
    }
  }
}

/** A text in whose lines the clients see no next request, no file to read or to write, and no script. */
function httpText(text: string): string {
  return plain(text).replace(/^(\s*)(?=###|<(?:@\w*)?\s|>)/gm, '$1| ');
}

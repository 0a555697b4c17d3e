import type { Child } from '../../shared/jsx-runtime.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ApiResponse, MediaContent, Parameter } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import { fillInline, joinInline, statusHtml } from './elements.tsx';
import type { Extent } from './inline-or-linked.ts';

/** `200 OK` */
function responseLabel(messages: ApiMessages, { status, summary }: ApiResponse): string {
  const words = summary === '' ? classWords(messages, status) : summary;
  return words === '' ? status : `${status} ${words}`;
}

/** Describes a range of statuses (`4XX`), which has no reason phrase. */
function classWords(messages: ApiMessages, status: string): string {
  switch (status) {
    case '1XX':
      return messages.informational;
    case '2XX':
      return messages.success;
    case '3XX':
      return messages.redirection;
    case '4XX':
      return messages.clientError;
    case '5XX':
      return messages.serverError;
    case 'default':
      return messages.anyOtherStatus;
    default:
      return '';
  }
}

/** Responses that are shown together: errors with the same body, or a single response. */
export interface ResponseGroup {
  readonly first: ApiResponse;
  readonly list: readonly ApiResponse[];
}

/** Groups errors with the same body, whatever their descriptions and headers. */
export function groupResponses(
  scope: ApiContext,
  responses: readonly ApiResponse[],
): readonly ResponseGroup[] {
  const groups = new Map<unknown, { first: ApiResponse; list: ApiResponse[] }>();
  const keyOf = bodyKeys(scope);
  for (const response of responses) {
    const key = isError(response) ? keyOf(response.contents) : response;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, { first: response, list: [response] });
    else same.list.push(response);
  }
  return [...groups.values()];
}

export function isError({ status }: ApiResponse): boolean {
  return /^[45]/.test(status) || status === 'default';
}

/** Returns how much of a response's body is shown. */
export function extentOf(response: ApiResponse): Extent {
  return isError(response) ? 'error' : 'response';
}

/** `200 OK`, `Errors: 400, 401` */
export function groupLabel(messages: ApiMessages, { first, list }: ResponseGroup): string {
  if (list.length === 1) return responseLabel(messages, first);
  return fillMessage(messages.errors, { statuses: list.map(({ status }) => status).join(', ') });
}

/** The label of a group, with each status in the color of its class. */
export function groupLabelHtml(messages: ApiMessages, { first, list }: ResponseGroup): Child {
  if (list.length === 1) return responseLabelHtml(messages, first);
  const statuses = joinInline(
    list.map(({ status }) => statusHtml(status)),
    ', ',
  );
  return fillInline(messages.errors, { statuses });
}

export function responseLabelHtml(messages: ApiMessages, response: ApiResponse): Child {
  const { status } = response;
  return [statusHtml(status), responseLabel(messages, response).slice(status.length)];
}

/** Returns the headers that all responses of a group have. */
export function sharedHeaders({ first, list }: ResponseGroup): readonly Parameter[] {
  const sources = list.map(
    ({ headers }) => new Map(headers.map(({ name, source }) => [name, source])),
  );
  return first.headers.filter(({ name, source }) =>
    sources.every((byName) => byName.get(name) === source),
  );
}

/** Returns the headers of a response besides those shared by its group. */
export function ownHeaders(
  { headers }: ApiResponse,
  shared: readonly Parameter[],
): readonly Parameter[] {
  const names = new Set(shared.map(({ name }) => name));
  return headers.filter(({ name }) => !names.has(name));
}

/** Identity of a body's schema: that of the named schema it refers to, if any. */
function schemaKey({ schemas }: ApiContext, { schema }: MediaContent): unknown {
  return typeof schema === 'object' ? (schemas.read(schema).ref?.target ?? schema) : schema;
}

/** Returns equal keys for lists with the same media types and schemas, without encodings. */
export function bodyKeys(scope: ApiContext): (contents: readonly MediaContent[]) => unknown {
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
  return (contents) =>
    contents.some(({ encoding }) => encoding.length > 0)
      ? contents
      : JSON.stringify(
          contents.map((content) => [
            content.type,
            numberOf(content.itemSchema),
            numberOf(schemaKey(scope, content)),
          ]),
        );
}

import type { Child } from '../../shared/jsx-runtime.ts';
import { getOrInsert, groupBy } from '../../shared/maps.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ApiResponse, MediaContent, Parameter } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import { fillInline, joinInline, statusHtml } from './elements.tsx';

/** `200 OK`; a range of statuses (`4XX`) has no reason phrase, but a class. */
function responseLabel(messages: ApiMessages, { status, summary }: ApiResponse): string {
  const name = CLASSES.get(status);
  const words = summary || (name === undefined ? '' : messages[name]);
  return words === '' ? status : `${status} ${words}`;
}

const CLASSES: ReadonlyMap<string, keyof ApiMessages> = new Map([
  ['1XX', 'informational'],
  ['2XX', 'success'],
  ['3XX', 'redirection'],
  ['4XX', 'clientError'],
  ['5XX', 'serverError'],
  ['default', 'anyOtherStatus'],
] as const);

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
  const keyOf = bodyKeys(scope);
  const groups = groupBy(responses, (response): unknown =>
    isError(response) ? keyOf(response.contents) : response,
  );
  return Array.from(groups.values(), (list) => ({ first: list[0], list }));
}

export function isError({ status }: ApiResponse): boolean {
  return /^[45]/.test(status) || status === 'default';
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
  return first.headers.filter(({ name, source }) =>
    list.every(({ headers }) => headers.some((one) => one.name === name && one.source === source)),
  );
}

/** Returns equal keys for lists with the same media types and schemas, without encodings. */
export function bodyKeys({ schemas }: ApiContext): (contents: readonly MediaContent[]) => unknown {
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number => getOrInsert(numbers, value, () => numbers.size);
  return (contents) =>
    contents.some(({ encoding }) => encoding.length > 0)
      ? contents
      : JSON.stringify(
          contents.map(({ type, itemSchema, schema }) => [
            type,
            numberOf(itemSchema),
            // The named schema, if it refers to one.
            numberOf(
              typeof schema === 'object' ? (schemas.read(schema).ref?.target ?? schema) : schema,
            ),
          ]),
        );
}

import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { ApiResponse, ResponseLink } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import {
  fillInline,
  type Inline,
  inlineHtml,
  joinInline,
  listHtml,
  note,
  type TabPanel,
  tabs,
} from './elements.ts';
import { mediaHtml } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterList } from './parameters.ts';

/** `200 OK` */
export function responseLabel(messages: ApiMessages, { status, summary }: ApiResponse): string {
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

/** Renders one tab per status. `prefix` begins the ids. */
export function responseTabs(
  scope: PageScope,
  responses: readonly ApiResponse[],
  { prefix, level }: { readonly prefix: string; readonly level: 3 | 5 },
): string {
  const { messages } = scope;
  if (responses.length === 0) return note(messages.noResponses);
  const panels = responses.map((response): TabPanel => {
    const id = scope.ids.claim(`${prefix}response.${response.status}`);
    const html = responseHtml(scope, response, { id, level: level + 1 });
    return { value: response.status, id, label: responseLabel(messages, response), html };
  });
  return tabs(panels, { group: 'response', label: messages.responses, level });
}

function responseHtml(
  scope: PageScope,
  response: ApiResponse,
  { id, level }: { readonly id: string; readonly level: number },
): string {
  const { description, headers, contents, links } = response;
  const { messages } = scope;
  const title = (text: string): string => `<h${level}>${escapeHtml(text)}</h${level}>`;
  const words = describeHtml(scope, description);
  const headerRows =
    headers.length === 0
      ? ''
      : title(messages.headers) +
        parameterList(scope, headers, { prefix: `${id}.headers.`, isRequest: false });
  const body =
    contents.length === 0
      ? note(messages.noBody)
      : (headers.length === 0 ? '' : title(messages.body)) +
        mediaHtml(scope, contents, {
          id,
          name: responseLabel(messages, response),
          direction: 'response',
        });
  const linkRows = links.length === 0 ? '' : title(messages.links) + linkList(scope, links);
  return words + headerRows + body + linkRows;
}

function linkList(scope: PageScope, links: readonly ResponseLink[]): string {
  return listHtml(
    links.map((given) => {
      const words = describeHtml(scope, given.description);
      return inlineHtml(linkWords(scope, given)) + words;
    }),
  );
}

/** Describes the target of a link and the values that it passes. */
export function linkWords(
  { messages, pageHref }: ApiContext,
  given: ResponseLink,
): readonly Inline[] {
  const { name, operation, target, parameters, requestBody } = given;
  const to: Inline =
    operation === undefined
      ? { code: target }
      : { code: operation.title, href: pageHref(operation.slug) };
  const passed = parameters.map((parameter) =>
    fillInline(messages.linkPasses, {
      value: { code: parameter.expression },
      name: { code: parameter.name },
    }),
  );
  const body =
    requestBody === undefined
      ? []
      : [fillInline(messages.linkBody, { value: { code: requestBody } })];
  const isNamed = operation !== undefined || target !== '';
  const sentence = isNamed ? [fillInline(messages.linkTo, { target: to })] : [];
  return [{ code: name }, ': ', ...joinInline([...sentence, ...passed, ...body], ', ')];
}

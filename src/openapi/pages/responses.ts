import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiResponse, Parameter, ResponseLink } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { exampleBlocks } from './aside.ts';
import {
  fillInline,
  type Inline,
  inlineHtml,
  joinInline,
  link,
  listHtml,
  note,
  type TabPanel,
  tabs,
} from './elements.ts';
import { groupExamples } from './examples.ts';
import { mediaHtml } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterList } from './parameters.ts';
import {
  extentOf,
  groupLabel,
  groupLabelHtml,
  groupResponses,
  isError,
  ownHeaders,
  type ResponseGroup,
  responseLabelHtml,
  sharedHeaders,
} from './response-groups.ts';

interface ResponseOptions {
  /** Prefix of ids. */
  readonly prefix: string;
  readonly level: number;
}

/** Renders one tab per status; errors with the same body share one. */
export function responseTabs(
  scope: PageScope,
  responses: readonly ApiResponse[],
  { prefix, level }: { readonly prefix: string; readonly level: 3 | 5 },
): string {
  const { messages } = scope;
  if (responses.length === 0) return note(messages.noResponses);
  const panels = groupResponses(scope, responses).map((group): TabPanel => {
    const { first, list } = group;
    const id = scope.ids.claim(`${prefix}response.${list.length === 1 ? first.status : 'errors'}`);
    const html = groupHtml(scope, group, { prefix, level: level + 1 });
    const labelHtml = groupLabelHtml(messages, group);
    return { value: first.status, id, label: groupLabel(messages, group), labelHtml, html };
  });
  return tabs(panels, { group: 'response', label: messages.responses, level });
}

function groupHtml(scope: PageScope, group: ResponseGroup, options: ResponseOptions): string {
  const { first, list } = group;
  const { messages } = scope;
  const id = `${options.prefix}response.${first.status}`;
  const title = titleOf(options);
  const shared = sharedHeaders(group);
  const words =
    list.length === 1 ? errorLink(scope, first) + describeHtml(scope, first.description) : '';
  const statuses = list.length === 1 ? '' : statusList(scope, group, { shared, options });
  const headers =
    shared.length === 0
      ? ''
      : title(messages.headers) +
        parameterList(scope, shared, { prefix: `${id}.headers.`, isRequest: false });
  const name = groupLabel(messages, group);
  const hasTitle = shared.length + list.length > 1;
  const body =
    first.contents.length === 0
      ? note(messages.noBody)
      : (hasTitle ? title(messages.body) : '') +
        mediaHtml(scope, first.contents, {
          id,
          name,
          direction: 'response',
          extent: extentOf(first),
        });
  const links = list.length === 1 ? linkSection(scope, first, options) : '';
  return words + statuses + headers + body + calledExamples(scope, group, options) + links;
}

/** Renders the examples of answers to a callback, which the column beside the text does not have. */
function calledExamples(scope: PageScope, group: ResponseGroup, options: ResponseOptions): string {
  const examples = options.prefix === '' ? [] : groupExamples(scope, group);
  if (examples.length === 0) return '';
  const label = groupLabel(scope.messages, group);
  return (
    titleOf(options)(scope.messages.responseExamples) +
    exampleBlocks(scope, examples, { label, level: 6 })
  );
}

function titleOf({ level }: ResponseOptions): (text: string) => string {
  return (text) => `<h${level}>${escapeHtml(text)}</h${level}>`;
}

/** Links the status of a single error to its explanation. */
function errorLink(scope: PageScope, response: ApiResponse): string {
  const href = isError(response) ? scope.errorHref(response) : undefined;
  if (href === undefined) return '';
  return `<p>${link(href, responseLabelHtml(scope.messages, response))}</p>`;
}

interface StatusListOptions {
  readonly shared: readonly Parameter[];
  readonly options: ResponseOptions;
}

/** Lists the errors of a group with the parts that they do not share. */
function statusList(
  scope: PageScope,
  { list }: ResponseGroup,
  { shared, options }: StatusListOptions,
): string {
  const items = list.map((response) => {
    const id = scope.ids.claim(`${options.prefix}response.${response.status}`);
    const label = responseLabelHtml(scope.messages, response);
    const href = scope.errorHref(response);
    const status =
      href === undefined
        ? `<span class="api-status">${label}</span>`
        : link(href, label, 'api-status');
    const rest = ownHeaders(response, shared);
    const headers =
      rest.length === 0
        ? ''
        : parameterList(scope, rest, { prefix: `${id}.headers.`, isRequest: false });
    const words = describeHtml(scope, response.description);
    return `<li id="${escapeHtml(id)}">${status}<div>${words}${headers}${linkSection(scope, response, options)}</div></li>`;
  });
  return `<ul class="api-statuses">${items.join('')}</ul>`;
}

function linkSection(scope: PageScope, { links }: ApiResponse, options: ResponseOptions): string {
  return links.length === 0 ? '' : titleOf(options)(scope.messages.links) + linkList(scope, links);
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
function linkWords({ messages, pageHref }: ApiContext, given: ResponseLink): readonly Inline[] {
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

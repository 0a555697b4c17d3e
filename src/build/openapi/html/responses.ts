import { escapeHtml } from '../../../shared/escape-html.ts';
import { apiTexts } from '../../../shared/texts.ts';
import type { ApiResponse, ResponseLink } from '../model/types.ts';
import type { ApiContext } from './types.ts';
import { adoptDescription } from './adopt-description.ts';
import { fillInline, type Inline, inlineHtml, joinInline } from './elements.ts';
import { mediaHtml } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterList } from './parameters.ts';
import { type TabPanel, tabs } from './tabs.ts';

/** `200 OK` */
export function responseLabel({ status, summary }: ApiResponse): string {
  return summary === '' ? status : `${status} ${summary}`;
}

/** One tab per status (rule 43). `prefix` begins the ids. */
export function responseTabs(
  scope: PageScope,
  responses: readonly ApiResponse[],
  { prefix, level }: { readonly prefix: string; readonly level: 3 | 5 },
): string {
  if (responses.length === 0) return `<p class="prop-note">${escapeHtml(apiTexts.noResponses)}</p>`;
  const panels = responses.map((response): TabPanel => {
    const id = scope.ids.claim(`${prefix}response.${response.status}`);
    const html = responseHtml(scope, response, { id, level: level + 1 });
    return { value: response.status, id, label: responseLabel(response), html };
  });
  return tabs(panels, { group: 'response', label: apiTexts.responses, level });
}

function responseHtml(
  scope: PageScope,
  response: ApiResponse,
  { id, level }: { readonly id: string; readonly level: number },
): string {
  const { description, headers, contents, links } = response;
  const title = (text: string): string => `<h${level}>${escapeHtml(text)}</h${level}>`;
  const words = adoptDescription(scope, scope.context.describe(description)).html;
  const headerRows =
    headers.length === 0
      ? ''
      : title(apiTexts.headers) +
        parameterList(scope, headers, { prefix: `${id}.headers.`, isRequest: false });
  const body =
    contents.length === 0
      ? `<p class="prop-note">${escapeHtml(apiTexts.noBody)}</p>`
      : (headers.length === 0 ? '' : title(apiTexts.body)) +
        mediaHtml(scope, contents, {
          id,
          name: responseLabel(response),
          direction: 'response',
        });
  const linkRows = links.length === 0 ? '' : title(apiTexts.links) + linkList(scope, links);
  return words + headerRows + body + linkRows;
}

function linkList(scope: PageScope, links: readonly ResponseLink[]): string {
  const items = links.map((given) => {
    const words = adoptDescription(scope, scope.context.describe(given.description)).html;
    return `<li>${inlineHtml(linkWords(scope.context, given))}${words}</li>`;
  });
  return `<ul class="api-list">${items.join('')}</ul>`;
}

/** Where a link leads and what it hands over. */
export function linkWords(context: ApiContext, given: ResponseLink): readonly Inline[] {
  const { name, operation, target, parameters, requestBody } = given;
  const to: Inline =
    operation === undefined
      ? { code: target }
      : { code: operation.title, href: context.pageHref(operation.slug) };
  const passed = parameters.map((parameter) =>
    fillInline(apiTexts.linkPasses, {
      value: { code: parameter.expression },
      name: { code: parameter.name },
    }),
  );
  const body =
    requestBody === undefined
      ? []
      : [fillInline(apiTexts.linkBody, { value: { code: requestBody } })];
  const sentence = fillInline(apiTexts.linkTo, { target: to });
  return [{ code: name }, ': ', ...joinInline([sentence, ...passed, ...body], ', ')];
}

/** @jsxImportSource docwright/html */
import type { Child, Html } from '../../shared/jsx-runtime.ts';
import type { ApiResponse, Parameter, ResponseLink } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { exampleBlocks } from './aside.tsx';
import { fillInline, joinInline, listOf, note, tabs } from './elements.tsx';
import { groupExamples } from './examples.ts';
import { mediaHtml } from './media.tsx';
import type { PageScope } from './page-scope.ts';
import { parameterList } from './parameters.tsx';
import {
  groupLabel,
  groupLabelHtml,
  groupResponses,
  isError,
  type ResponseGroup,
  responseLabelHtml,
  sharedHeaders,
} from './response-groups.ts';

interface ResponseOptions {
  /** Prefix of ids; that of a callback is not empty. */
  readonly prefix: string;
  readonly level: 3 | 5;
}

/** Renders one tab per status; errors with the same body share one. */
export function responseTabs(
  scope: PageScope,
  responses: readonly ApiResponse[],
  options: ResponseOptions,
): Html {
  const { messages } = scope;
  const { prefix, level } = options;
  if (responses.length === 0) return note(messages.noResponses);
  const panels = groupResponses(scope, responses).map((group) => {
    const { first, list } = group;
    const id = scope.ids.claim(`${prefix}response.${list.length === 1 ? first.status : 'errors'}`);
    const children = groupHtml(scope, group, options);
    return { value: first.status, id, label: groupLabelHtml(messages, group), children };
  });
  return tabs(scope, panels, { group: 'response', label: messages.responses, level });
}

function groupHtml(scope: PageScope, group: ResponseGroup, options: ResponseOptions): Html {
  const { first, list } = group;
  const { messages, parts } = scope;
  const { prefix } = options;
  const isAlone = list.length === 1;
  const id = `${prefix}response.${first.status}`;
  const shared = sharedHeaders(group);
  const name = groupLabel(messages, group);
  const href = isAlone && isError(first) ? scope.errorHref(first) : undefined;
  const description = isAlone ? describeHtml(scope, first.description) : undefined;
  const statuses = isAlone ? undefined : statusList(scope, group, { shared, options });
  const headers = shared.length > 0 && {
    title: messages.headers,
    children: parameterList(scope, shared, {
      prefix: `${id}.headers.`,
      direction: 'response',
    }),
  };
  const extent = isError(first) ? 'error' : 'response';
  const fields = { id, name, direction: 'response', extent } as const;
  const body =
    first.contents.length === 0
      ? { title: '', children: note(messages.noBody) }
      : {
          title: shared.length + list.length > 1 ? messages.body : '',
          children: mediaHtml(scope, first.contents, fields),
        };
  // The column beside the text has the examples of the operation's own responses.
  const examples = prefix === '' ? [] : groupExamples(scope, group);
  return (
    <parts.Response
      level={options.level === 3 ? 4 : 6}
      explanation={href && <a href={href}>{responseLabelHtml(messages, first)}</a>}
      description={description}
      statuses={statuses}
      headers={headers || undefined}
      body={body}
      examples={
        examples.length === 0
          ? undefined
          : {
              title: messages.responseExamples,
              children: exampleBlocks(scope, examples, { label: name, level: 6 }),
            }
      }
      links={isAlone ? linkSection(scope, first) : undefined}
    />
  );
}

interface StatusListOptions {
  readonly shared: readonly Parameter[];
  readonly options: ResponseOptions;
}

/** Lists the errors of a group with the parts that they do not share. */
function statusList(
  scope: PageScope,
  { list }: ResponseGroup,
  { shared, options: { prefix, level } }: StatusListOptions,
): Html {
  const Title = level === 3 ? 'h4' : 'h6';
  return (
    <ul class="api-statuses">
      {list.map((response) => {
        const id = scope.ids.claim(`${prefix}response.${response.status}`);
        const label = responseLabelHtml(scope.messages, response);
        const href = scope.errorHref(response);
        const rest = response.headers.filter(
          (header) => !shared.some(({ name }) => name === header.name),
        );
        const headers =
          rest.length > 0 &&
          parameterList(scope, rest, { prefix: `${id}.headers.`, direction: 'response' });
        const links = linkSection(scope, response);
        return (
          <li id={id}>
            {href === undefined ? (
              <span class="api-status">{label}</span>
            ) : (
              <a class="api-status" href={href}>
                {label}
              </a>
            )}
            <div>
              {describeHtml(scope, response.description)}
              {headers}
              {links && [<Title>{links.title}</Title>, links.children]}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function linkSection(scope: PageScope, { links }: ApiResponse) {
  if (links.length === 0) return undefined;
  const items = links.map((link) => [
    linkWords(scope, link),
    describeHtml(scope, link.description),
  ]);
  return { title: scope.messages.links, children: listOf(items) };
}

/** Describes the target of a link and the values that it passes. */
function linkWords({ messages, pageHref }: ApiContext, link: ResponseLink): Child {
  const { name, operation, target, parameters, requestBody } = link;
  const to =
    operation === undefined ? (
      <code>{target}</code>
    ) : (
      <a href={pageHref(operation.slug)}>
        <code>{operation.title}</code>
      </a>
    );
  const sentences = [
    (operation !== undefined || target !== '') && fillInline(messages.linkTo, { target: to }),
    ...parameters.map((parameter) =>
      fillInline(messages.linkPasses, {
        value: <code>{parameter.expression}</code>,
        name: <code>{parameter.name}</code>,
      }),
    ),
    requestBody !== undefined &&
      fillInline(messages.linkBody, { value: <code>{requestBody}</code> }),
  ].filter((sentence) => sentence !== false);
  return [<code>{name}</code>, ': ', joinInline(sentences, ', ')];
}

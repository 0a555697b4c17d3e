import { codeSpan, escapeMarkdown, fenced } from '../../shared/markdown-text.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type {
  ApiResponse,
  Callback,
  ExternalDocs,
  MediaContent,
  Operation,
  Parameter,
  Server,
} from '../model/api-model.ts';
import type { ApiContext } from '../pages/api-page.ts';
import { authenticationOf, wayLine } from '../pages/authentication.ts';
import type { Direction } from '../pages/child-rows.ts';
import { fillInline } from '../pages/elements.ts';
import { groupExamples, requestExamples, requestSamples } from '../pages/examples.ts';
import { encodingWords, groupMedia, type MediaOptions, sameBody } from '../pages/media.ts';
import type { PageScope, ShownBody } from '../pages/page-scope.ts';
import {
  byLocation,
  PARAMETER_TITLES,
  parameterExamples,
  parameterNode,
  parameterNotes,
} from '../pages/parameters.ts';
import {
  extentOf,
  groupLabel,
  groupResponses,
  isError,
  ownHeaders,
  type ResponseGroup,
  responseLabel,
  sharedHeaders,
} from '../pages/response-groups.ts';
import { linkWords } from '../pages/responses.ts';
import type { BodyExample } from '../pages/row-cache.ts';
import {
  baseOf,
  hasHost,
  ownServers,
  serverChoices,
  serversTitle,
  variableWords,
} from '../pages/servers.ts';
import { baseAddress } from '../samples/request.ts';
import { wireForm } from '../samples/wire-form.ts';
import {
  detailLines,
  itemLine,
  markdownBelow,
  markdownTree,
  typeWords,
} from './markdown-properties.ts';
import { blocks, indent, inlineMarkdown, lowerHeadings, markdownLink } from './markdown-text.ts';

export function operationMarkdown(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const isWebhook = operation.kind === 'webhook';
  return blocks([
    `# ${escapeMarkdown(operation.title)}`,
    codeSpan(`${operation.method} ${isWebhook ? '' : baseOf(operation)}${operation.path}`),
    isWebhook ? '' : otherServers(scope, operation),
    isWebhook ? messages.webhookLead : '',
    isWebhook && operation.security.length === 0 ? '' : authentication(scope, operation),
    deprecation(messages, operation),
    lowerHeadings(scope.describeMarkdown(operation.longSummary), 1),
    lowerHeadings(scope.describeMarkdown(operation.description), 1),
    docsMarkdown(scope, operation.externalDocs),
    `## ${messages.request}`,
    requestMarkdown(scope, operation, 3),
    serversMarkdown(messages, ownServers(scope, operation)),
    samples(scope, operation),
    examplesMarkdown(scope, requestExamples(scope, operation), `### ${messages.bodyExamples}`),
    `## ${isWebhook ? messages.answers : messages.responses}`,
    operation.responses.length === 0 ? messages.noResponses : '',
    ...responsesMarkdown(scope, operation.responses, 3),
    callbacks(scope, operation.callbacks),
  ]);
}

/** Lists the servers to choose from, or names the host of the samples if the description names none. */
function otherServers(scope: ApiContext, operation: Operation): string {
  const { messages } = scope;
  const { servers } = operation;
  if (!hasHost(servers[0])) {
    return fillMessage(messages.noHost, { host: baseAddress({ servers: [] }) });
  }
  const choices = serverChoices(servers);
  if (choices.length < 2 || ownServers(scope, operation).length > 0) return '';
  const items = choices.map(({ address, label }) =>
    label === address ? codeSpan(address) : `${codeSpan(address)} (${escapeMarkdown(label)})`,
  );
  return `**${messages.servers}**: ${items.join(', ')}`;
}

function authentication(scope: PageScope, { security }: Operation): string {
  const { messages } = scope;
  const { ways, isOptional } = authenticationOf(scope, security);
  const label = `**${isOptional ? messages.authenticationOptional : messages.authentication}**:`;
  const lines = ways.map((way) => inlineMarkdown(wayLine(way)));
  if (lines.length === 0) return `${label} ${messages.noAuthentication}`;
  if (lines.length === 1) return `${label} ${lines.join('')}`;
  return `${label} ${messages.oneOf}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function deprecation(
  messages: ApiMessages,
  { deprecated, deprecatedDescription, kind }: Operation,
): string {
  if (!deprecated) return '';
  const title = kind === 'webhook' ? messages.deprecatedWebhook : messages.deprecatedOperation;
  return `> **${title}** ${escapeMarkdown(deprecatedDescription)}`.trimEnd();
}

export function docsMarkdown(scope: ApiContext, docs: ExternalDocs | undefined): string {
  if (docs === undefined) return '';
  const words = docs.description === '' ? scope.messages.externalDocs : docs.description;
  const href = scope.resolveHref(docs.url, docs.owner);
  return href === undefined ? escapeMarkdown(words) : markdownLink(words, href);
}

function requestMarkdown(scope: PageScope, operation: Operation, level: number): string {
  const { messages } = scope;
  const { parameters, body } = operation;
  const title = '#'.repeat(level);
  const lists = byLocation(parameters).map(({ location, list }) =>
    blocks([
      `${title} ${messages[PARAMETER_TITLES[location]]}`,
      parameterLines(scope, list, 'request'),
    ]),
  );
  const content =
    body === undefined
      ? ''
      : blocks([
          `${title} ${messages.body}${body.required ? ` (${messages.required})` : ''}`,
          lowerHeadings(scope.describeMarkdown(body.description), level),
          mediaMarkdown(scope, body.contents, { id: '', name: '', direction: 'request' }),
        ]);
  return blocks([...lists, content]) || (level === 3 ? messages.noRequest : '');
}

function parameterLines(
  scope: PageScope,
  parameters: readonly Parameter[],
  direction: Direction,
): string {
  return parameters.flatMap((parameter) => parameterItem(scope, parameter, direction)).join('\n');
}

function parameterItem(
  scope: PageScope,
  parameter: Parameter,
  direction: Direction,
): readonly string[] {
  const { messages } = scope;
  const { name, required, deprecated, description, deprecatedDescription } = parameter;
  const node = parameterNode(scope, parameter);
  const wire = wireForm(parameter, scope.schemas);
  const examples = parameterExamples(scope, parameter, node);
  const words = [
    ...(node === undefined ? [] : [typeWords(scope, node)]),
    ...(required ? [messages.required] : [messages.optional]),
    ...(deprecated ? [messages.deprecated] : []),
  ];
  const details = [
    ...detailLines(scope, node ?? scope.schemas.read(true), { description, examples }),
    ...(deprecatedDescription === '' ? [] : [escapeMarkdown(deprecatedDescription)]),
    ...(wire === undefined ? [] : [`${messages.sentAs}: ${codeSpan(wire)}.`]),
    ...parameterNotes(messages, parameter).map((note) => `${note}.`),
  ];
  const line = itemLine(codeSpan(name), words, details);
  return node === undefined ? [line] : [line, ...markdownBelow(scope, node, { name, direction })];
}

function mediaMarkdown(
  scope: PageScope,
  contents: readonly MediaContent[],
  options: MediaOptions,
): string {
  const { messages } = scope;
  const { direction, extent } = options;
  const tree = { name: '', direction, extent };
  return blocks(
    groupMedia(scope, contents).flatMap(({ types, content }) => {
      const label = types.length === 1 ? messages.mediaType : messages.mediaTypes;
      const { schema, itemSchema, encoding } = content;
      const line = `${label}: ${types.map(codeSpan).join(', ')}`;
      const same = sameBody(scope, content, options);
      if (same !== undefined) return [line, sameBodyMarkdown(scope, content, same)];
      return [
        line,
        schema === undefined ? '' : markdownTree(scope, schema, tree),
        itemSchema === undefined
          ? ''
          : `${messages.eachPart}:\n\n${markdownTree(scope, itemSchema, tree)}`,
        encoding.map((part) => `- ${inlineMarkdown(encodingWords(messages, part))}`).join('\n'),
      ];
    }),
  );
}

function sameBodyMarkdown(scope: PageScope, { schema }: MediaContent, same: ShownBody): string {
  const node = schema === undefined ? undefined : scope.schemas.read(schema);
  const type = node === undefined ? '' : typeWords(scope, node);
  const { messages } = scope;
  return `${type} ${fillMessage(messages.sameBody, { location: escapeMarkdown(same.name) })}.`;
}

function serversMarkdown(messages: ApiMessages, list: readonly Server[]): string {
  if (list.length === 0) return '';
  return blocks([`### ${serversTitle(messages, list)}`, serverLines(messages, list)]);
}

export function serverLines(messages: ApiMessages, list: readonly Server[]): string {
  return list
    .map(({ url, description, variables }) =>
      [
        `- ${codeSpan(url)} ${escapeMarkdown(description)}`.trimEnd(),
        ...variables.map((variable) => `  - ${inlineMarkdown(variableWords(messages, variable))}`),
      ].join('\n'),
    )
    .join('\n');
}

/** Prints the samples of site and description, and the first generated one: the others say the same. */
function samples(scope: PageScope, operation: Operation): string {
  const all = requestSamples(scope, operation);
  const generated = all.find(({ isGenerated }) => isGenerated);
  const list = all.filter((sample) => !sample.isGenerated || sample === generated);
  if (list.length === 0) return '';
  return blocks([
    `### ${scope.messages.requestSamples}`,
    ...list.map(
      ({ label, language, code }) => `${escapeMarkdown(label)}:\n\n${fenced(code, language)}`,
    ),
  ]);
}

function examplesMarkdown(
  scope: PageScope,
  examples: readonly BodyExample[],
  title: string,
): string {
  if (examples.length === 0) return '';
  return blocks([
    title,
    ...examples.map(({ label, mediaType, body, given }) => {
      const name = label === '' ? codeSpan(mediaType) : escapeMarkdown(label);
      const address = given?.externalUrl;
      const code = body !== undefined ? fenced(body.code, body.language) : codeSpan(address ?? '');
      const words = given === undefined ? '' : scope.describeMarkdown(given.description);
      return blocks([`${name}:`, lowerHeadings(words, 5), code]);
    }),
  ]);
}

function responsesMarkdown(
  scope: PageScope,
  responses: readonly ApiResponse[],
  level: number,
): readonly string[] {
  return groupResponses(scope, responses).map((group) => groupMarkdown(scope, group, level));
}

/** Prints a response, or errors that share their body. */
function groupMarkdown(scope: PageScope, group: ResponseGroup, level: number): string {
  const { messages } = scope;
  const { first, list } = group;
  const { status, contents } = first;
  const below = '#'.repeat(level + 1);
  const name = groupLabel(messages, group);
  const options: MediaOptions = {
    id: `${level} ${status}`,
    name,
    direction: 'response',
    extent: extentOf(first),
  };
  const shared = sharedHeaders(group);
  const title = list.length === 1 ? linkedStatus(scope, first) : escapeMarkdown(name);
  return blocks([
    `${'#'.repeat(level)} ${title}`,
    list.length === 1
      ? lowerHeadings(scope.describeMarkdown(first.description), level)
      : list.map((response) => errorItem(scope, response, shared)).join('\n'),
    headersMarkdown(scope, shared, below),
    contents.length === 0 ? messages.noBody : mediaMarkdown(scope, contents, options),
    examplesMarkdown(
      scope,
      groupExamples(scope, group).map(({ example, label }) => ({ ...example, label })),
      `${below} ${messages.examples}`,
    ),
    ...list.map(({ links }) => linksMarkdown(scope, links, below)),
  ]);
}

/** `404 Not Found`, linked to its explanation. */
function linkedStatus(scope: PageScope, response: ApiResponse): string {
  const name = responseLabel(scope.messages, response);
  const href = isError(response) ? scope.errorHref(response) : undefined;
  return href === undefined ? escapeMarkdown(name) : markdownLink(name, href);
}

function errorItem(scope: PageScope, response: ApiResponse, shared: readonly Parameter[]): string {
  const words = lowerHeadings(scope.describeMarkdown(response.description), 6);
  const headers = ownHeaders(response, shared);
  const lines = headers.length === 0 ? [] : [parameterLines(scope, headers, 'response')];
  const status = linkedStatus(scope, response);
  const gap = words.includes('\n') ? '\n' : ' ';
  return indent([`- ${status}${words === '' ? '' : `:${gap}${words}`}`, ...lines].join('\n'));
}

function headersMarkdown(scope: PageScope, headers: readonly Parameter[], title: string): string {
  if (headers.length === 0) return '';
  const lines = parameterLines(scope, headers, 'response');
  return blocks([`${title} ${scope.messages.headers}`, lines]);
}

function linksMarkdown(scope: PageScope, links: ApiResponse['links'], title: string): string {
  if (links.length === 0) return '';
  const lines = links.map((link) => {
    const words = scope.describeMarkdown(link.description).replace(/\s+/g, ' ');
    const end = words === '' ? '' : `. ${words}`;
    return `- ${inlineMarkdown(linkWords(scope, link))}${end}`;
  });
  return blocks([`${title} ${scope.messages.links}`, lines.join('\n')]);
}

function callbacks(scope: PageScope, list: readonly Callback[]): string {
  if (list.length === 0) return '';
  const { messages } = scope;
  return blocks([
    `## ${messages.callbacks}`,
    ...list.flatMap(({ name, expression, operations }) => [
      `### ${escapeMarkdown(name)}`,
      ...operations.map((operation) => {
        const { method, description, responses } = operation;
        const lead = fillInline(messages.callbackLead, {
          method: { code: method },
          address: { code: expression },
        });
        return blocks([
          inlineMarkdown(lead),
          lowerHeadings(scope.describeMarkdown(description), 3),
          requestMarkdown(scope, operation, 4),
          ...responsesMarkdown(scope, responses, 4),
        ]);
      }),
    ]),
  ]);
}

export function operationLines(scope: PageScope, operations: readonly Operation[]): string {
  return operations
    .map(({ slug, title, method, fullPath, deprecated }) => {
      const old = deprecated ? ` (${scope.messages.deprecated})` : '';
      const link = markdownLink(title, scope.pageHref(slug));
      return `- ${link}: ${codeSpan(`${method} ${fullPath}`)}${old}`;
    })
    .join('\n');
}

/** `Version 1.2.0` */
export function versionLine(messages: ApiMessages, version: string): string {
  return version === '' ? '' : escapeMarkdown(fillMessage(messages.version, { version }));
}

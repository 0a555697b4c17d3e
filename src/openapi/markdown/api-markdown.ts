import { codeSpan, escapeMarkdown, fenced } from '../../shared/markdown-text.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { NamedSchema, SecurityScheme, Tag } from '../model/api-model.ts';
import type { ApiContext, ApiPage } from '../pages/api-page.ts';
import {
  authenticationOf,
  FLOW_TITLES,
  flowUrls,
  type LabelledUrl,
  schemeLead,
  schemeTitle,
  schemeUrls,
  wayLine,
} from '../pages/authentication.ts';
import { fillInline } from '../pages/elements.ts';
import { infoLinks, tagPath } from '../pages/info-page.ts';
import { createScope, type PageScope } from '../pages/page-scope.ts';
import { createRowCache } from '../pages/row-cache.ts';
import { schemaExample, schemaSummary, sortedSchemas } from '../pages/schema-page.ts';
import { serversTitle } from '../pages/servers.ts';
import { markdownTree } from './markdown-properties.ts';
import { blocks, inlineMarkdown, lowerHeadings, markdownLink } from './markdown-text.ts';
import {
  docsMarkdown,
  operationLines,
  operationMarkdown,
  serverLines,
  versionLine,
} from './operation-markdown.ts';

/**
 * Prints the Markdown version of a page, with its content and labels. Pages of a description share a cache for
 * speed.
 */
export function apiMarkdown(page: ApiPage, context: ApiContext, cache = createRowCache()): string {
  return `${pageMarkdown(page, createScope(context, cache))}\n`;
}

function pageMarkdown(page: ApiPage, scope: PageScope): string {
  switch (page.type) {
    case 'info':
      return infoMarkdown(scope);
    case 'operation':
      return operationMarkdown(scope, page.operation);
    case 'schema':
      return schemaMarkdown(scope, page.schema);
    case 'schemas':
      return schemasMarkdown(scope);
  }
}

function infoMarkdown(scope: PageScope): string {
  const { messages, pageHref, model } = scope;
  const { info, servers, tags, webhooks, schemas } = model;
  const links = infoLinks(messages, info).map(({ label, words, url, owner }) => {
    const href = url === undefined ? undefined : scope.resolveHref(url, owner);
    const value = href === undefined ? escapeMarkdown(words) : markdownLink(words, href);
    return `- ${label}: ${value}`;
  });
  return blocks([
    `# ${escapeMarkdown(info.title)}`,
    versionLine(messages, info.version),
    scope.downloadHref === undefined ? '' : markdownLink(messages.download, scope.downloadHref),
    escapeMarkdown(info.summary),
    lowerHeadings(scope.describeMarkdown(info.description), 1),
    docsMarkdown(scope, info.externalDocs),
    servers.length === 0 ? '' : `## ${serversTitle(messages, servers)}`,
    serverLines(messages, servers),
    authenticationMarkdown(scope),
    tags.length === 0 ? '' : `## ${messages.operations}`,
    ...tags.map((tag) => tagMarkdown(scope, tag)),
    webhooks.length === 0 ? '' : `## ${messages.webhooks}`,
    operationLines(scope, webhooks),
    schemas.length === 0 ? '' : `## ${messages.schemas}`,
    schemas.length === 0 ? '' : markdownLink(messages.schemasLink, pageHref('schemas')),
    links.length === 0 ? '' : `## ${messages.contact}`,
    links.join('\n'),
  ]);
}

function tagMarkdown(scope: PageScope, tag: Tag): string {
  if (tag.operations.length === 0) return '';
  return blocks([
    `### ${escapeMarkdown(tagPath(scope, tag))}`,
    lowerHeadings(scope.describeMarkdown(tag.description), 3),
    docsMarkdown(scope, tag.externalDocs),
    operationLines(scope, tag.operations),
  ]);
}

function authenticationMarkdown(scope: PageScope): string {
  const { messages } = scope;
  const { securitySchemes, security } = scope.model;
  if (securitySchemes.size === 0) return '';
  const lines = authenticationOf(scope, security).ways.map(wayLine);
  const [first] = lines;
  const usual =
    lines.length === 1 && first !== undefined
      ? [inlineMarkdown(fillInline(messages.usuallyOne, { scheme: first }))]
      : [messages.usually, lines.map((line) => `- ${inlineMarkdown(line)}`).join('\n')];
  return blocks([
    `## ${messages.securitySchemes}`,
    ...(lines.length === 0 || securitySchemes.size === 1 ? [] : usual),
    ...[...securitySchemes.values()].map((scheme) => schemeMarkdown(scope, scheme)),
  ]);
}

function schemeMarkdown(scope: PageScope, scheme: SecurityScheme): string {
  const { messages } = scope;
  const flows = scheme.type === 'oauth2' ? scheme.flows : [];
  return blocks([
    `### ${escapeMarkdown(schemeTitle(scope, scheme))}`,
    inlineMarkdown(schemeLead(scope, scheme)),
    scheme.deprecated ? messages.deprecatedScheme : '',
    lowerHeadings(scope.describeMarkdown(scheme.description), 3),
    urlLines(schemeUrls(messages, scheme)),
    ...flows.flatMap((flow) => [
      `#### ${messages[FLOW_TITLES[flow.kind]]}`,
      urlLines(flowUrls(messages, flow)),
      flow.scopes
        .map(({ name, description }) =>
          `- ${codeSpan(name)} ${escapeMarkdown(description)}`.trimEnd(),
        )
        .join('\n'),
    ]),
  ]);
}

function urlLines(urls: readonly LabelledUrl[]): string {
  return urls.map(({ label, url }) => `- ${label}: ${codeSpan(url)}`).join('\n');
}

function schemaMarkdown(scope: PageScope, named: NamedSchema): string {
  const { messages } = scope;
  const { operations, schemas } = scope.usersOf(named);
  const users = schemas.map((user) => `- ${schemaLink(scope, user)}`);
  return blocks([
    `# ${escapeMarkdown(named.name)}`,
    markdownTree(scope, named.schema, { direction: undefined, name: named.name }),
    `## ${messages.example}`,
    fenced(schemaExample(scope, named), 'json'),
    operations.length + users.length === 0 ? '' : `## ${messages.usedBy}`,
    [operationLines(scope, operations), ...users].filter((line) => line !== '').join('\n'),
  ]);
}

function schemasMarkdown(scope: PageScope): string {
  const items = sortedSchemas(scope).map((named) => {
    const words = schemaSummary(scope, named);
    return `- ${schemaLink(scope, named)} ${escapeMarkdown(words)}`.trimEnd();
  });
  const { messages, model } = scope;
  const lead = fillMessage(messages.schemasLead, { title: model.info.title });
  return blocks([`# ${messages.schemas}`, escapeMarkdown(lead), items.join('\n')]);
}

function schemaLink({ pageHref }: ApiContext, { name, slug }: NamedSchema): string {
  return markdownLink(name, pageHref(`schemas/${slug}`));
}

/** @jsxImportSource docwright/html */
import { scanPage } from '../../html/scan-page.ts';
import { type Child, type Html, printHtml } from '../../shared/jsx-runtime.ts';
import { slugify } from '../../shared/slug.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ApiInfo, Operation, Tag } from '../model/api-model.ts';
import { restName } from '../model/tags.ts';
import { describeHtml } from './adopt-description.ts';
import type { ApiArticle, ApiContext, ApiSection } from './api-page.ts';
import {
  authenticationId,
  authenticationOf,
  schemeHtml,
  schemeLead,
  schemeTitle,
  wayLine,
} from './authentication.tsx';
import { badge, externalDocs, fillInline, listOf, outsideLink, pathText } from './elements.tsx';
import { createHeadings, type Headings, type PageScope } from './page-scope.ts';
import { htmlText } from './search-sections.ts';
import { serverList, serversTitle } from './servers.tsx';

/** Renders the overview page: description, servers, authentication and operations. */
export function infoArticle(scope: PageScope): ApiArticle {
  const { messages, model, parts, downloadHref, pageHref } = scope;
  const { info, servers, webhooks } = model;
  const headings = createHeadings(scope);
  const description = describeHtml(scope, info.description);
  const tags = model.tags.filter(({ operations }) => operations.length > 0);
  const links = infoLinks(messages, info).map(({ label, words, url, owner }) => [
    `${label}: `,
    url === undefined ? words : outsideLink(scope, { url, owner }, words),
  ]);
  const html = (
    <parts.Overview
      title={info.title}
      facts={[
        ...(info.version === '' ? [] : [fillMessage(messages.version, { version: info.version })]),
        ...(downloadHref === undefined ? [] : [<a href={downloadHref}>{messages.download}</a>]),
        ...exportLinks(scope),
      ]}
      summary={info.summary}
      description={description}
      docs={externalDocs(scope, info.externalDocs)}
    >
      {servers.length > 0 && [
        headings.print(2, serversTitle(messages, servers), 'servers'),
        serverList(messages, servers),
      ]}
      {model.securitySchemes.size > 0 && authenticationHtml(scope, headings)}
      {tags.length > 0 && [
        headings.print(2, messages.operations, 'operations'),
        tags.map((tag) => [
          headings.print(
            3,
            [...tag.groups, tagLabel(scope, tag)].join(' / '),
            `tag-${slugify(tag.name)}`,
          ),
          describeHtml(scope, tag.description),
          externalDocs(scope, tag.externalDocs),
          operationList(scope, tag.operations),
        ]),
      ]}
      {webhooks.length > 0 && [
        headings.print(2, messages.webhooks, 'webhooks'),
        operationList(scope, webhooks),
      ]}
      {model.schemas.length > 0 && [
        headings.print(2, messages.schemas, 'schemas'),
        <p>
          <a href={pageHref('schemas')}>{messages.schemasLink}</a>
        </p>,
      ]}
      {links.length > 0 && [headings.print(2, messages.contact, 'contact'), listOf(links)]}
    </parts.Overview>
  );
  const sections = sectionsOf(scope, printHtml(description));
  return { html: printHtml(html), toc: headings.toc(), ids: scope.ids.all, sections };
}

/** Links to the requests of the description for other tools. */
function exportLinks({ messages, model, exportHref }: PageScope): readonly Html[] {
  const kinds = [
    ['collection', messages.collection],
    ['environment', messages.environment],
    ['http', messages.httpFile],
  ] as const;
  return kinds.flatMap(([kind, label]) => {
    const href = model.operations.length === 0 ? undefined : exportHref(kind);
    return href === undefined ? [] : [<a href={href}>{label}</a>];
  });
}

function authenticationHtml(scope: PageScope, headings: Headings): Child {
  const { messages, model } = scope;
  const { securitySchemes, security } = model;
  const title = headings.print(2, messages.securitySchemes, 'authentication');
  // For operations that say nothing else.
  const ways = authenticationOf(scope, security).ways.map(wayLine);
  const usual =
    ways.length < 2
      ? ways.map((way) => <p>{fillInline(messages.usuallyOne, { scheme: way })}</p>)
      : [<p>{messages.usually}</p>, listOf(ways)];
  const schemes = [...securitySchemes.values()].map((scheme) => [
    headings.print(3, schemeTitle(scope, scheme), authenticationId(scheme.name)),
    schemeHtml(scope, scheme),
  ]);
  return [title, securitySchemes.size > 1 && usual, schemes];
}

function tagLabel({ model, messages }: ApiContext, { label }: Tag): string {
  return label ?? messages[restName(model)];
}

export function operationList(scope: PageScope, operations: readonly Operation[]): Html {
  const { messages, parts, pageHref } = scope;
  return (
    <parts.OperationList
      operations={operations.map(({ slug, title, method, fullPath, deprecated }) => ({
        method: badge(method),
        title,
        href: pageHref(slug),
        path: pathText(fullPath),
        deprecated: deprecated ? messages.deprecated : undefined,
      }))}
    />
  );
}

/** Lists contact, license and terms, each with the object that holds its address. */
function infoLinks(
  messages: ApiMessages,
  { contact, license, termsOfService: terms, description }: ApiInfo,
) {
  const { name: title, identifier } = license ?? {};
  const named = title && identifier ? `${title} (${identifier})` : title;
  const rows = [
    { label: messages.contact, words: contact?.name ?? contact?.url, ...contact },
    { label: messages.email, words: contact?.email, ...contact, url: `mailto:${contact?.email}` },
    { label: messages.license, words: named || identifier || license?.url, ...license },
    { label: messages.terms, words: terms, url: terms, owner: description.owner },
  ];
  return rows.flatMap(({ label, words, url, owner = description.owner }) =>
    words === undefined ? [] : [{ label, words, url, owner }],
  );
}

/** Headings of the description are sections of the search, whatever their level. */
const DEEPEST = 6;

function sectionsOf(scope: PageScope, words: string): readonly ApiSection[] {
  const { info, securitySchemes, tags: groupTags } = scope.model;
  const [lead, ...below] = scanPage(`<main>${words}</main>`, DEEPEST).sections;
  const sections = below.map((section): ApiSection => ({ ...section, kind: 'info', tags: [] }));
  const text = [info.summary, lead?.text].filter(Boolean).join('\n');
  const schemes = [...securitySchemes.values()].map(
    (scheme): ApiSection => ({
      anchor: authenticationId(scheme.name),
      title: `${scope.messages.authentication}: ${schemeTitle(scope, scheme)}`,
      level: 3,
      text: htmlText(
        `${printHtml(schemeLead(scope, scheme))} ${scope.describe(scheme.description)}`,
      ),
      kind: 'info',
      tags: [scheme.name],
    }),
  );
  const groups = groupTags.map(
    (tag): ApiSection => ({
      anchor: `tag-${slugify(tag.name)}`,
      title: tagLabel(scope, tag),
      level: 3,
      text: htmlText(scope.describe(tag.description)),
      kind: 'info',
      tags: [],
    }),
  );
  const found = [...schemes, ...groups].filter(({ anchor }) => scope.ids.has(anchor ?? ''));
  const tags = [info.version].filter(Boolean);
  return [{ title: info.title, level: 1, text, kind: 'info', tags }, ...sections, ...found];
}

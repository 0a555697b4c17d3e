import { decodeEntities } from '../../html/character-references.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { slugify } from '../../shared/slug.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ApiInfo, Operation, SecurityAlternative, Tag } from '../model/api-model.ts';
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
} from './authentication.ts';
import {
  badge,
  externalDocs,
  fillInline,
  inlineHtml,
  link,
  listHtml,
  outsideLink,
  pathText,
} from './elements.ts';
import { createHeadings, type Headings, type PageScope } from './page-scope.ts';
import { htmlText } from './search-sections.ts';
import { serverList, serversTitle } from './servers.ts';

/** Renders the overview page: description, servers, authentication and operations. */
export function infoArticle(scope: PageScope): ApiArticle {
  const { model } = scope;
  const headings = createHeadings(scope);
  const { info } = model;
  const words = describeHtml(scope, info.description);
  const html =
    `<div class="api-page"><h1>${escapeHtml(info.title)}</h1>${factsHtml(scope, info)}` +
    (info.summary === '' ? '' : `<p class="api-lead">${escapeHtml(info.summary)}</p>`) +
    words +
    externalDocs(scope, info.externalDocs) +
    serversHtml(scope, headings) +
    authenticationHtml(scope, headings) +
    operationsHtml(scope, headings) +
    webhooksHtml(scope, headings) +
    schemasHtml(scope, headings) +
    contactHtml(scope, headings) +
    '</div>';
  return { html, toc: headings.toc(), ids: scope.ids.all, sections: sectionsOf(scope, words) };
}

function factsHtml({ messages, downloadHref }: PageScope, { version }: ApiInfo): string {
  const facts = [
    version === '' ? '' : escapeHtml(fillMessage(messages.version, { version })),
    downloadHref === undefined ? '' : link(downloadHref, escapeHtml(messages.download)),
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : `<p class="api-facts">${facts.join(' · ')}</p>`;
}

function serversHtml({ model: { servers }, messages }: PageScope, headings: Headings): string {
  if (servers.length === 0) return '';
  return (
    headings.print(2, serversTitle(messages, servers), 'servers') + serverList(messages, servers)
  );
}

function authenticationHtml(scope: PageScope, headings: Headings): string {
  const { securitySchemes, security } = scope.model;
  if (securitySchemes.size === 0) return '';
  const title = headings.print(2, scope.messages.securitySchemes, 'authentication');
  const lead = securitySchemes.size === 1 ? '' : usualSecurity(scope, security);
  const schemes = [...securitySchemes.values()].map(
    (scheme) =>
      headings.print(3, schemeTitle(scope, scheme), authenticationId(scheme.name)) +
      schemeHtml(scope, scheme),
  );
  return title + lead + schemes.join('');
}

/** Describes the default security, for operations that do not override it. */
function usualSecurity(scope: PageScope, security: readonly SecurityAlternative[]): string {
  const { messages } = scope;
  const { ways } = authenticationOf(scope, security);
  const [first, ...others] = ways.map(wayLine);
  if (first === undefined) return '';
  if (others.length === 0)
    return `<p>${inlineHtml(fillInline(messages.usuallyOne, { scheme: first }))}</p>`;
  return `<p>${escapeHtml(messages.usually)}</p>${listHtml([first, ...others].map(inlineHtml))}`;
}

function operationsHtml(scope: PageScope, headings: Headings): string {
  const tags = scope.model.tags.filter(({ operations }) => operations.length > 0);
  if (tags.length === 0) return '';
  const title = headings.print(2, scope.messages.operations, 'operations');
  return title + tags.map((tag) => tagHtml(scope, tag, headings)).join('');
}

function tagPath(scope: ApiContext, tag: Tag): string {
  return [...tag.groups, tagLabel(scope, tag)].join(' / ');
}

function tagLabel({ model, messages }: ApiContext, { label }: Tag): string {
  return label ?? messages[restName(model)];
}

function tagHtml(scope: PageScope, tag: Tag, headings: Headings): string {
  const label = tagPath(scope, tag);
  const id = `tag-${slugify(tag.name)}`;
  const words = describeHtml(scope, tag.description);
  const docs = externalDocs(scope, tag.externalDocs);
  return headings.print(3, label, id) + words + docs + operationList(scope, tag.operations);
}

function webhooksHtml(scope: PageScope, headings: Headings): string {
  const { webhooks } = scope.model;
  if (webhooks.length === 0) return '';
  return headings.print(2, scope.messages.webhooks, 'webhooks') + operationList(scope, webhooks);
}

export function operationList(scope: PageScope, operations: readonly Operation[]): string {
  const items = operations.map(({ slug, title, method, fullPath, deprecated }) => {
    const href = scope.pageHref(slug);
    const old = deprecated
      ? ` <span class="prop-flag">${escapeHtml(scope.messages.deprecated)}</span>`
      : '';
    return `<li>${badge(method)} ${link(href, escapeHtml(title))} <code>${pathText(fullPath)}</code>${old}</li>`;
  });
  return `<ul class="api-operations">${items.join('')}</ul>`;
}

function schemasHtml({ model, messages, pageHref }: PageScope, headings: Headings): string {
  if (model.schemas.length === 0) return '';
  const all = link(pageHref('schemas'), escapeHtml(messages.schemasLink));
  return `${headings.print(2, messages.schemas, 'schemas')}<p>${all}</p>`;
}

function contactHtml(scope: PageScope, headings: Headings): string {
  const {
    messages,
    model: { info },
  } = scope;
  const items = infoLinks(messages, info).map(({ label, words, url, owner }) => {
    const value = url === undefined ? escapeHtml(words) : outsideLink(scope, { url, owner }, words);
    return `${escapeHtml(label)}: ${value}`;
  });
  if (items.length === 0) return '';
  return `${headings.print(2, messages.contact, 'contact')}${listHtml(items)}`;
}

interface InfoLink {
  readonly label: string;
  readonly words: string;
  readonly url?: string | undefined;
  /** The object that holds the address. */
  readonly owner: object;
}

function infoLinks(
  messages: ApiMessages,
  { contact, license, termsOfService, description }: ApiInfo,
): readonly InfoLink[] {
  const links: InfoLink[] = [];
  if (contact !== undefined) {
    const { name = contact.url, url, email, owner } = contact;
    if (name !== undefined) links.push({ label: messages.contact, words: name, url, owner });
    if (email !== undefined)
      links.push({ label: messages.email, words: email, url: `mailto:${email}`, owner });
  }
  if (license !== undefined) {
    const { name, identifier, url, owner } = license;
    const named = name !== '' && identifier !== undefined ? `${name} (${identifier})` : name;
    const words = named || identifier || url;
    if (words !== undefined) links.push({ label: messages.license, words, url, owner });
  }
  if (termsOfService !== undefined)
    links.push({
      label: messages.terms,
      words: termsOfService,
      url: termsOfService,
      owner: description.owner,
    });
  return links;
}

function sectionsOf(scope: PageScope, words: string): readonly ApiSection[] {
  const { info, securitySchemes, tags: groupTags } = scope.model;
  const { lead, sections } = descriptionSections(words);
  const text = [info.summary, lead].filter(Boolean).join('\n');
  const schemes = [...securitySchemes.values()].map(
    (scheme): ApiSection => ({
      anchor: authenticationId(scheme.name),
      title: `${scope.messages.authentication}: ${schemeTitle(scope, scheme)}`,
      level: 3,
      text: htmlText(
        `${inlineHtml(schemeLead(scope, scheme))} ${scope.describe(scheme.description)}`,
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

interface DescriptionSections {
  readonly lead: string;
  readonly sections: readonly ApiSection[];
}

interface Cut {
  readonly anchor: string;
  readonly level: number;
  /** Offsets of the heading's own text. */
  readonly titleStart: number;
  titleEnd: number;
  readonly start: number;
}

/** Splits a description's rendered HTML at its headings, for search. */
function descriptionSections(html: string): DescriptionSections {
  const cuts = findHeadings(html);
  const sections = cuts.map(({ anchor, level, titleStart, titleEnd }, index): ApiSection => {
    const end = cuts[index + 1]?.start ?? html.length;
    const title = htmlText(html.slice(titleStart, titleEnd));
    const text = htmlText(html.slice(titleEnd, end));
    return { anchor, title, level, text, kind: 'info', tags: [] };
  });
  return { lead: htmlText(html.slice(0, cuts[0]?.start ?? html.length)), sections };
}

function findHeadings(html: string): readonly Cut[] {
  const cuts: Cut[] = [];
  scanHtml(html, {
    startTag: ({ name, attributes, start, end }) => {
      const id = attributes.find((attribute) => attribute.name === 'id');
      if (!/^h[1-6]$/.test(name) || id === undefined) return;
      const anchor = decodeEntities(html.slice(id.valueStart, id.valueEnd));
      cuts.push({ anchor, level: Number(name[1]), titleStart: end, titleEnd: end, start });
    },
    endTag: (name, start) => {
      const last = cuts.at(-1);
      if (last !== undefined && name === `h${last.level}` && last.titleEnd === last.titleStart)
        last.titleEnd = start;
    },
  });
  return cuts;
}

/** @jsxImportSource docwright/html */
import { type Child, type Html, printHtml } from '../../shared/jsx-runtime.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { Operation } from '../model/api-model.ts';
import type { ApiPast, PastChange, RemovedPage } from '../past.ts';
import type { ApiArticle, ApiContext } from './api-page.ts';
import { badge, joinInline } from './elements.tsx';
import { dateFacts } from './fact-line.ts';
import { createHeadings, type PageScope } from './page-scope.ts';
import { pageSection } from './search-sections.ts';

/** Operations that a change of the list names; a details element has the others. */
const MOST_NAMED = 3;

/** Renders the page of changes: a section for each release. */
export function changesArticle(scope: PageScope, { releases }: ApiPast): ApiArticle {
  const { messages, model, feedHref } = scope;
  const headings = createHeadings(scope);
  const slugs = slugsByLabel(scope);
  const lead = fillMessage(messages.changesLead, { title: model.info.title });
  const html = (
    <div class="api-page">
      <h1>{messages.changes}</h1>
      <p>
        {lead} {feedHref !== undefined && <a href={feedHref}>{messages.changesFeed}</a>}
      </p>
      {releases.map(({ id, name, date, changes }) => [
        headings.print(2, name === date ? date : `${name} (${date})`, id),
        changeList(scope, changes, slugs),
      ])}
    </div>
  );
  const section = pageSection('info', messages.changes, lead);
  return { html: printHtml(html), toc: headings.toc(), ids: scope.ids.all, sections: [section] };
}

function changeList(
  scope: PageScope,
  changes: readonly PastChange[],
  slugs: ReadonlyMap<string, string>,
): Html {
  const { messages } = scope;
  const words = { breaking: messages.breaking, risky: messages.risky, safe: messages.compatible };
  return (
    <ul>
      {changes.map(({ level, text, operations }) => {
        const own = operations.find((operation) => text.startsWith(operation));
        const others = operations.filter((operation) => operation !== own);
        const links = others.map((operation) => operationLink(scope, operation, slugs));
        return (
          <li>
            <strong>{words[level]}</strong>{' '}
            {own === undefined ? text : [operationLink(scope, own, slugs), text.slice(own.length)]}
            {links.length > 0 && links.length <= MOST_NAMED && (
              <span>
                {' ('}
                {joinInline(links, ', ')}
                {')'}
              </span>
            )}
            {links.length > MOST_NAMED && (
              <details class="api-past">
                <summary>
                  {fillMessage(messages.inOperations, { count: String(links.length) })}
                </summary>
                {plainList(links)}
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function plainList(items: readonly Child[]): Html {
  return (
    <ul>
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );
}

/** Slugs of the pages of all operations, removed ones too, by label. */
function slugsByLabel({ model, past }: ApiContext): ReadonlyMap<string, string> {
  const removed = (past?.removed ?? []).map(
    ({ method, path, slug }) => [`${method} ${path}`, slug] as const,
  );
  const all = [...model.operations, ...model.webhooks];
  return new Map([...removed, ...all.map((one) => [labelOf(one), one.slug] as const)]);
}

/** An operation as code, linked to its page if it has one. */
function operationLink(
  { pageHref }: ApiContext,
  label: string,
  slugs: ReadonlyMap<string, string>,
): Html {
  const slug = slugs.get(label);
  return slug === undefined ? (
    <code>{label}</code>
  ) : (
    <a href={pageHref(slug)}>{<code>{label}</code>}</a>
  );
}

/** `GET /path`, or the name of a webhook. */
function labelOf({ kind, method, path }: Operation): string {
  return kind === 'webhook' ? path : `${method} ${path}`;
}

/** When an operation was added and last changed, with its changes below. */
export function historyHtml(scope: PageScope, operation: Operation): Html | undefined {
  const { past, pageHref } = scope;
  const label = labelOf(operation);
  const dates = past?.operations.get(label);
  if (past === undefined || dates === undefined) return undefined;
  const changes = past.releases.flatMap((release) =>
    release.changes
      .filter(({ operations }) => operations.includes(label))
      .map((change) => ({ change, release })),
  );
  return (
    <details class="api-past">
      <summary>{dateFacts(scope, dates).join(' · ')}</summary>
      {plainList(
        changes.map(({ change, release }) => [
          <a href={`${pageHref('changes')}#${release.id}`}>{release.name}</a>,
          ` ${change.text}`,
        ]),
      )}
    </details>
  );
}

/** Renders what is left of an operation that was removed. */
export function removedArticle(scope: PageScope, removed: RemovedPage): ApiArticle {
  const { messages, pageHref } = scope;
  const { title, method, path, description, parts, release, replacement } = removed;
  const text = fillMessage(messages.removedIn, { version: release.name, date: release.date });
  const html = (
    <div class="api-page">
      <h1>{title}</h1>
      <div class="admonition admonition-warning">
        <p class="admonition-title">{messages.removedOperation}</p>
        <p>
          {text} <a href={`${pageHref('changes')}#${release.id}`}>{messages.changes}</a>
        </p>
        {replacement !== undefined && (
          <p>
            {messages.replacedBy} {operationLink(scope, replacement, slugsByLabel(scope))}
          </p>
        )}
      </div>
      <p>
        {badge(method)} <code>{path}</code>
      </p>
      {description !== '' && <p>{description}</p>}
      {parts.length > 0 && plainList(parts)}
    </div>
  );
  return { html: printHtml(html), toc: [], ids: scope.ids.all, sections: [] };
}

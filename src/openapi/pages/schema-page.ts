import { firstSentence } from '../../shared/cut-text.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { NamedSchema } from '../model/api-model.ts';
import { exampleOf } from '../samples/example.ts';
import type { ApiArticle, ApiContext, ApiSection } from './api-page.ts';
import { codeFigure } from './aside.ts';
import { link, listHtml } from './elements.ts';
import { operationList } from './info-page.ts';
import { createHeadings, type Headings, type PageScope } from './page-scope.ts';
import { schemaTree } from './properties.ts';
import { schemaLine, shapeOf } from './schema-line.ts';
import { htmlText } from './search-sections.ts';

export function schemaArticle(scope: PageScope, named: NamedSchema): ApiArticle {
  const headings = createHeadings(scope);
  const { name, schema } = named;
  const options = { id: PREFIX, name, direction: undefined };
  const tree = schemaTree(scope, schema, options);
  const html =
    `<div class="api-page"><h1>${escapeHtml(name)}</h1>${tree}` +
    exampleHtml(scope, named, headings) +
    usedByHtml(scope, named, headings) +
    `<p class="api-slice">${link(scope.pageHref('schemas'), escapeHtml(scope.messages.schemasLink))}</p></div>`;
  const sections = schemaSections(scope, named);
  return { html, toc: headings.toc(), ids: scope.ids.all, sections };
}

/** Prefix of row ids; no other part of the page uses it. */
const PREFIX = 'schema';

function exampleHtml(scope: PageScope, named: NamedSchema, headings: Headings): string {
  const { name } = named;
  const code = JSON.stringify(exampleOf(named.schema, scope.schemas, 'response'), null, 2);
  const title = headings.print(2, scope.messages.example, 'example');
  const region = fillMessage(scope.messages.exampleOf, { name });
  return title + codeFigure(scope, { code, language: 'json', name: region });
}

function usedByHtml(scope: PageScope, named: NamedSchema, headings: Headings): string {
  const { operations, schemas } = scope.usersOf(named);
  if (operations.length + schemas.length === 0) return '';
  const list = operations.length === 0 ? '' : operationList(scope, operations);
  const others = listHtml(schemas.map((user) => schemaLink(scope, user)));
  return headings.print(2, scope.messages.usedBy, 'used-by') + list + others;
}

function schemaLink({ pageHref }: ApiContext, { name, slug }: NamedSchema): string {
  return link(pageHref(`schemas/${slug}`), escapeHtml(name));
}

function schemaSections(scope: PageScope, { name, schema }: NamedSchema): readonly ApiSection[] {
  const { schemas } = scope;
  const node = schemas.read(schema);
  const words = htmlText(schemaLine(scope, node).description);
  const names = shapeOf(scope, node, undefined)
    .rows.filter(({ row }) => row.isProperty)
    .map(({ row }) => row.name);
  const text = [words, names.join(' ')].filter(Boolean).join('\n');
  return [{ title: name, level: 1, text, kind: 'schema', tags: [] }];
}

export function schemasArticle(scope: PageScope): ApiArticle {
  const { messages, model } = scope;
  const lead = fillMessage(messages.schemasLead, { title: model.info.title });
  const items = sortedSchemas(scope).map((named) => {
    const words = schemaSummary(scope, named);
    return `<li>${schemaLink(scope, named)}${words === '' ? '' : ` ${escapeHtml(words)}`}</li>`;
  });
  const html =
    `<div class="api-page"><h1>${escapeHtml(messages.schemas)}</h1><p>${escapeHtml(lead)}</p>` +
    `<ul class="api-schemas">${items.join('')}</ul></div>`;
  const kind = 'schema' as const;
  const sections = [{ title: messages.schemas, level: 1, text: lead, kind, tags: [] }];
  return { html, toc: [], ids: scope.ids.all, sections };
}

/** Sorts named schemas by name, ignoring case. */
function sortedSchemas({ model }: ApiContext): readonly NamedSchema[] {
  return model.schemas
    .map((named) => ({ named, key: named.name.toLowerCase() }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ named }) => named);
}

/** Returns the description of a named schema as text, else its title. */
function schemaWords({ schemas, describe }: ApiContext, { schema }: NamedSchema): string {
  const node = schemas.read(schema);
  return htmlText(describe(node.description)) || node.title;
}

/** Returns what a list of schemas says about one: the first sentence of its description. */
function schemaSummary(context: ApiContext, named: NamedSchema): string {
  return firstSentence(schemaWords(context, named), LINE);
}

const LINE = 160;

import { escapeHtml } from '../../shared/escape-html.ts';
import { fillText } from '../../shared/texts.ts';
import type { NamedSchema } from '../model/api-model.ts';
import { exampleOf } from '../samples/example.ts';
import type { ApiArticle, ApiContext, ApiSection } from './api-page.ts';
import { codeFigure } from './aside.ts';
import { link } from './elements.ts';
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
    `<p class="api-slice">${link(scope.context.pageHref('schemas'), escapeHtml(scope.context.texts.schemasLink))}</p></div>`;
  const sections = schemaSections(scope, named);
  return { html, toc: headings.toc(), ids: scope.ids.all, sections };
}

/** Begins the ids of rows: no other part of the page has it. */
const PREFIX = 'schema';

export function schemaExample({ context, memo }: PageScope, named: NamedSchema): string {
  const known = memo.schemaExamples.get(named);
  if (known !== undefined) return known;
  const value = exampleOf(named.schema, context.schemas, 'response');
  const code = JSON.stringify(value, null, 2);
  memo.schemaExamples.set(named, code);
  return code;
}

function exampleHtml(scope: PageScope, named: NamedSchema, headings: Headings): string {
  const { name } = named;
  const code = schemaExample(scope, named);
  const title = headings.print(2, scope.context.texts.example, 'example');
  const region = fillText(scope.context.texts.exampleOf, { name });
  return title + codeFigure(scope, { code, language: 'json', name: region });
}

function usedByHtml(scope: PageScope, named: NamedSchema, headings: Headings): string {
  const { operations, schemas } = scope.context.usersOf(named);
  if (operations.length + schemas.length === 0) return '';
  const list = operations.length === 0 ? '' : operationList(scope, operations);
  const items = schemas.map((user) => `<li>${schemaLink(scope.context, user)}</li>`);
  const others = items.length === 0 ? '' : `<ul class="api-list">${items.join('')}</ul>`;
  return headings.print(2, scope.context.texts.usedBy, 'used-by') + list + others;
}

function schemaLink(context: ApiContext, { name, slug }: NamedSchema): string {
  return link(context.pageHref(`schemas/${slug}`), escapeHtml(name));
}

function schemaSections(scope: PageScope, { name, schema }: NamedSchema): readonly ApiSection[] {
  const { schemas } = scope.context;
  const node = schemas.read(schema);
  const words = htmlText(schemaLine(scope, node).description);
  const names = shapeOf(scope, node, undefined)
    .rows.filter(({ row }) => row.isProperty)
    .map(({ row }) => row.name);
  const text = [words, names.join(' ')].filter(Boolean).join('\n');
  return [{ title: name, level: 1, text, tags: [name] }];
}

export function schemasArticle(scope: PageScope): ApiArticle {
  const { context } = scope;
  const lead = fillText(scope.context.texts.schemasLead, { title: context.model.info.title });
  const items = sortedSchemas(context).map((named) => {
    const words = firstSentence(schemaWords(context, named));
    return `<li>${schemaLink(context, named)}${words === '' ? '' : ` ${escapeHtml(words)}`}</li>`;
  });
  const html =
    `<div class="api-page"><h1>${escapeHtml(scope.context.texts.schemas)}</h1><p>${escapeHtml(lead)}</p>` +
    `<ul class="api-schemas">${items.join('')}</ul></div>`;
  const text = lead;
  const sections = [{ title: scope.context.texts.schemas, level: 1, text, tags: [] }];
  return { html, toc: [], ids: scope.ids.all, sections };
}

/** Named schemas by name, without regard to case. */
export function sortedSchemas({ model }: ApiContext): readonly NamedSchema[] {
  return model.schemas
    .map((named) => ({ named, key: named.name.toLowerCase() }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ named }) => named);
}

/** The description of a named schema as text, else its title. */
export function schemaWords(context: ApiContext, { schema }: NamedSchema): string {
  const node = context.schemas.read(schema);
  return htmlText(context.describe(node.description)) || node.title;
}

export function firstSentence(text: string): string {
  const end = text.search(/[.!?](?:\s|$)/);
  const sentence = end < 0 ? text : text.slice(0, end + 1);
  return sentence.length <= LINE ? sentence : `${sentence.slice(0, LINE).trimEnd()}…`;
}

const LINE = 160;

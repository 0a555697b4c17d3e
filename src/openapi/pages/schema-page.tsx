/** @jsxImportSource docwright/html */
import { firstSentence } from '../../shared/cut-text.ts';
import { printHtml } from '../../shared/jsx-runtime.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { NamedSchema } from '../model/api-model.ts';
import { exampleOf } from '../samples/example.ts';
import type { ApiArticle, ApiContext, ApiSection } from './api-page.ts';
import { codeFigure } from './aside.tsx';
import { listOf } from './elements.tsx';
import { operationList } from './info-page.tsx';
import { createHeadings, type PageScope } from './page-scope.ts';
import { schemaTree } from './properties.tsx';
import { schemaLine, shapeOf } from './schema-line.tsx';
import { htmlText } from './search-sections.ts';

export function schemaArticle(scope: PageScope, named: NamedSchema): ApiArticle {
  const { messages, parts, pageHref, schemas } = scope;
  const headings = createHeadings(scope);
  const { name, schema } = named;
  // No other part of the page has ids with this prefix.
  const tree = schemaTree(scope, schema, { id: 'schema', name, direction: undefined });
  const code = JSON.stringify(exampleOf(schema, schemas, 'response'), null, 2);
  const region = fillMessage(messages.exampleOf, { name });
  const users = scope.usersOf(named);
  const html = (
    <parts.SchemaPage
      name={name}
      schema={tree}
      example={[
        headings.print(2, messages.example, 'example'),
        codeFigure(scope, { code, language: 'json', name: region }),
      ]}
      users={
        users.operations.length + users.schemas.length > 0 && [
          headings.print(2, messages.usedBy, 'used-by'),
          users.operations.length > 0 && operationList(scope, users.operations),
          listOf(
            users.schemas.map((user) => <a href={pageHref(`schemas/${user.slug}`)}>{user.name}</a>),
          ),
        ]
      }
      list={{ href: pageHref('schemas'), text: messages.schemasLink }}
    />
  );
  const sections = schemaSections(scope, named);
  return { html: printHtml(html), toc: headings.toc(), ids: scope.ids.all, sections };
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
  const { messages, model, parts, pageHref } = scope;
  const lead = fillMessage(messages.schemasLead, { title: model.info.title });
  const schemas = sortedSchemas(scope).map((named) => ({
    name: named.name,
    href: pageHref(`schemas/${named.slug}`),
    summary: schemaSummary(scope, named),
  }));
  const html = <parts.SchemaList title={messages.schemas} lead={lead} schemas={schemas} />;
  const kind = 'schema' as const;
  const sections = [{ title: messages.schemas, level: 1, text: lead, kind, tags: [] }];
  return { html: printHtml(html), toc: [], ids: scope.ids.all, sections };
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

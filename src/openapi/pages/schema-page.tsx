/** @jsxImportSource docwright/html */
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { firstSentence } from '../../shared/cut-text.ts';
import { printHtml } from '../../shared/jsx-runtime.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { NamedSchema } from '../model/api-model.ts';
import { exampleOf } from '../samples/example.ts';
import type { ApiArticle } from './api-page.ts';
import { codeFigure } from './aside.tsx';
import { listOf } from './elements.tsx';
import { operationList } from './info-page.tsx';
import { createHeadings, type PageScope } from './page-scope.ts';
import { schemaTree } from './properties.tsx';
import { schemaLine, shapeOf } from './schema-line.tsx';
import { htmlText, pageSection } from './search-sections.ts';

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
  const node = schemas.read(schema);
  const names = shapeOf(scope, node, undefined)
    .rows.filter(({ row }) => row.isProperty)
    .map(({ row }) => row.name);
  const words = htmlText(schemaLine(scope, node).description);
  const text = [words, names.join(' ')].filter(Boolean).join('\n');
  const section = pageSection('schema', name, text);
  return { html: printHtml(html), toc: headings.toc(), ids: scope.ids.all, sections: [section] };
}

export function schemasArticle(scope: PageScope): ApiArticle {
  const { messages, model, parts, pageHref, schemas, describe } = scope;
  const lead = fillMessage(messages.schemasLead, { title: model.info.title });
  const rows = model.schemas.map(({ name, slug, schema }) => {
    const node = schemas.read(schema);
    const words = htmlText(describe(node.description)) || node.title;
    return { name, href: pageHref(`schemas/${slug}`), summary: firstSentence(words, LINE) };
  });
  const sorted = rows.sort((one, other) =>
    compareStrings(one.name.toLowerCase(), other.name.toLowerCase()),
  );
  const html = <parts.SchemaList title={messages.schemas} lead={lead} schemas={sorted} />;
  const section = pageSection('schema', messages.schemas, lead);
  return { html: printHtml(html), toc: [], ids: scope.ids.all, sections: [section] };
}

const LINE = 160;

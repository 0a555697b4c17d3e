import { decodeEntities } from '../../html/character-references.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import type { Operation, Parameter, RawSchema, SchemaNode } from '../model/api-model.ts';
import type { ApiSection } from './api-page.ts';
import type { Direction } from './child-rows.ts';
import { printValue } from './elements.ts';
import { groupMedia } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterNode } from './parameters.ts';
import { schemaLine, shapeOf } from './schema-line.ts';

/** Lists the search sections of an operation: itself, then each parameter and top-level property with its anchor. */
export function operationSections(scope: PageScope, operation: Operation): readonly ApiSection[] {
  const { title, method, path, fullPath, operationId, tags } = operation;
  const { longSummary, description } = operation;
  const { describe } = scope;
  const words = htmlText(describe(longSummary) + describe(description));
  const paths = path === fullPath ? [path] : [path, fullPath];
  const names = [method, ...paths, `${method} ${fullPath}`, operationId, ...tags];
  const first: ApiSection = {
    title,
    level: 1,
    text: [words, ...paths.map((form) => `${method} ${form}`)].filter(Boolean).join('\n'),
    tags: [...new Set(names.filter((name) => name !== ''))],
  };
  return [
    first,
    ...operation.parameters.map((parameter) => parameterSection(scope, parameter)),
    ...bodySections(scope, operation),
  ];
}

function parameterSection(scope: PageScope, parameter: Parameter): ApiSection {
  const node = parameterNode(scope, parameter);
  const own = scope.describe(parameter.description);
  const words = own === '' && node !== undefined ? schemaLine(scope, node).description : own;
  const anchor = `${parameter.in}.${parameter.name}`.replace(/\s+/g, '_');
  return {
    ...(scope.ids.has(anchor) ? { anchor } : {}),
    title: parameter.name,
    level: 2,
    text: sectionText(node, words),
    tags: [],
  };
}

function bodySections(scope: PageScope, { body, responses }: Operation): readonly ApiSection[] {
  const sections: ApiSection[] = [];
  const add = (schema: RawSchema | undefined, id: string, direction: Direction): void => {
    if (schema !== undefined) sections.push(...propertySections(scope, schema, { id, direction }));
  };
  for (const { content } of body === undefined ? [] : groupMedia(scope, body.contents).slice(0, 1))
    add(content.schema, 'body', 'request');
  for (const { status, contents } of responses) {
    if (!status.startsWith('2')) continue;
    for (const { content } of groupMedia(scope, contents).slice(0, 1))
      add(content.schema, `response.${status}`, 'response');
  }
  return sections;
}

function propertySections(
  scope: PageScope,
  schema: RawSchema,
  { id, direction }: { readonly id: string; readonly direction: Direction },
): readonly ApiSection[] {
  const node = scope.schemas.read(schema);
  const { rows, idPart } = shapeOf(scope, node, direction);
  return rows.flatMap(({ row, node: child, line }): readonly ApiSection[] => {
    const anchor = `${id}${idPart}${row.idPart}`.replace(/\s+/g, '_');
    if (!row.isProperty || !scope.ids.has(anchor)) return [];
    const text = sectionText(child, line.description);
    return [{ anchor, title: row.name, level: 2, text, tags: [] }];
  });
}

function sectionText(node: SchemaNode | undefined, description: string): string {
  const values = (node?.enum ?? []).slice(0, MOST_VALUES).map(({ json }) => printValue(json));
  return [node?.typeLabel ?? '', htmlText(description), values.join(' ')]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Enum values included in search. */
const MOST_VALUES = 100;

/** Returns the text of HTML on one line. */
export function htmlText(html: string): string {
  if (html === '') return '';
  let text = '';
  scanHtml(html, {
    startTag: () => {},
    endTag: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
    text: (start, end) => {
      text += html.slice(start, end);
    },
  });
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}

const BLOCKS: ReadonlySet<string> = new Set('p li h2 h3 h4 h5 h6 td th pre div'.split(' '));

import { collapseSpace } from '../../shared/cut-text.ts';
import { decodeEntities } from '../../html/character-references.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import type { SectionKind } from '../../shared/page.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { MediaContent, Operation, Parameter, SchemaNode } from '../model/api-model.ts';
import type { ApiSection } from './api-page.ts';
import { printValue } from './elements.tsx';
import { groupMedia } from './media.tsx';
import type { PageScope } from './page-scope.ts';
import { PARAMETER_TITLES, parameterNode } from './parameters.tsx';
import { schemaLine, shapeOf } from './schema-line.tsx';

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
    // The tags hold method and paths.
    detail: words === '' ? `${method} ${fullPath}` : '',
    text: words,
    kind: 'operation',
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
    detail: joined([scope.messages[PARAMETER_TITLES[parameter.in]], node?.typeLabel ?? '']),
    text: valueText(node, words),
    kind: 'parameter',
    tags: [],
  };
}

/** Lists the top-level properties of the body and of successful responses. */
function bodySections(scope: PageScope, { body, responses }: Operation): readonly ApiSection[] {
  const { messages } = scope;
  const sectionsOf = (
    contents: readonly MediaContent[],
    direction: 'request' | 'response',
    [id, name]: readonly [string, string],
  ): readonly ApiSection[] => {
    const schema = groupMedia(scope, contents)[0]?.content.schema;
    if (schema === undefined) return [];
    const { rows, idPart } = shapeOf(scope, scope.schemas.read(schema), direction);
    return rows.flatMap((shown): readonly ApiSection[] => {
      const { row, node, printed } = shown;
      const anchor = `${id}${idPart}${row.idPart}`.replace(/\s+/g, '_');
      if (!row.isProperty || !scope.ids.has(anchor)) return [];
      const detail = joined([name, node.typeLabel]);
      shown.text ??= valueText(
        node,
        printed?.value.description ?? schemaLine(scope, node).description,
      );
      const { text } = shown;
      return [{ anchor, title: row.name, level: 2, detail, text, kind: 'property', tags: [] }];
    });
  };
  const success = responses.filter(({ status }) => status.startsWith('2'));
  return [
    ...sectionsOf(body?.contents ?? [], 'request', ['body', messages.body]),
    ...success.flatMap(({ status, contents }) => {
      const name = fillMessage(messages.responseStatus, { status });
      return sectionsOf(contents, 'response', [`response.${status}`, name]);
    }),
  ];
}

/** The only section of a page. */
export function pageSection(kind: SectionKind, title: string, text: string): ApiSection {
  return { title, level: 1, text, kind, tags: [] };
}

/** The description and the values of a parameter or property. */
function valueText(node: SchemaNode | undefined, description: string): string {
  const values = (node?.enum ?? []).slice(0, MOST_VALUES).map(({ json }) => printValue(json));
  return joined([htmlText(description), values.join(' ')]);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
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
  return collapseSpace(decodeEntities(text));
}

const BLOCKS: ReadonlySet<string> = new Set('p li h2 h3 h4 h5 h6 td th pre div'.split(' '));

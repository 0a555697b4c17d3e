/** @jsxImportSource docwright/html */
import { groupBy } from '../../shared/maps.ts';
import type { Child } from '../../shared/jsx-runtime.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { Encoding, MediaContent } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import type { Direction } from './child-rows.ts';
import { codeList, fillInline, fragment, joinInline, listOf } from './elements.tsx';
import type { Extent } from './inline-or-linked.ts';
import type { PageScope, ShownBody } from './page-scope.ts';
import { schemaTree } from './properties.tsx';
import { bodyKeys } from './response-groups.ts';
import { schemaLine } from './schema-line.tsx';

interface MediaGroup {
  readonly types: readonly string[];
  readonly content: MediaContent;
}

/** Groups media types that share a schema, so that it is shown once. */
export function groupMedia(
  scope: ApiContext,
  contents: readonly MediaContent[],
): readonly MediaGroup[] {
  const keyOf = bodyKeys(scope);
  const groups = groupBy(contents, (content): unknown =>
    content.encoding.length > 0 ? content : keyOf([{ ...content, type: '' }]),
  );
  return Array.from(groups.values(), (list) => ({
    types: list.map(({ type }) => type),
    content: list[0],
  }));
}

interface MediaOptions {
  /** Prefix of the ids: `body`, `response.200`. */
  readonly id: string;
  /** Name of a response body in notes; request bodies have none. */
  readonly name: string;
  readonly direction: Direction;
  readonly extent?: Extent | undefined;
}

export function mediaHtml(
  scope: PageScope,
  contents: readonly MediaContent[],
  { id, name, direction, extent }: MediaOptions,
): Child {
  const { messages } = scope;
  return groupMedia(scope, contents).map(({ types, content }, index) => {
    const { schema, itemSchema, encoding } = content;
    const prefix = index === 0 ? id : `${id}:${content.type}`;
    const media = codeList(types);
    const same = sameBody(scope, content, { id, name, direction });
    if (same !== undefined) {
      const node = schema === undefined ? undefined : scope.schemas.read(schema);
      const location = <a href={fragment(same.id)}>{same.name}</a>;
      return (
        <p class="api-media">
          {media} · {node && schemaLine(scope, node).type}{' '}
          {fillInline(messages.sameBody, { location })}
        </p>
      );
    }
    return [
      schema === undefined ? (
        <p class="api-media">{media}</p>
      ) : (
        schemaTree(scope, schema, { id: prefix, name, media, direction, extent })
      ),
      itemSchema !== undefined && [
        <p class="api-media">{messages.eachPart}:</p>,
        schemaTree(scope, itemSchema, { id: `${prefix}[]`, name, direction, extent }),
      ],
      encoding.length > 0 && [
        <p class="api-media">{messages.encoding}:</p>,
        listOf(encoding.map((part) => encodingWords(messages, part))),
      ],
    ];
  });
}

/**
 * Returns the earlier response of the page with a body of the same named schema, which is shown once (errors mostly
 * share theirs). Records the body if it is the first.
 */
function sameBody(
  { schemas, bodies }: PageScope,
  { schema }: MediaContent,
  { id, name, direction }: MediaOptions,
): ShownBody | undefined {
  if (direction !== 'response' || typeof schema !== 'object') return undefined;
  const target = schemas.read(schema).ref?.target;
  if (target === undefined || schemas.named(target) === undefined) return undefined;
  const before = bodies.get(target);
  if (before === undefined) bodies.set(target, { id, name });
  return before?.id === id ? undefined : before;
}

function encodingWords(
  messages: ApiMessages,
  { property, contentType, style, explode, headers }: Encoding,
): Child {
  const named = fillInline(messages.encodingOf, {
    name: <code>{property}</code>,
    type: <code>{contentType === '' ? (style ?? '') : contentType}</code>,
  });
  const details = [
    style !== undefined && contentType !== '' && fillMessage(messages.encodingStyle, { style }),
    explode !== undefined && fillMessage(messages.encodingExplode, { value: String(explode) }),
    ...headers.map((header) =>
      fillInline(messages.encodingHeader, { name: <code>{header.name}</code> }),
    ),
  ];
  return joinInline([named, ...details.filter((detail) => detail !== false)], ', ');
}

import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { Encoding, MediaContent } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import type { Direction } from './child-rows.ts';
import { code, fillInline, fragment, inlineHtml, joinInline, link, listHtml } from './elements.ts';
import type { Extent } from './inline-or-linked.ts';
import type { PageScope, ShownBody } from './page-scope.ts';
import { schemaTree } from './properties.ts';
import { bodyKeys } from './response-groups.ts';
import { schemaLine } from './schema-line.ts';

export interface MediaGroup {
  readonly types: readonly string[];
  readonly content: MediaContent;
}

/** Groups media types that share a schema, so that it is shown once. */
export function groupMedia(
  scope: ApiContext,
  contents: readonly MediaContent[],
): readonly MediaGroup[] {
  const groups = new Map<unknown, { types: string[]; content: MediaContent }>();
  const keyOf = bodyKeys(scope);
  for (const content of contents) {
    const key = content.encoding.length > 0 ? content : keyOf([{ ...content, type: '' }]);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, { types: [content.type], content });
    else same.types.push(content.type);
  }
  return [...groups.values()];
}

export interface MediaOptions {
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
): string {
  return groupMedia(scope, contents)
    .map(({ types, content }, index) => {
      const prefix = index === 0 ? id : `${id}:${content.type}`;
      const media = types.map(code).join(', ');
      const line = `<p class="api-media">${media}</p>`;
      const same = sameBody(scope, content, { id, name, direction });
      if (same !== undefined)
        return `<p class="api-media">${media} · ${sameBodyHtml(scope, content, same)}</p>`;
      const tree =
        content.schema === undefined
          ? line
          : schemaTree(scope, content.schema, { id: prefix, name, media, direction, extent });
      const items =
        content.itemSchema === undefined
          ? ''
          : `<p class="api-media">${escapeHtml(scope.messages.eachPart)}:</p>` +
            schemaTree(scope, content.itemSchema, { id: `${prefix}[]`, name, direction, extent });
      return tree + items + encodings(scope.messages, content.encoding);
    })
    .join('');
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

function sameBodyHtml(scope: PageScope, { schema }: MediaContent, same: ShownBody): string {
  const node = schema === undefined ? undefined : scope.schemas.read(schema);
  const type = node === undefined ? '' : schemaLine(scope, node).type;
  const location = link(fragment(same.id), escapeHtml(same.name));
  const [before = '', after = ''] = scope.messages.sameBody.split('{location}');
  return `${type} ${escapeHtml(before)}${location}${escapeHtml(after)}`;
}

function encodings(messages: ApiMessages, list: readonly Encoding[]): string {
  if (list.length === 0) return '';
  const items = list.map((encoding) => inlineHtml(encodingWords(messages, encoding)));
  return `<p class="api-media">${escapeHtml(messages.encoding)}:</p>${listHtml(items)}`;
}

function encodingWords(
  messages: ApiMessages,
  { property, contentType, style, explode, headers }: Encoding,
): ReturnType<typeof fillInline> {
  const named = fillInline(messages.encodingOf, {
    name: { code: property },
    type: { code: contentType === '' ? (style ?? '') : contentType },
  });
  const details = [
    ...(style !== undefined && contentType !== ''
      ? [fillMessage(messages.encodingStyle, { style })]
      : []),
    ...(explode === undefined
      ? []
      : [fillMessage(messages.encodingExplode, { value: String(explode) })]),
  ];
  const headerWords = headers.map((header) =>
    fillInline(messages.encodingHeader, { name: { code: header.name } }),
  );
  return joinInline([named, ...details, ...headerWords], ', ');
}

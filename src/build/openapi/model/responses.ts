import type { JsonObject } from '../documents/types.ts';
import { type ModelContext, type Resolved, resolveObject, resolvedText } from './context.ts';
import { entriesOf, isInternal, stringOf } from './json.ts';
import { type LinkTargets, readLinks } from './links.ts';
import { readContents, readHeaders } from './media.ts';
import { compareStatus, reasonOf } from './status.ts';
import { swaggerContents } from './swagger.ts';
import type { ApiResponse } from './types.ts';

/** The published responses of an operation: 2xx, 3xx, 4xx, 5xx, default. */
export function readResponses(
  context: ModelContext,
  operation: JsonObject,
  targets: LinkTargets,
): readonly ApiResponse[] {
  return entriesOf(operation['responses'])
    .flatMap(([status, value]) => {
      const resolved = resolveObject(context, value);
      if (resolved === undefined || isInternal(resolved.object)) return [];
      return [readResponse(context, { status, resolved, operation, targets })];
    })
    .sort((a, b) => compareStatus(a.status, b.status));
}

interface ResponseParts {
  readonly status: string;
  readonly resolved: Resolved;
  readonly operation: JsonObject;
  readonly targets: LinkTargets;
}

function readResponse(context: ModelContext, parts: ResponseParts): ApiResponse {
  const { resolved, operation, targets } = parts;
  const { object } = resolved;
  const status = parts.status.replace(/^([1-5])xx$/i, '$1XX');
  const contents =
    context.dialect === '2.0'
      ? swaggerContents(context, operation, object)
      : readContents(context, object['content']);
  return {
    status,
    summary: summaryOf(resolved) || reasonOf(status),
    description: resolvedText(resolved, 'description'),
    headers: readHeaders(context, object['headers']),
    contents,
    links: readLinks(context, object['links'], targets),
    source: object,
  };
}

function summaryOf(resolved: Resolved): string {
  return resolvedText(resolved, 'summary').text || stringOf(resolved.object['x-summary']);
}

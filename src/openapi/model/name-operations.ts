import { diagnostic } from '../../diagnostics/create.ts';
import { itemAt } from '../../shared/item-at.ts';
import { stringOf } from './json.ts';
import type { ModelContext } from './model-context.ts';
import { isReservedName, pageNames } from './page-names.ts';
import type { OperationDraft } from './path-items.ts';
import { fingerprint, kebab } from './words.ts';

/** An operation with the name of its page. */
export interface NamedDraft {
  readonly draft: OperationDraft;
  readonly slug: string;
}

interface Drafts {
  readonly operations: readonly OperationDraft[];
  readonly webhooks: readonly OperationDraft[];
  readonly infoSlug: string;
}

/** Names the pages of operations and webhooks; two equal names are told at both places. */
export function nameOperations(
  context: ModelContext,
  { operations, webhooks, infoSlug }: Drafts,
): { readonly operations: readonly NamedDraft[]; readonly webhooks: readonly NamedDraft[] } {
  const hooks = nameWebhooks(webhooks);
  const taken = new Set([infoSlug, ...hooks.map(({ slug }) => slug)]);
  const sources = operations.map((draft) => ({
    method: draft.method,
    path: draft.path,
    operationId: stringOf(draft.source['operationId']),
  }));
  const slugs = pageNames(sources, taken);
  const named = operations.map((draft, index) => ({ draft, slug: itemAt(slugs, index) }));
  tellEqualNames(context, [...named, ...hooks], infoSlug);
  return { operations: named, webhooks: hooks };
}

function nameWebhooks(webhooks: readonly OperationDraft[]): readonly NamedDraft[] {
  const methods = new Map<string, number>();
  for (const { path } of webhooks) methods.set(path, (methods.get(path) ?? 0) + 1);
  return webhooks.map((draft) => {
    const name = kebab(draft.path) || fingerprint(draft.path);
    const slug = `webhook-${name}`;
    const several = (methods.get(draft.path) ?? 0) > 1;
    return { draft, slug: several ? `${slug}-${kebab(draft.method)}` : slug };
  });
}

function tellEqualNames(
  context: ModelContext,
  named: readonly NamedDraft[],
  infoSlug: string,
): void {
  const first = new Map<string, OperationDraft>();
  for (const { draft, slug } of named) {
    const other = first.get(slug);
    if (other !== undefined) tellTwice(context, draft, { other, slug });
    else if (slug === infoSlug || isReservedName(slug)) tellReserved(context, draft, slug);
    else first.set(slug, draft);
  }
}

function tellTwice(
  context: ModelContext,
  draft: OperationDraft,
  { other, slug }: { readonly other: OperationDraft; readonly slug: string },
): void {
  // The same operationId twice is told by a check of its own.
  const id = draft.source['operationId'];
  if (typeof id === 'string' && id === other.source['operationId']) return;
  const place = placeOf(context, other);
  context.diagnostics.push(
    diagnostic('openapi-page-name', {
      message: `${label(draft)} and ${label(other)} (${place.file}:${place.line}) would both get the page "${slug}"`,
      location: placeOf(context, draft),
      hint: 'give one of them another operationId',
    }),
  );
}

function tellReserved(context: ModelContext, draft: OperationDraft, slug: string): void {
  context.diagnostics.push(
    diagnostic('openapi-page-name', {
      message: `${label(draft)} would get the page "${slug}", which the reference itself has`,
      location: placeOf(context, draft),
      hint: 'give it another operationId',
    }),
  );
}

function label({ method, path, source }: OperationDraft): string {
  const id = stringOf(source['operationId']);
  return id === '' ? `${method} ${path}` : `"${id}"`;
}

function placeOf(context: ModelContext, { source }: OperationDraft) {
  const key = typeof source['operationId'] === 'string' ? 'operationId' : undefined;
  return context.description.locate(source, key);
}

import { escapeHtml } from '../../shared/escape-html.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { SchemaNode, Variant } from '../model/api-model.ts';
import { adoptDescription } from './adopt-description.ts';
import { cutNote } from './aside.ts';
import { code, fillInline, inlineHtml } from './elements.ts';
import { choose, type PageLocation } from './inline-or-linked.ts';
import type { PageScope } from './page-scope.ts';
import { schemaLine, shapeOf } from './schema-line.ts';

export interface VariantsOptions {
  readonly location: PageLocation;
  readonly nested: Nested;
}

type Nested = (
  scope: PageScope,
  node: SchemaNode,
  options: { readonly location: PageLocation; readonly isOpen?: boolean },
) => string;

/** Renders the alternatives of a union, each by its label; the first is open. */
export function variantsBlock(
  scope: PageScope,
  node: SchemaNode,
  { location, nested }: VariantsOptions,
): string {
  const { variants } = node;
  const { messages } = scope;
  if (variants === undefined) return '';
  const { list, rule, discriminator } = variants;
  const count = String(list.length);
  const words = fillMessage(rule === 'oneOf' ? messages.variantsOne : messages.variantsAny, {
    count,
  });
  const told =
    discriminator === undefined
      ? ''
      : `, ${inlineHtml(fillInline(messages.discriminatedBy, { name: { code: discriminator } }))}`;
  const room = Math.max(0, Math.min(list.length, scope.budget.rows));
  scope.budget.rows -= room;
  scope.budget.elements -= room * VARIANT_ELEMENTS;
  const shown = list.slice(0, room);
  const items = shown.map((variant, index) =>
    variantHtml(scope, variant, { location, nested, discriminator, isFirst: index === 0 }),
  );
  const cut = cutNote(
    scope,
    list.slice(room).map((variant) => ({ name: variantName(scope, variant) })),
  );
  return `<div class="variants"><p class="variants-title">${words}${told}</p>${items.join('')}${cut}</div>`;
}

/** The box, its summary and a line with the type. */
const VARIANT_ELEMENTS = 5;

interface VariantContext extends VariantsOptions {
  readonly discriminator: string | undefined;
  readonly isFirst: boolean;
}

function variantHtml(
  scope: PageScope,
  variant: Variant,
  { location, nested, discriminator, isFirst }: VariantContext,
): string {
  const { label, value, schema } = variant;
  const node = scope.schemas.read(schema);
  const id = scope.ids.claim(`${location.id}.${label}`);
  const line = schemaLine(scope, node);
  const called = variantName(scope, variant);
  const title = escapeHtml(called);
  const sent =
    discriminator === undefined || value === undefined || isShown(scope, node, discriminator)
      ? ''
      : `<p class="prop-facts">${code(discriminator)}: ${code(value)}</p>`;
  const inner = { ...location, id, name: called, depth: location.depth + 1 };
  const about = `${sent}${adoptDescription(scope, line.description)}${line.details}`;
  const attributes = `class="variant" id="${escapeHtml(id)}"`;
  const type = `${line.type}${line.flags}`;
  if (!isInline(scope, node, inner)) {
    const more = nested(scope, node, { location: inner });
    const isNamed = label === node.typeLabel || label === node.ref?.name;
    const name = isNamed ? '' : `<span class="variant-name">${title}</span> `;
    return `<section ${attributes}>${name}${type}${about}${more}</section>`;
  }
  const rows = nested(scope, node, { location: inner, isOpen: true });
  return (
    `<details ${attributes}${isFirst ? ' open' : ''}><summary>${title}</summary>` +
    `${label === node.typeLabel && node.ref === undefined ? '' : `<p class="variant-type">${type}</p>`}${about}${rows}</details>`
  );
}

/** Returns the displayed name of an alternative. */
function variantName({ constraints }: PageScope, { label, requires }: Variant): string {
  return requires === undefined
    ? label
    : fillMessage(constraints.withNames, { names: requires.join(', ') });
}

/** True if a row already shows the value that is sent. */
function isShown(scope: PageScope, node: SchemaNode, property: string): boolean {
  return shapeOf(scope, node, undefined).rows.some(
    ({ row, node: { const: value } }) => row.name === property && value !== undefined,
  );
}

function isInline(scope: PageScope, node: SchemaNode, location: PageLocation): boolean {
  const { inner, rows, hasVariants } = shapeOf(scope, node, location.direction);
  if (rows.length === 0 && !hasVariants) return false;
  return choose(scope, inner, { location, rows: rows.length }).kind === 'inline';
}

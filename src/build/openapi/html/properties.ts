import { escapeHtml } from '../../../shared/escape-html.ts';
import { apiTexts, fillText } from '../../../shared/texts.ts';
import type { RawSchema, SchemaNode } from '../model/types.ts';
import { adoptDescription } from './adopt-description.ts';
import { type ChildRow, childRows, type Direction, unwrap } from './child-rows.ts';
import { cutNote } from './cut-note.ts';
import { code, fragment, inlineHtml, fillInline, link } from './elements.ts';
import { depthLimit } from './expansion-size.ts';
import { saysMore } from './facts.ts';
import type { PageScope } from './page-scope.ts';
import { type Above, choose, keysOf, type Place, ROW_ELEMENTS } from './place.ts';
import { flag, schemaLine } from './schema-line.ts';
import { hasVariants, variantsBlock } from './variants.ts';

export interface TreeOptions {
  /** Begins the ids of the rows. */
  readonly id: string;
  /** What summaries call the whole. */
  readonly name: string;
  readonly direction: Direction;
}

/** A schema as a tree of rows, with a line for the schema itself where it says more than `object`. */
export function schemaTree(scope: PageScope, schema: RawSchema, options: TreeOptions): string {
  const node = scope.context.schemas.read(schema);
  const limit = depthLimit(scope, node);
  const place: Place = { ...options, depth: 0, limit, above: undefined };
  return rootLine(scope, node) + nested(scope, node, { place, isOpen: true });
}

/** Type, flags, facts and description of the schema of a whole body. */
function rootLine(scope: PageScope, node: SchemaNode): string {
  const { type, flags, description, facts } = schemaLine(scope, node);
  const isPlain = node.kind === 'object' && node.ref === undefined && node.typeLabel === 'object';
  const words = adoptDescription(scope, description).html;
  const line = `${isPlain ? '' : type}${flags}${words}${facts}`;
  return line === '' ? '' : `<div class="api-root">${line}</div>`;
}

export interface Nested {
  readonly place: Place;
  /** Plain rows instead of a disclosure. */
  readonly isOpen?: boolean;
}

/** The rows below a schema; nothing where it has none. */
export function nested(scope: PageScope, node: SchemaNode, { place, isOpen }: Nested): string {
  const { node: inner, idPart } = unwrap(scope.context.schemas, node);
  const rows = childRows(scope.context.schemas, inner, place.direction);
  const variants = hasVariants(scope, inner);
  if (rows.length === 0 && !variants && notes(inner) === '') return '';
  const choice = choose(scope, inner, { place, rows: rows.length });
  switch (choice.kind) {
    case 'page':
      return choice.recursive ? flag(apiTexts.recursive) : isOpen ? pageNote(scope, inner) : '';
    case 'same':
      return sameNote(choice.id);
    case 'inline': {
      const above: Above = {
        keys: [...keysOf(node), ...keysOf(inner)],
        id: place.id,
        up: place.above,
      };
      const inside = { ...place, id: place.id + idPart, above };
      const item = idPart === '' || isOpen ? '' : itemLine(scope, inner);
      const html = item + block(scope, { node: inner, rows, place: inside });
      if (isOpen || (rows.length === 0 && !variants)) return html;
      const summary = escapeHtml(summaryOf(inner, rows, { name: place.name, idPart }));
      return `<details class="prop-children"><summary>${summary}</summary>${html}</details>`;
    }
  }
}

/** Facts and description of the items of an array whose rows follow. */
function itemLine(scope: PageScope, node: SchemaNode): string {
  if (!saysMore(node)) return '';
  const { facts, description } = schemaLine(scope, node);
  return adoptDescription(scope, description).html + facts;
}

function pageNote(scope: PageScope, node: SchemaNode): string {
  return `<p class="prop-note">${schemaLine(scope, node).type}</p>`;
}

function sameNote(id: string): string {
  const words = fillInline(apiTexts.sameAs, { place: { code: id, href: fragment(id) } });
  return `<p class="prop-note">${inlineHtml(words)}</p>`;
}

function summaryOf(
  node: SchemaNode,
  rows: readonly ChildRow[],
  { name, idPart }: { readonly name: string; readonly idPart: string },
): string {
  const inList = idPart !== '';
  if (rows.length === 0) {
    const count = String(node.variants?.list.length ?? 0);
    return fillText(inList ? apiTexts.showItemVariants : apiTexts.showVariants, { count, name });
  }
  const count = String(rows.length);
  if (rows.length === 1)
    return fillText(inList ? apiTexts.showOneItem : apiTexts.showOne, { name });
  return fillText(inList ? apiTexts.showItems : apiTexts.showProperties, { count, name });
}

interface Block {
  readonly node: SchemaNode;
  readonly rows: readonly ChildRow[];
  readonly place: Place;
}

/** Rows, notes and variants of one schema. */
function block(scope: PageScope, { node, rows, place }: Block): string {
  const { budget } = scope;
  const room = Math.min(budget.rows, Math.floor(budget.elements / ROW_ELEMENTS));
  const shown = rows.length <= room ? rows : rows.slice(0, Math.max(0, room));
  budget.rows -= shown.length;
  budget.elements -= shown.length * ROW_ELEMENTS + 3;
  const items = shown.map((row) => childRow(scope, row, place)).join('');
  const list = items === '' ? '' : `<ul class="props">${items}</ul>`;
  const cut = cutNote(scope, rows.slice(shown.length));
  const variants = hasVariants(scope, node) ? variantsBlock(scope, node, { place, nested }) : '';
  return list + notes(node) + cut + variants;
}

function childRow(scope: PageScope, row: ChildRow, place: Place): string {
  const node = scope.context.schemas.read(row.schema);
  const id = scope.ids.claim(place.id + row.idPart);
  const line = schemaLine(scope, node);
  scope.budget.elements -= Math.max(0, line.elements - 2);
  const below = nested(scope, node, {
    place: { ...place, id, name: row.name, depth: place.depth + 1 },
  });
  const required = row.required ? REQUIRED : '';
  return (
    `<li class="prop" id="${escapeHtml(id)}">${rowName(row, id)} ${line.type}${required}${line.flags}` +
    `${adoptDescription(scope, line.description).html}${line.facts}${below}</li>`
  );
}

/** Marks what has to be there. */
export const REQUIRED = ` <span class="prop-required">${apiTexts.required}</span>`;

function rowName({ name, isProperty, about }: ChildRow, id: string): string {
  const words = about === undefined ? escapeHtml(name) : `${escapeHtml(name)} ${code(about)}`;
  return link(fragment(id), words, isProperty ? 'prop-name' : 'prop-name prop-part');
}

/** What is said of an object beside its rows. */
function notes(node: SchemaNode): string {
  const words: string[] = [];
  for (const { property, requires } of node.dependentRequired) {
    const others = requires.map(code).join(', ');
    const verb = requires.length === 1 ? apiTexts.isSingle : apiTexts.isPlural;
    const sentence = fillInline(apiTexts.requiresOthers, { name: { code: property } });
    words.push(inlineHtml(sentence).replace('{others}', () => `${others} ${verb}`));
  }
  if (node.kind !== 'map' && node.additional === true) words.push(apiTexts.othersAllowed);
  if (node.additional === false && node.properties.length > 0) words.push(apiTexts.noOthers);
  return words.map((html) => `<p class="prop-note">${html}</p>`).join('');
}

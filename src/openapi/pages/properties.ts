import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { NamedSchema, RawSchema, SchemaNode } from '../model/api-model.ts';
import { adoptDescription } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { cutNote } from './aside.ts';
import type { Direction } from './child-rows.ts';
import { fillInline, fragment, idValues, inlineHtml, link } from './elements.ts';
import { nodeFacts, saysMore, splitExamples } from './fact-line.ts';
import {
  type Above,
  choose,
  depthLimits,
  type Extent,
  keysOf,
  type PageLocation,
  ROW_ELEMENTS,
} from './inline-or-linked.ts';
import type { PageScope } from './page-scope.ts';
import type { SchemaShape, ShapeRow } from './row-cache.ts';
import { enumHtml, factLine, flag, namedPart, schemaLine, shapeOf } from './schema-line.ts';
import { variantsBlock } from './variants.ts';

export interface TreeOptions {
  readonly id: string;
  readonly name: string;
  /** Media types of a body as HTML, at the beginning of the line. */
  readonly media?: string;
  readonly direction: Direction;
  readonly extent?: Extent | undefined;
}

/** Renders a schema as a tree of rows, with a line for the schema itself unless it is a plain object. */
export function schemaTree(scope: PageScope, schema: RawSchema, options: TreeOptions): string {
  const node = scope.schemas.read(schema);
  const limits = depthLimits(scope, node, options);
  const location: PageLocation = { ...options, depth: 0, limits };
  return rootLine(scope, node, options) + nested(scope, node, { location, isOpen: true });
}

/** Renders type, flags, constraints and description of a schema. Its first example is shown elsewhere. */
function rootLine(scope: PageScope, node: SchemaNode, options: TreeOptions): string {
  const { name, media = '', direction } = options;
  const line = schemaLine(scope, node);
  const isPlain = isPlainObject(node) || node.typeLabel === name;
  const type = isPlain ? line.flags : line.type + line.flags;
  const head = [media, type].filter((part) => part !== '').join(' · ');
  const words = adoptDescription(scope, line.description);
  const isHome = direction === undefined && node.examples.length > 1;
  const { short } = splitExamples(scope.messages, isHome ? node.examples : []);
  const facts = [...nodeFacts(scope, node), ...(short === undefined ? [] : [short])];
  const about = words + factLine(facts) + enumHtml(scope, node);
  return (
    (head === '' ? '' : `<p class="api-media">${head}</p>`) +
    (about === '' ? '' : `<div class="api-root">${about}</div>`)
  );
}

/** True if the type adds nothing to the rows. */
function isPlainObject({ kind, ref, typeLabel }: SchemaNode): boolean {
  return kind === 'object' && ref === undefined && typeLabel === 'object';
}

export interface Nested {
  readonly location: PageLocation;
  /** Plain rows instead of a disclosure. */
  readonly isOpen?: boolean;
}

export function nested(scope: PageScope, node: SchemaNode, { location, isOpen }: Nested): string {
  const shape = shapeOf(scope, node, location.direction);
  if (shape.isEmpty) return '';
  const { inner, idPart, rows } = shape;
  const choice = choose(scope, inner, { location, rows: rows.length });
  switch (choice.kind) {
    case 'page':
      return choice.recursive ? recursiveMark(scope) : isOpen ? pageNote(scope, inner) : '';
    case 'home':
      return homeNote(scope, summaryOf(scope.messages, shape, location.name), choice.home);
    case 'same':
      return sameNote(scope.messages, choice.id);
    case 'inline': {
      const keys = node === inner ? keysOf(node) : [...keysOf(node), ...keysOf(inner)];
      const above: Above = { keys, id: location.id, up: location.above };
      const home = homeBelow(scope, inner, location);
      const inside = { ...location, id: location.id + idPart, home, above };
      const item = idPart === '' || isOpen ? '' : itemLine(scope, inner);
      const html = item + block(scope, shape, inside);
      if (isOpen || (rows.length === 0 && !shape.hasVariants)) return html;
      const summary = escapeHtml(summaryOf(scope.messages, shape, location.name));
      return `<details class="prop-children"><summary>${summary}</summary>${html}</details>`;
    }
  }
}

/** Replaces the rows of a schema that contains itself. */
function recursiveMark({ messages }: PageScope): string {
  return flag(messages, 'recursive');
}

function itemLine(scope: PageScope, node: SchemaNode): string {
  if (!saysMore(scope.schemas, node)) return '';
  const line = schemaLine(scope, node);
  return adoptDescription(scope, line.description) + line.details;
}

/** Returns the named schema whose page has the omitted rows; on its own page a schema has none. */
function homeBelow(
  scope: ApiContext,
  node: SchemaNode,
  { home, depth, direction }: PageLocation,
): NamedSchema | undefined {
  if (direction === undefined && depth === 0) return undefined;
  return namedPart(scope, node) ?? home;
}

/** Links to the page of the enclosing schema, which has the rows. */
function homeNote({ messages, pageHref }: PageScope, rows: string, home: NamedSchema): string {
  const words = fillMessage(messages.onPageOf, { rows, name: home.name });
  const href = pageHref(`schemas/${home.slug}`);
  return `<p class="prop-note">${link(href, escapeHtml(words))}</p>`;
}

function pageNote(scope: PageScope, node: SchemaNode): string {
  return `<p class="prop-note">${schemaLine(scope, node).type}</p>`;
}

function sameNote(messages: ApiMessages, id: string): string {
  const words = fillInline(messages.sameAs, { location: { code: id, href: fragment(id) } });
  return `<p class="prop-note">${inlineHtml(words)}</p>`;
}

function summaryOf(
  messages: ApiMessages,
  { inner, rows, idPart }: SchemaShape,
  name: string,
): string {
  const inList = idPart !== '';
  if (rows.length === 0) {
    const count = String(inner.variants?.list.length ?? 0);
    return fillMessage(inList ? messages.showItemVariants : messages.showVariants, { count, name });
  }
  const count = String(rows.length);
  if (rows.length === 1)
    return fillMessage(inList ? messages.showOneItem : messages.showOne, { name });
  return fillMessage(inList ? messages.showItems : messages.showProperties, { count, name });
}

function block(
  scope: PageScope,
  { inner, rows, notes, hasVariants }: SchemaShape,
  location: PageLocation,
): string {
  const { budget } = scope;
  const room = Math.min(budget.rows, Math.floor(budget.elements / ROW_ELEMENTS));
  const shown = rows.length <= room ? rows : rows.slice(0, Math.max(0, room));
  budget.rows -= shown.length;
  budget.elements -= shown.length * ROW_ELEMENTS + 3;
  const isLong = shown.length > LONG_LIST;
  let list = shown.length === 0 ? '' : `<ul class="props${isLong ? ' props-long' : ''}">`;
  for (const row of shown) list += childRow(scope, row, location);
  if (shown.length > 0) list += '</ul>';
  const cut =
    shown === rows
      ? ''
      : cutNote(
          scope,
          rows.slice(shown.length).map(({ row }) => row),
        );
  const variants = hasVariants ? variantsBlock(scope, inner, { location, nested }) : '';
  return list + notes + cut + variants;
}

/** Number of rows from which those outside of the screen are not laid out. */
const LONG_LIST = 40;

function childRow(
  scope: PageScope,
  { row, node, line, start }: ShapeRow,
  location: PageLocation,
): string {
  const id = scope.ids.claim(location.id + row.idPart);
  scope.budget.elements -= line.elements - 2;
  const rows = shapeOf(scope, node, location.direction).isEmpty
    ? ''
    : nested(scope, node, {
        location: { ...location, id, name: row.name, depth: location.depth + 1 },
      });
  const isRecursive = rows !== '' && rows === recursiveMark(scope);
  const [recursive, below] = isRecursive ? [rows, ''] : ['', rows];
  const words = line.needsCare ? adoptDescription(scope, line.description) : line.description;
  const values = idValues(id);
  return (
    `<li id="${values.id}"><a${row.isProperty ? '' : ' class="prop-part"'} href="${values.href}">${start}` +
    `${recursive}${words}${line.details}${line.examples}${below}</li>`
  );
}

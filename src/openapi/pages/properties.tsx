/** @jsxImportSource docwright/html */
import { escapeHtml } from '../../shared/escape-html.ts';
import { type Child, type Html, printHtml, raw } from '../../shared/jsx-runtime.ts';
import { fillCounted } from '../../shared/plural-messages.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { RawSchema, SchemaNode, Variant } from '../model/api-model.ts';
import { adoptDescription, finished } from './adopt-description.ts';
import { cutNote } from './aside.tsx';
import { type ChildRow, type Direction, isLeaf } from './child-rows.ts';
import { fillInline, fragment, joinInline, note } from './elements.tsx';
import { nodeFacts, saysMore, splitExamples } from './fact-line.ts';
import {
  choose,
  depthLimits,
  type Extent,
  keysOf,
  type PageLocation,
  ROW_ELEMENTS,
} from './inline-or-linked.ts';
import type { PageScope } from './page-scope.ts';
import type { SchemaLine, SchemaShape, ShapeRow } from './row-cache.ts';
import { enumHtml, factLine, namedPart, ROW_MARKS, schemaLine, shapeOf } from './schema-line.tsx';

interface TreeOptions {
  readonly id: string;
  readonly name: string;
  /** Media types of a body, at the beginning of the line. */
  readonly media?: Child;
  readonly direction: Direction;
  readonly extent?: Extent | undefined;
}

/**
 * Renders a schema as a tree of rows. The line for the schema itself has type, flags, constraints and description,
 * unless it is a plain object. Its first example is shown elsewhere.
 */
export function schemaTree(scope: PageScope, schema: RawSchema, options: TreeOptions): Html {
  const { name, media, direction } = options;
  const { Schema } = scope.parts;
  const node = scope.schemas.read(schema);
  const limits = depthLimits(scope, node, options);
  const line = schemaLine(scope, node);
  // The type of a plain object adds nothing to the rows.
  const isPlain =
    (node.kind === 'object' && node.ref === undefined && node.typeLabel === 'object') ||
    node.typeLabel === name;
  const type = isPlain ? line.flags : [line.type, line.flags];
  const parts = [media, type].filter((part) => part !== undefined && !isEmpty(part));
  const words = finished(adoptDescription(scope, line.description));
  const isHome = direction === undefined && node.examples.length > 1;
  const { short } = splitExamples(scope.messages, isHome ? node.examples : []);
  const facts = factLine([...nodeFacts(scope, node), ...(short === undefined ? [] : [short])]);
  const values = enumHtml(scope, node);
  const about = [words, facts, values].filter((part) => part !== undefined);
  const location: PageLocation = { ...options, depth: 0, limits };
  return (
    <Schema
      line={parts.length === 0 ? undefined : joinInline(parts, ' · ')}
      about={about.length === 0 ? undefined : about}
    >
      {nested(scope, node, { location, isOpen: true })}
    </Schema>
  );
}

function isEmpty(part: Child): boolean {
  return Array.isArray(part) && part.length === 0;
}

interface Nested {
  readonly location: PageLocation;
  /** Plain rows instead of a disclosure. */
  readonly isOpen?: boolean;
}

/** Renders the rows below a schema, or a note where they are; the mark of the scope if it contains itself. */
export function nested(
  scope: PageScope,
  node: SchemaNode,
  { location, isOpen }: Nested,
): Html | undefined {
  const shape = shapeOf(scope, node, location.direction);
  if (shape.isEmpty) return undefined;
  const { inner, idPart, rows } = shape;
  const { messages } = scope;
  const { name, direction, depth } = location;
  const choice = choose(scope, inner, { location, rows: rows.length });
  switch (choice.kind) {
    case 'page':
      if (choice.recursive) return scope.recursive;
      return isOpen ? note(schemaLine(scope, inner).type) : undefined;
    case 'home': {
      // The page of the enclosing schema has the rows.
      const { name: home, slug } = choice.home;
      const words = { rows: summaryOf(scope, shape, name), name: home };
      const href = scope.pageHref(`schemas/${slug}`);
      return note(<a href={href}>{fillMessage(messages.onPageOf, words)}</a>);
    }
    case 'same': {
      const place = (
        <a href={fragment(choice.id)}>
          <code>{choice.id}</code>
        </a>
      );
      return note(fillInline(messages.sameAs, { location: place }));
    }
    case 'inline': {
      const keys = node === inner ? keysOf(node) : [...keysOf(node), ...keysOf(inner)];
      const above = { keys, id: location.id, up: location.above };
      // Its own page leads nowhere for what it leaves out.
      const isHome = direction === undefined && depth === 0;
      const home = isHome ? undefined : (namedPart(scope, inner) ?? location.home);
      const inside = { ...location, id: location.id + idPart, home, above };
      const hasAbout = idPart !== '' && !isOpen && saysMore(scope.schemas, inner);
      const line = hasAbout ? schemaLine(scope, inner) : undefined;
      // Describes the items of a list.
      const about = line && [raw(adoptDescription(scope, line.description)), line.details];
      const html = <>{[about, block(scope, shape, inside)]}</>;
      if (isOpen || (rows.length === 0 && !shape.hasVariants)) return html;
      return (
        <details class="prop-children">
          <summary data-markdown-ignore>{summaryOf(scope, shape, name)}</summary>
          {html}
        </details>
      );
    }
  }
}

function summaryOf(
  { messages, plurals }: PageScope,
  { inner, rows, idPart }: SchemaShape,
  name: string,
): string {
  const inList = idPart !== '';
  const list = rows.length === 0 ? (inner.variants?.list ?? []) : rows;
  const values = { count: String(list.length), name };
  if (rows.length === 0)
    return fillCounted(inList ? messages.showItemVariants : messages.showVariants, values, plurals);
  if (rows.length === 1)
    return fillMessage(inList ? messages.showOneItem : messages.showOne, values);
  return fillCounted(inList ? messages.showItems : messages.showProperties, values, plurals);
}

function block(
  scope: PageScope,
  { inner, rows, notes, hasVariants }: SchemaShape,
  location: PageLocation,
): Child {
  const { budget } = scope;
  const room = Math.min(budget.rows, Math.floor(budget.elements / ROW_ELEMENTS));
  const shown = rows.length <= room ? rows : rows.slice(0, Math.max(0, room));
  budget.rows -= shown.length;
  budget.elements -= shown.length * ROW_ELEMENTS + 3;
  const list = shown.map((row) => childRow(scope, row, location));
  return [
    shown.length > 0 && (
      <ul class={shown.length > LONG_LIST ? 'props props-long' : 'props'}>{list}</ul>
    ),
    notes,
    shown !== rows &&
      cutNote(
        scope,
        rows.slice(shown.length).map(({ row }) => row.name),
      ),
    hasVariants && variantsBlock(scope, inner, location),
  ];
}

/** Number of rows from which those outside of the screen are not laid out. */
const LONG_LIST = 40;

function childRow(scope: PageScope, shown: ShapeRow, location: PageLocation): Html {
  const { row, node } = shown;
  const id = scope.ids.claim(location.id + row.idPart);
  const href = fragment(id);
  if (isLeaf(node) && row.about === undefined && !ROW_MARKS.test(row.name))
    shown.printed ??= printLeaf(scope, shown);
  if (shown.printed !== undefined) {
    const { value, uses } = shown.printed;
    if (uses.size > 0) scope.collect(() => value, uses);
    scope.budget.elements -= value.elements - 2;
    const html = value.html.split(ID).join(escapeHtml(id));
    return raw(html.split(HREF).join(escapeHtml(href)));
  }
  const line = schemaLine(scope, node);
  scope.budget.elements -= line.elements - 2;
  const inner = { ...location, id, name: row.name, depth: location.depth + 1 };
  const rows = nested(scope, node, { location: inner });
  return rowHtml(scope, row, { id, href, line, rows });
}

/** Prints the row of a leaf for all pages; undefined if its description has ids. */
function printLeaf(scope: PageScope, { row, node }: ShapeRow): ShapeRow['printed'] {
  const { value, uses } = scope.collect(() => {
    const line = schemaLine(scope, node);
    if (line.needsCare) return undefined;
    const html = printHtml(rowHtml(scope, row, { id: ID, href: HREF, line, rows: undefined }));
    return { html, description: line.description, elements: line.elements };
  });
  if (value === undefined) return undefined;
  // The row has all of it.
  scope.cache.lines.delete(node);
  return { value, uses };
}

interface RowParts {
  readonly id: string;
  readonly href: string;
  readonly line: SchemaLine;
  readonly rows: Html | undefined;
}

function rowHtml(scope: PageScope, row: ChildRow, { id, href, line, rows }: RowParts): Html {
  const { messages, parts } = scope;
  const isRecursive = rows !== undefined && rows === scope.recursive;
  return (
    <parts.Property
      id={id}
      href={href}
      name={row.name}
      isNamed={row.isProperty}
      about={row.about}
      type={line.type}
      required={row.required ? messages.required : undefined}
      flags={isRecursive ? [line.flags, rows] : line.flags}
      description={raw(
        line.needsCare ? adoptDescription(scope, line.description) : line.description,
      )}
      details={[line.details, line.examples]}
    >
      {isRecursive ? undefined : rows}
    </parts.Property>
  );
}

/** `ROW_MARKS` in place of the id and the address of a row that is printed once for all pages. */
const ID = '\0';
const HREF = '\u0001';

/** Renders the alternatives of a union, each by its label; the first is open. */
function variantsBlock(scope: PageScope, node: SchemaNode, location: PageLocation): Child {
  const { variants } = node;
  const { messages, budget } = scope;
  if (variants === undefined) return undefined;
  const { list, rule, discriminator } = variants;
  const title = rule === 'oneOf' ? messages.variantsOne : messages.variantsAny;
  const room = Math.max(0, Math.min(list.length, budget.rows));
  budget.rows -= room;
  budget.elements -= room * VARIANT_ELEMENTS;
  const items = list
    .slice(0, room)
    .map((variant, index) =>
      variantHtml(scope, variant, { location, discriminator, isFirst: index === 0 }),
    );
  const told =
    discriminator !== undefined &&
    fillInline(messages.discriminatedBy, { name: <code>{discriminator}</code> });
  return (
    <div class="variants">
      <p class="variants-title">
        {fillCounted(title, { count: String(list.length) }, scope.plurals)}
        {told && [', ', told]}
      </p>
      {items}
      {cutNote(
        scope,
        list.slice(room).map((variant) => variantName(scope, variant)),
      )}
    </div>
  );
}

/** The box, its summary and a line with the type. */
const VARIANT_ELEMENTS = 5;

interface VariantContext {
  readonly location: PageLocation;
  readonly discriminator: string | undefined;
  readonly isFirst: boolean;
}

function variantHtml(
  scope: PageScope,
  variant: Variant,
  { location, discriminator, isFirst }: VariantContext,
): Html {
  const { label, value, schema } = variant;
  const node = scope.schemas.read(schema);
  const id = scope.ids.claim(`${location.id}.${label}`);
  const line = schemaLine(scope, node);
  const name = variantName(scope, variant);
  const { inner, rows, hasVariants } = shapeOf(scope, node, location.direction);
  // A row may already show the value that is sent.
  const isShown = shapeOf(scope, node, undefined).rows.some(
    ({ row, node: child }) => row.name === discriminator && child.const !== undefined,
  );
  const below = { ...location, id, name, depth: location.depth + 1 };
  const about = [
    discriminator !== undefined && value !== undefined && !isShown && (
      <p class="prop-facts">
        <code>{discriminator}</code>: <code>{value}</code>
      </p>
    ),
    raw(adoptDescription(scope, line.description)),
    line.details,
  ];
  const type = [line.type, line.flags];
  const hasRows = rows.length > 0 || hasVariants;
  const isInline =
    hasRows && choose(scope, inner, { location: below, rows: rows.length }).kind === 'inline';
  const more = nested(scope, node, { location: below, isOpen: isInline });
  if (!isInline) {
    const isType = label === node.typeLabel || label === node.ref?.name;
    return (
      <section class="variant" id={id}>
        {!isType && [<span class="variant-name">{name}</span>, ' ']}
        {type}
        {about}
        {more}
      </section>
    );
  }
  const isType = label === node.typeLabel && node.ref === undefined;
  return (
    <details class="variant" id={id} open={isFirst}>
      <summary>{name}</summary>
      {!isType && <p class="variant-type">{type}</p>}
      {about}
      {more}
    </details>
  );
}

/** Returns the displayed name of an alternative. */
function variantName({ constraints }: PageScope, { label, requires }: Variant): string {
  return requires === undefined
    ? label
    : fillMessage(constraints.withNames, { names: requires.join(', ') });
}

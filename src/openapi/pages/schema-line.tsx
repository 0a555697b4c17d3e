/** @jsxImportSource docwright/html */
import { type Child, type Html, printHtml, raw } from '../../shared/jsx-runtime.ts';
import { fillCounted } from '../../shared/plural-messages.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { NamedSchema, SchemaNode } from '../model/api-model.ts';
import { keptList } from '../model/model-context.ts';
import { finished, needsCare } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { childRows, type Direction, isLeaf, unwrap } from './child-rows.ts';
import {
  codeList,
  countElements,
  externalDocs,
  flag,
  joinInline,
  objectNotes,
  printValue,
} from './elements.tsx';
import {
  dateFacts,
  explained,
  type Fact,
  isDescribed,
  MANY_VALUES,
  nodeFacts,
  nodeFlags,
  ownExamples,
  saysMore,
  splitExamples,
} from './fact-line.ts';
import type { PageScope } from './page-scope.ts';
import type { SchemaLine, SchemaShape } from './row-cache.ts';

/** Renders the row text of a schema, which is the same everywhere. */
export function schemaLine(scope: PageScope, node: SchemaNode): SchemaLine {
  const cached = scope.cache.lines.get(node);
  if (cached?.uses.size === 0) return cached.value;
  const line = scope.collect(() => cached?.value ?? makeLine(scope, node), cached?.uses);
  scope.cache.lines.set(node, line);
  return line.value;
}

function makeLine(scope: PageScope, node: SchemaNode): SchemaLine {
  const { messages } = scope;
  const { short, long } = splitExamples(messages, ownExamples(scope.schemas, node));
  const { ref, source } = node;
  const own =
    ref === undefined && typeof source === 'object' ? dateFacts(scope, scope.datesOf(source)) : [];
  const facts = [...nodeFacts(scope, node), ...own];
  const type = typeHtml(scope, node);
  const flags = keptList(nodeFlags(node).map((name) => flag(messages, name)));
  const details = finished(
    printHtml([factLine(short === undefined ? facts : [...facts, short]), enumHtml(scope, node)]),
  );
  const examples = keptList(long.map((text) => longExample(messages, text)));
  const words = scope.describe(node.description);
  const { deprecated, deprecatedDescription: reason } = node;
  const description = printHtml([
    deprecated && reason !== '' && <p class="prop-deprecated">{reason}</p>,
    raw(words),
    externalDocs(scope, node.externalDocs),
  ]);
  // To count is to flatten: V8 keeps a printed text in pieces until it is read, and these are on many pages.
  const texts = [type, ...flags, details, ...examples].map(printHtml);
  const elements = [...texts, description].reduce((sum, text) => sum + countElements(text), 2);
  const line = { type, flags, details, examples, description, elements };
  const isMarked = [...texts, description].some((text) => ROW_MARKS.test(text));
  return { ...line, needsCare: isMarked || needsCare(words) };
}

/** Characters in place of parts of a row. */
// oxlint-disable-next-line no-control-regex -- no text should have them
export const ROW_MARKS = /[\0\u0001]/;

/** Renders the type, with links to the pages of the schemas that it names. */
function typeHtml(
  { pageHref }: ApiContext,
  { typeLabel, typeParts = [typeLabel] }: SchemaNode,
): Html {
  const [only] = typeParts;
  const linked = ({ name, slug }: NamedSchema, className?: string): Html => (
    <a class={className} href={pageHref(`schemas/${slug}`)}>
      {name}
    </a>
  );
  if (typeParts.length === 1 && typeof only === 'object') return linked(only, 'prop-type');
  return <small>{typeParts.map((part) => (typeof part === 'string' ? part : linked(part)))}</small>;
}

/** Returns the named schema that a schema, or its item or value type, refers to. */
export function namedPart(scope: ApiContext, node: SchemaNode): NamedSchema | undefined {
  let part = node;
  for (let depth = 0; depth < DEEPEST_LIST; depth++) {
    const named = part.ref && scope.schemas.named(part.ref.target);
    if (named !== undefined) return named;
    const next = part.kind === 'array' ? part.items : part.kind === 'map' ? part.additional : false;
    if (next === undefined || typeof next === 'boolean') return undefined;
    part = scope.schemas.read(next);
  }
  return undefined;
}

/** Maximum depth of nested arrays that are followed. */
const DEEPEST_LIST = 8;

/** Joins constraints to one line. */
export function factLine(facts: readonly (Fact | Child)[]): Html | undefined {
  if (facts.length === 0) return undefined;
  const parts = facts.map((fact) => {
    if (typeof fact !== 'object' || fact === null || !('label' in fact)) return fact;
    const { label, values, isCode } = fact;
    return values.length === 0
      ? label
      : [`${label}: `, isCode ? codeList(values) : values.join(', ')];
  });
  return <p class="prop-facts">{joinInline(parts, ' · ')}</p>;
}

/** Renders an example that is too long for the line. */
export function longExample(messages: ApiMessages, text: string): Html {
  return (
    <details class="prop-example">
      <summary>{messages.showExample}</summary>
      <p>
        <code>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</code>
      </p>
    </details>
  );
}

/** Longest example in a row, in characters. */
const LONGEST = 4000;

/**
 * Renders allowed values with their descriptions: collapsed if there are many, on a line if none has a description or
 * the page of a named schema has them.
 */
export function enumHtml(scope: ApiContext, node: SchemaNode): Child {
  const { enum: values } = node;
  if (values.length === 0) return undefined;
  const { messages, schemas, plurals } = scope;
  const described = isDescribed(values) && explained(schemas, node) === undefined;
  const shown = values.map(({ json }) => printValue(json));
  const list = described && (
    <ul class="prop-enum">
      {values.map(({ json, title, description }) => {
        const words = inlineWords(scope.describe(description), description.text);
        return (
          <li>
            <code>{printValue(json)}</code>
            {title !== '' && [' ', <strong>{title}</strong>]}
            {words && [' ', words]}
          </li>
        );
      })}
    </ul>
  );
  if (values.length > MANY_VALUES) {
    return (
      <details class="prop-values">
        <summary>
          {fillCounted(messages.showValues, { count: String(values.length) }, plurals)}
        </summary>
        {list || (
          <p>
            <code>{shown.join(' | ')}</code>
          </p>
        )}
      </details>
    );
  }
  if (list) return [<p class="prop-facts">{messages.values}:</p>, list];
  const codes = shown.map((value) => <code>{value}</code>);
  return (
    <p class="prop-facts">
      {messages.values}: {joinInline(codes, ' ')}
    </p>
  );
}

/**
 * Unwraps the paragraph of a one-paragraph description; returns the source if it has parts not allowed in a list
 * item.
 */
function inlineWords(html: string, source: string): Child {
  if (needsCare(html)) return source;
  const text = html.trim();
  const isParagraph = text.startsWith('<p>') && text.indexOf('</p>') === text.length - 4;
  return finished(isParagraph ? text.slice(3, -4) : text);
}

/** Returns the rows and notes below a schema, cached for each direction. */
export function shapeOf(scope: PageScope, node: SchemaNode, direction: Direction): SchemaShape {
  if (isLeaf(node)) return { ...NOTHING, inner: node };
  const { shapes } = scope.cache;
  const both = shapes.both.get(node);
  if (both !== undefined && (both.isOneForAll || direction === undefined)) return both;
  const cache = shapes[direction ?? 'both'];
  const cached = cache.get(node);
  if (cached !== undefined) return cached;
  const { schemas } = scope;
  const { node: inner, idPart } = unwrap(schemas, node);
  const rows = keptList(
    childRows(scope, inner, direction).map((row) => ({
      row,
      node: schemas.read(row.schema),
      printed: undefined,
      text: undefined,
    })),
  );
  const notes = keptList(objectNotes(scope.messages, inner));
  const variants = hasVariants(scope, inner);
  const isEmpty = rows.length === 0 && !variants && notes.length === 0;
  const isOneForAll = inner.properties.every(({ schema }) => {
    const { readOnly, writeOnly } = schemas.read(schema);
    return !readOnly && !writeOnly;
  });
  const shape = { inner, idPart, rows, hasVariants: variants, notes, isEmpty, isOneForAll };
  (isOneForAll ? shapes.both : cache).set(node, shape);
  return shape;
}

/** The shape of a value with nothing below. */
const NOTHING: Omit<SchemaShape, 'inner'> = {
  idPart: '',
  rows: [],
  hasVariants: false,
  notes: [],
  isEmpty: true,
  isOneForAll: true,
};

/** False if the type shows all alternatives: `string | integer`. */
function hasVariants(scope: PageScope, { variants }: SchemaNode): boolean {
  if (variants === undefined) return false;
  const { schemas } = scope;
  return variants.list.some(({ label, schema, value }) => {
    const node = schemas.read(schema);
    // A label other than the type adds information: `with a`.
    if (value !== undefined || label !== node.typeLabel) return true;
    if (saysMore(schemas, node) || node.ref !== undefined) return true;
    const { node: inner } = unwrap(schemas, node);
    return inner.variants !== undefined || childRows(scope, inner, undefined).length > 0;
  });
}

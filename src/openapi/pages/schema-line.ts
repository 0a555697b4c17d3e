import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { EnumValue, NamedSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { needsCare } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import { type ChildRow, childRows, type Direction, unwrap } from './child-rows.ts';
import {
  code,
  countElements,
  externalDocs,
  link,
  objectNotes,
  printValue,
  requiredMark,
} from './elements.ts';
import {
  explained,
  type Fact,
  type FlagName,
  isDescribed,
  MANY_VALUES,
  nodeFacts,
  nodeFlags,
  ownExamples,
  saysMore,
  splitExamples,
} from './fact-line.ts';
import type { PageScope } from './page-scope.ts';
import type { SchemaLine, SchemaShape, ShapeRow } from './row-cache.ts';

/** Renders the row text of a schema, which is the same everywhere. */
export function schemaLine(scope: PageScope, node: SchemaNode): SchemaLine {
  const known = scope.cache.lines.get(node);
  if (known !== undefined) return known;
  const { messages } = scope;
  const type = typeHtml(scope, node);
  const flags = nodeFlags(node)
    .map((name) => flag(messages, name))
    .join('');
  const { short, long } = splitExamples(messages, ownExamples(scope.schemas, node));
  const facts = nodeFacts(scope, node);
  const line = factLine(short === undefined ? facts : [...facts, short]);
  const details = line + enumHtml(scope, node);
  const examples = long.map((text) => longExample(messages, text)).join('');
  const words = scope.describe(node.description);
  const description = deprecation(node) + words + externalDocs(scope, node.externalDocs);
  const made = { type, flags, details, examples, description };
  const elements = 2 + countElements(Object.values(made).join(''));
  const finished = { ...made, needsCare: needsCare(words), elements };
  scope.cache.lines.set(node, finished);
  return finished;
}

export function flag(messages: ApiMessages, name: FlagName): string {
  const className = name === 'deprecated' ? 'prop-flag prop-deprecated' : 'prop-flag';
  return ` <span class="${className}">${escapeHtml(messages[name])}</span>`;
}

/** Renders the type, with links to the pages of the schemas that it names. */
function typeHtml(
  { pageHref }: ApiContext,
  { typeLabel, typeParts = [typeLabel] }: SchemaNode,
): string {
  const [only] = typeParts;
  const linked = ({ name, slug }: NamedSchema, className?: string): string =>
    link(pageHref(`schemas/${slug}`), escapeHtml(name), className);
  if (typeParts.length === 1 && typeof only === 'object') return linked(only, 'prop-type');
  const html = typeParts.map((part) =>
    typeof part === 'string' ? escapeHtml(part) : linked(part),
  );
  return `<span class="prop-type">${html.join('')}</span>`;
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

/** Joins constraints, given as HTML, to one line. */
export function factLine(facts: readonly (Fact | string)[]): string {
  if (facts.length === 0) return '';
  const parts = facts.map((fact) => (typeof fact === 'string' ? fact : factHtml(fact)));
  return `<p class="prop-facts">${parts.join(' · ')}</p>`;
}

function factHtml({ label, values, isCode }: Fact): string {
  if (values.length === 0) return escapeHtml(label);
  const shown = values.map((value) => (isCode ? code(value) : escapeHtml(value))).join(', ');
  return `${escapeHtml(label)}: ${shown}`;
}

/** Renders an example that is too long for the line. */
export function longExample(messages: ApiMessages, text: string): string {
  return (
    `<details class="prop-example"><summary>${escapeHtml(messages.showExample)}</summary>` +
    `<p>${code(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)}</p></details>`
  );
}

/** Longest example in a row, in characters. */
const LONGEST = 4000;

/**
 * Renders allowed values with their descriptions: collapsed if there are many, on a line if none has a description or
 * the page of a named schema has them.
 */
export function enumHtml(scope: ApiContext, node: SchemaNode): string {
  const { enum: values } = node;
  if (values.length === 0) return '';
  const { messages, schemas } = scope;
  const described = isDescribed(values) && explained(schemas, node) === undefined;
  const label = escapeHtml(messages.values);
  const shown = values.map(({ json }) => printValue(json));
  if (values.length > MANY_VALUES) {
    const summary = fillMessage(messages.showValues, { count: String(values.length) });
    const list = described ? enumList(scope, values) : `<p>${code(shown.join(' | '))}</p>`;
    return `<details class="prop-values"><summary>${escapeHtml(summary)}</summary>${list}</details>`;
  }
  if (described) return `<p class="prop-facts">${label}:</p>${enumList(scope, values)}`;
  return `<p class="prop-facts">${label}: ${shown.map(code).join(' ')}</p>`;
}

function enumList(scope: ApiContext, values: readonly EnumValue[]): string {
  const items = values.map(({ json, title, description }) => {
    const name = title === '' ? '' : ` <strong>${escapeHtml(title)}</strong>`;
    const words = inlineWords(scope.describe(description), description.text);
    return `<li>${code(printValue(json))}${name}${words === '' ? '' : ` ${words}`}</li>`;
  });
  return `<ul class="prop-enum">${items.join('')}</ul>`;
}

/**
 * Unwraps the paragraph of a one-paragraph description; returns the source if it has parts not allowed in a list
 * item.
 */
function inlineWords(html: string, source: string): string {
  if (needsCare(html)) return escapeHtml(source);
  const text = html.trim();
  const isParagraph = text.startsWith('<p>') && text.indexOf('</p>') === text.length - 4;
  return isParagraph ? text.slice(3, -4) : text;
}

function deprecation({ deprecated, deprecatedDescription }: SchemaNode): string {
  if (!deprecated || deprecatedDescription === '') return '';
  return `<p class="prop-deprecated">${escapeHtml(deprecatedDescription)}</p>`;
}

/** Returns the rows and notes below a schema, cached for each direction. */
export function shapeOf(scope: PageScope, node: SchemaNode, direction: Direction): SchemaShape {
  const known = scope.cache.shapes[direction ?? 'both'];
  const before = known.get(node);
  if (before !== undefined) return before;
  const { schemas } = scope;
  const { node: inner, idPart } = unwrap(schemas, node);
  const rows = childRows(scope, inner, direction).map((row) => shapeRow(scope, row));
  const notes = objectNotes(scope.messages, inner);
  const variants = hasVariants(scope, inner);
  const isEmpty = rows.length === 0 && !variants && notes === '';
  const shape = { inner, idPart, rows, hasVariants: variants, notes, isEmpty };
  const { request, response, both } = scope.cache.shapes;
  const same = isOneForAll(schemas, inner) ? [request, response, both] : [known];
  for (const shapes of same) shapes.set(node, shape);
  return shape;
}

/** True if no property depends on the direction, as in most schemas. */
function isOneForAll(schemas: SchemaReader, { properties }: SchemaNode): boolean {
  return properties.every(({ schema }) => {
    const { readOnly, writeOnly } = schemas.read(schema);
    return !readOnly && !writeOnly;
  });
}

function shapeRow(scope: PageScope, row: ChildRow): ShapeRow {
  const node = scope.schemas.read(row.schema);
  const line = schemaLine(scope, node);
  const required = row.required ? requiredMark(scope.messages) : '';
  return { row, node, line, start: `${rowName(row)} ${line.type}${required}${line.flags}` };
}

function rowName({ name, about }: ChildRow): string {
  return `${escapeHtml(name)}${about === undefined ? '' : ` ${code(about)}`}</a>`;
}

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

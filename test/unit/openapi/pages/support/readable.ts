import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { ApiPage } from '../../../../../src/openapi/pages/api-page.ts';
import { renderApiPage } from '../../../../../src/openapi/pages/render-api-page.ts';
import { contextOf } from './page.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Parts that say nothing of the description: links beside headings, tabs (their panels have headings), samples. */
const LEFT_OUT = ['heading-anchor', 'api-aside', 'api-slice', 'tab-list'];
const DEEPER = /^(?:li|details)$/;
const BLOCK =
  /^(?:p|li|ul|ol|div|section|h[1-6]|summary|details|pre|figure|figcaption|blockquote)$/;

interface Writer {
  readonly lines: string[];
  line: string;
  indent: number;
}

/** HTML as lines of text, indented as it is nested: `## Request`, `- name string required`. */
function readable(html: string): string {
  const writer: Writer = { lines: [], line: '', indent: 0 };
  for (const node of parseFragment(html).childNodes) write(writer, node);
  flush(writer);
  return writer.lines.join('\n');
}

function flush(writer: Writer): void {
  const text = writer.line.replace(/\s+/g, ' ').trim();
  if (text !== '' && text !== '-') writer.lines.push('  '.repeat(writer.indent) + text);
  writer.line = '';
}

function write(writer: Writer, node: Node): void {
  if ('value' in node) writer.line += node.value;
  if (!('tagName' in node) || isLeftOut(node)) return;
  if (!BLOCK.test(node.tagName)) {
    for (const child of node.childNodes) write(writer, child);
    return;
  }
  flush(writer);
  writer.line = beginning(node.tagName);
  // Content below a row, an alternative or a summary is one step deeper.
  const inside = DEEPER.test(node.tagName) || classesOf(node).includes('variant') ? 1 : 0;
  for (const [index, child] of node.childNodes.entries()) {
    const isBelow = index > 0 && 'tagName' in child && BLOCK.test(child.tagName);
    if (isBelow) flush(writer);
    writer.indent += isBelow ? inside : 0;
    write(writer, child);
    if (isBelow) flush(writer);
    writer.indent -= isBelow ? inside : 0;
  }
  flush(writer);
}

function beginning(tag: string): string {
  const level = /^h(\d)$/.exec(tag)?.[1];
  if (level !== undefined) return `${'#'.repeat(Number(level))} `;
  return tag === 'li' ? '- ' : tag === 'summary' ? '▸ ' : '';
}

function classesOf(element: Element): readonly string[] {
  return (element.attrs.find(({ name }) => name === 'class')?.value ?? '').split(' ');
}

function isLeftOut(element: Element): boolean {
  const classes = classesOf(element);
  return classes.some((name) => LEFT_OUT.includes(name));
}

/** The lines below a heading, up to the next heading of its level or a higher one. */
export function below(text: string, title: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line) => line.replace(/^#+ /, '') === title && line.startsWith('#'),
  );
  if (start < 0) throw new Error(`there is no heading "${title}" in\n${text}`);
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(
    (line) => /^#+/.test(line) && (/^#+/.exec(line)?.[0].length ?? 0) <= level,
  );
  return rest.slice(0, end < 0 ? rest.length : end).join('\n');
}

/** Returns a page of a description as text: by default, of its first operation or webhook. */
export function pageText(yaml: string, pick?: 'info' | number): string {
  const context = contextOf(yaml);
  const operation = [...context.model.operations, ...context.model.webhooks][
    typeof pick === 'number' ? pick : 0
  ];
  if (pick !== 'info' && operation === undefined) throw new Error('there is no operation');
  const page: ApiPage =
    pick === 'info' || operation === undefined
      ? { type: 'info' }
      : { type: 'operation', operation };
  return readable(renderApiPage(page, context).html);
}

const indent = (text: string, by: number): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}`)
    .join('\n');

/** Returns the page's text about a request body of the given schema, with other schemas by name. */
export function bodyText(schema: string, schemas = '{}', version = '3.1.0'): string {
  return withoutMedia(below(pageText(describeBody(schema, schemas, version)), 'Body'));
}

/** The same of the body of a response. */
export function responseText(schema: string, schemas = '{}', version = '3.1.0'): string {
  return withoutMedia(below(pageText(describeBody(schema, schemas, version)), '200 OK'));
}

/** The media type is the same everywhere. */
function withoutMedia(text: string): string {
  return text.replace(/^(?:[^\n]*: )?application\/json(?: · |\n|$)/, '');
}

function describeBody(schema: string, schemas: string, version: string): string {
  const content = `content:\n${indent(`application/json:\n  schema:\n${indent(schema, 4)}`, 10)}`;
  return `openapi: ${version}
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody:
        ${content}
      responses:
        "200":
          description: ""
          ${content.replaceAll('\n', '\n  ')}
components:
  schemas:
${indent(schemas, 4)}
`;
}

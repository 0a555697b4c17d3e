import type { Span } from '../../../content/source-text.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { type ParseSession, reportForeign } from '../../parse-session.ts';
import { type AttributeText, type JsxAttribute, type JsxTag, valueText } from './read-jsx.ts';

/** Locates a range of the text that a tag was read from in the source. */
export type Locator = (start: number, end: number) => Span;

/** A tag as HTML, with the source of its parts. */
export interface HtmlTag {
  readonly content: string;
  /** Offsets in the content, and their offsets in the source. */
  readonly at: number[];
  readonly from: number[];
}

interface TagOptions {
  readonly session: ParseSession;
  readonly text: string;
  readonly locate: Locator;
  /** The element's name. Default: the tag's. */
  readonly name?: string | undefined;
  /** A class of ours. */
  readonly className?: string | undefined;
  /** The attributes that are kept. Default: all. */
  readonly attributes?: readonly string[] | undefined;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['to', 'href'],
]);

/** Without effect in a page: styles, React's and Astro's own attributes, event handlers. */
const WITHOUT_EFFECT = /^(?:style|key|ref|slot|dangerouslySetInnerHTML|on[A-Z]\w*|\w+:[\w-]+)?$/;

/** Prints a tag of JSX as HTML, which is sanitized like the author's. */
export function printTag(tag: JsxTag, options: TagOptions): HtmlTag {
  const { name = tag.name, className, attributes: kept } = options;
  const source = options.locate(tag.start, tag.end);
  const html = { content: '', at: [0], from: [source.start] };
  if (tag.kind === 'close') return { ...html, content: `</${name}>` };
  html.content = `<${name}${className === undefined ? '' : ` class="${className}"`}`;
  for (const attribute of tag.attributes) {
    const isKept = kept === undefined || kept.includes(attribute.name);
    if (isKept && !WITHOUT_EFFECT.test(attribute.name)) printAttribute(html, attribute, options);
  }
  html.at.push(html.content.length);
  html.from.push(source.end - 1);
  html.content += '>';
  return html;
}

function printAttribute(
  html: { content: string; readonly at: number[]; readonly from: number[] },
  attribute: JsxAttribute,
  { session, text, locate }: TagOptions,
): void {
  const name = NAMES.get(attribute.name) ?? attribute.name;
  const given = valueText(text, attribute) ?? importedPath(session, text, attribute);
  if (attribute.value === undefined) html.content += ` ${name}`;
  else if (given === undefined) {
    if (name !== 'href' && name !== 'src') return;
    reportForeign(session, 'address', {
      message: 'an address in braces is left out',
      span: locate(attribute.value.start, attribute.value.end),
      hint: 'write the address in quotes, or as require("./file")',
    });
  } else {
    html.content += ` ${name}="`;
    html.at.push(html.content.length);
    html.from.push(locate(given.span.start, given.span.end).start);
    html.content += `${escapeHtml(given.text)}"`;
  }
}

/** The path of an image that the page imports: `{image}` or `{image.src}`. */
function importedPath(
  { imports }: ParseSession,
  text: string,
  { value }: JsxAttribute,
): AttributeText | undefined {
  if (value === undefined) return undefined;
  const name = /^\s*(\w+)(?:\.(?:src|default))?\s*$/.exec(text.slice(value.start, value.end))?.[1];
  const path = imports.get(name ?? '');
  return path === undefined ? undefined : { text: path, span: value };
}

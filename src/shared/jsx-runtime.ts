/** JSX that is HTML: elements are printed at once, text in them is escaped. `docwright/html` is this module. */
import { escapeHtml } from './escape-html.ts';

const HTML: unique symbol = Symbol.for('docwright:html');

/** Finished HTML. Data cannot pass for it: no JSON has symbols. */
export interface Html {
  readonly [HTML]: string;
}

/** The content of an element: text is escaped, and nothing is shown for `false`, `null` and `undefined`. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[];

/** Marks a text as finished HTML. It is not escaped, so it must not come from readers or descriptions. */
export function raw(html: string): Html {
  return { [HTML]: html };
}

/** Prints the content of an element. */
export function printHtml(child: Child): string {
  if (typeof child === 'string') return escapeHtml(child);
  if (typeof child === 'number') return String(child);
  if (typeof child !== 'object' || child === null) return '';
  if (HTML in child) return child[HTML];
  if (!Array.isArray(child)) throw new TypeError(NOT_HTML);
  let html = '';
  for (const each of child) html += printHtml(each);
  return html;
}

const NOT_HTML = 'React elements are not HTML of an API page';

type Attribute = string | number | boolean | undefined;

/** Attributes by their names in HTML. Without these types, those of React would pass. */
interface Attributes {
  readonly [name: `aria-${string}` | `data-${string}`]: Attribute;
  readonly alt?: Attribute;
  readonly children?: Child;
  readonly class?: Attribute;
  readonly dir?: Attribute;
  readonly height?: Attribute;
  readonly hidden?: Attribute;
  readonly href?: Attribute;
  readonly id?: Attribute;
  readonly lang?: Attribute;
  readonly open?: Attribute;
  readonly rel?: Attribute;
  readonly role?: Attribute;
  readonly src?: Attribute;
  readonly tabindex?: Attribute;
  readonly target?: Attribute;
  readonly title?: Attribute;
  readonly type?: Attribute;
  readonly value?: Attribute;
  readonly width?: Attribute;
}

interface Properties {
  readonly [name: string]: unknown;
  readonly children?: Child;
}

/** Prints an element, or calls a component. TypeScript and esbuild write the calls. */
export function jsx(
  type: string | ((properties: Properties) => Child),
  properties: Properties,
): Html {
  if (typeof type === 'function') return raw(printHtml(type(properties)));
  let html = `<${type}`;
  for (const name in properties) {
    const value = properties[name];
    if (name === 'children' || value === undefined || value === false) continue;
    html += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  if (VOID.has(type)) return raw(`${html}>`);
  return raw(`${html}>${printHtml(properties.children)}</${type}>`);
}

/** @alias */
export const jsxs = jsx;

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr']);

export function Fragment({ children }: Properties): Child {
  return children;
}

export declare namespace JSX {
  type Element = Html;
  type ElementType = string | ((properties: never) => Child);
  interface ElementChildrenAttribute {
    readonly children: unknown;
  }
  interface IntrinsicElements {
    readonly [name: string]: Attributes;
  }
}

import type { ComponentType, Context, ReactNode } from 'react';
import * as v from 'valibot';
import { messageOfError } from '../config/loading/error-location.ts';
import { POLICY } from '../config/plugins.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { PRELOADS, type RunServices } from '../markdown/mdx/page-html.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { NO_PAGE, type PagePolicy } from '../shared/page-data.ts';
import type { Url } from '../shared/paths.ts';
import type { TracedElement, Watch } from '../shared/watch-react.ts';

/** See `IslandUse` in `client/components.ts`. */
export interface IslandUse {
  readonly module: string;
  readonly name: string;
  readonly Component: ComponentType<object>;
  readonly props: object;
  readonly security: unknown;
  readonly isPage?: boolean;
}

/** The modules of the host, which bundles share. */
export function hostModules(exports: unknown) {
  const modules = new Map<string, unknown>(Object.entries(exports ?? {}));
  // These are the modules of the packages; `HOST_SOURCE` adds `watch`.
  return {
    react: modules.get('react') as typeof import('react'),
    server: modules.get('react-dom/server') as typeof import('react-dom/server'),
    watch: modules.get('watch') as Watch,
    ...(modules.get('docwright/components') as {
      readonly PageServicesContext: Context<RunServices>;
      readonly IslandContext: IslandHost['islands'];
    }),
  };
}

export interface IslandHost {
  readonly react: typeof import('react');
  readonly renderToString: typeof import('react-dom/server').renderToString;
  readonly locationOf: (cause: unknown) => Location | undefined;
  readonly islands: Context<(use: IslandUse) => ReactNode>;
  /** Of articles only: the number of the element that is an island. */
  readonly place: Context<number | undefined> | undefined;
  readonly watch: Watch;
  /** The scripts of islands, by the names of their modules. */
  readonly scripts: ReadonlyMap<string, Url>;
  /** Provides the page's data while an island is rendered alone; calls `read` when it reads them. */
  readonly providePage?: (island: ReactNode, read: () => void) => ReactNode;
}

/** A problem of an island, at an element of the page. */
interface IslandProblem {
  readonly message: string;
  readonly hint: string;
  readonly element: number | undefined;
  /** Of the layout only, while it is traced. */
  readonly traced: TracedElement | undefined;
}

/** When an island is started; the default is `visible`. */
const STARTS: readonly unknown[] = ['load', 'idle', 'visible', 'intent'];

/** The islands of a page in one rendering. */
export interface PageIslands {
  readonly provide: (content: ReactNode) => ReactNode;
  /** Puts the HTML of the islands into the HTML of the page. */
  readonly fill: (html: string) => string;
  readonly problems: readonly IslandProblem[];
  /** The exports `security` of the used modules, by name. */
  readonly policies: ReadonlyMap<string, PagePolicy>;
  readonly count: () => number;
}

interface Used extends IslandUse {
  readonly element: number | undefined;
  readonly traced: TracedElement | undefined;
  /** False for an island without Markdown as children. */
  readonly hasSlot: boolean;
  /** The properties that are not passed to the component. */
  readonly start: unknown;
  readonly keep: unknown;
}

/** The browser finds the children by this element's name; a custom element may be in any text. */
const SLOT = 'dw-slot';
const SLOT_MARK = '\0{c}';

/** Elements that end a paragraph. */
const BLOCKS =
  /<(?:address|article|aside|blockquote|details|dialog|div|dl|fieldset|fig\w+|footer|form|h[1-6r]|header|main|menu|nav|ol|p|pre|section|table|ul)\b/;

/** Collects the islands of a page while it is rendered: each is rendered alone, like in the browser. */
export function collectIslands(host: IslandHost): PageIslands {
  const { react } = host;
  const uses: Used[] = [];
  const problems: IslandProblem[] = [];
  const policies = new Map<string, PagePolicy>();

  const note = (use: IslandUse): ReactNode => {
    const element = host.place && react.useContext(host.place);
    const traced = host.watch.current();
    const none = { children: undefined, client: undefined, keep: undefined };
    const { children, client, keep, ...others } = { ...none, ...use.props };
    const island = `the island <${shownName(use)}>`;
    const report = (message: string, hint: string): unknown =>
      problems.push({ message, hint, element, traced });
    if (client !== undefined && !STARTS.includes(client))
      report(
        `client=${JSON.stringify(client)} of ${island} is unknown; it is started when it is visible`,
        `write ${STARTS.map((start) => `client="${start}"`).join(', ')}`,
      );
    const text = textOf(children);
    const dropped: Dropped[] = [];
    const passed = text === undefined ? others : { ...others, children: text };
    const props = plainOf(passed, { path: '', around: [], dropped });
    if (typeof children === 'function') dropped.push({ path: 'children', kind: 'a function' });
    const hasSlot = text === undefined && typeof children !== 'function' && children !== undefined;
    for (const { path, kind } of dropped)
      report(
        `"${path}" of ${island} is ${kind}, which cannot be passed to the browser; it is left out`,
        'pass text, numbers, booleans, lists and plain objects',
      );
    const policy = readPolicy(use.security);
    if (typeof policy === 'string')
      report(
        `the export "security" of ${island} is ignored: ${policy}`,
        "write { trustedTypes: ['name'], script: ['https://example.com'] }",
      );
    else if (policy !== undefined) policies.set(use.module, policy);
    const start = client !== 'visible' && STARTS.includes(client) ? client : undefined;
    const number =
      uses.push({ ...use, props: props ?? {}, element, traced, hasSlot, start, keep }) - 1;
    const content = hasSlot ? children : null;
    return react.createElement(react.Fragment, null, `\0{i${number}}`, content, `\0{/${number}}`);
  };
  const fill = (html: string): string =>
    html.replace(/\0\{i(\d+)\}([\s\S]*?)\0\{\/\1\}/g, (_, number: string, children: string) => {
      const use = uses[Number(number)];
      const id = host.place === undefined ? `l${number}` : `i${number}`;
      return use === undefined ? '' : print(use, id, fill(children));
    });
  const print = (use: Used, id: string, children: string): string => {
    const { module, name, props, hasSlot, element, start, keep, isPage } = use;
    let html = children;
    let isRendered = true;
    let reads = false;
    const read = (): void => {
      reads = true;
    };
    try {
      html = renderIsland(host, { ...use, id, read }).replaceAll(SLOT_MARK, () => children);
    } catch (cause) {
      // A React page without its HTML is no page.
      if (isPage === true) throw cause;
      isRendered = false;
      // The data of a page are not known when its article is rendered.
      if (messageOfError(cause) === NO_PAGE) read();
      else problems.push(renderProblem(use, cause, host.locationOf(cause)));
    }
    const attributes = Object.entries({
      id,
      block: host.place !== undefined && BLOCKS.test(html) ? String(element ?? '') : undefined,
      module: host.scripts.get(module),
      export: name,
      props: JSON.stringify(props),
      slot: hasSlot ? '' : undefined,
      empty: isRendered ? undefined : '',
      client: start === undefined ? undefined : String(start),
      keep: keep === undefined ? undefined : String(keep),
      page: isPage === true ? '' : undefined,
      reads: reads ? '' : undefined,
    }).map(([key, value]) => (value === undefined ? '' : ` data-${key}="${escapeHtml(value)}"`));
    const isHidden = hasSlot && isRendered && !html.includes(`<${SLOT}>`);
    const hidden = isHidden ? `<${SLOT} hidden>${children}</${SLOT}>` : '';
    return `<dw-island${attributes.join('')}>${html}</dw-island>${hidden}`;
  };
  return {
    provide: (content) => react.createElement(host.islands.Provider, { value: note }, content),
    fill,
    problems,
    policies,
    count: () => uses.length,
  };
}

interface Rendering extends Pick<Used, 'Component' | 'props' | 'hasSlot'> {
  readonly id: string;
  readonly read: () => void;
}

function renderIsland(
  { react: { createElement }, renderToString, providePage = (island) => island }: IslandHost,
  { Component, props, hasSlot, id, read }: Rendering,
): string {
  const children = hasSlot
    ? { children: createElement(SLOT, { dangerouslySetInnerHTML: { __html: SLOT_MARK } }) }
    : {};
  const island = createElement(Component, { ...props, ...children });
  const whole = providePage(island, read);
  return renderToString(whole, { identifierPrefix: `${id}-` }).replace(PRELOADS, '');
}

function renderProblem(use: Used, cause: unknown, location: Location | undefined): IslandProblem {
  const at = location === undefined ? '' : ` (${location.file}:${location.line})`;
  return {
    message: `the island <${shownName(use)}> throws without a browser, so its HTML is not in the page: ${messageOfError(cause)}${at}`,
    hint: "use the browser's objects in effects and event handlers only",
    element: use.element,
    traced: use.traced,
  };
}

function shownName({ name, module }: IslandUse): string {
  return name === 'default' ? (/([^/]+?)\.\w+$/.exec(module)?.[1] ?? module) : name;
}

/** Reads the export `security` of a module; returns the reason if it is invalid. */
function readPolicy(security: unknown): PagePolicy | string | undefined {
  if (security === undefined) return undefined;
  const { success, output, issues } = v.safeParse(POLICY, security);
  if (!success) return `${v.getDotPath(issues[0]) ?? ''} ${issues[0].message}`.trim();
  return output;
}

/** Children that are plain text are a property like others. */
function textOf(children: unknown): string | undefined {
  const parts = Array.isArray(children) ? children : [children];
  const isText = parts.every((part) => typeof part === 'string' && !part.includes('\0'));
  return isText ? parts.join('') : undefined;
}

interface Dropped {
  readonly path: string;
  readonly kind: string;
}

interface PlainOptions {
  readonly path: string;
  readonly around: readonly unknown[];
  readonly dropped: Dropped[];
}

/** The JSON form of a value; undefined for one without. */
function plainOf(value: object, options: PlainOptions): object;
function plainOf(value: unknown, options: PlainOptions): unknown;
function plainOf(value: unknown, { path, around, dropped }: PlainOptions): unknown {
  const kind = problemOf(value, around);
  if (kind !== undefined) {
    dropped.push({ path, kind });
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isStringObject(value)) return String(value);
  const inner = (key: string): PlainOptions => ({ path: key, around: [...around, value], dropped });
  if (Array.isArray(value))
    return value.map((item, index) => plainOf(item, inner(`${path}[${index}]`)) ?? null);
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    plainOf(item, inner(path === '' ? key : `${path}.${key}`)),
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** True for the address of a file, which a page gets as an object (see `mediaCode`). */
export function isStringObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object String]';
}

/** Why a value has no JSON form; undefined if it has one. */
function problemOf(value: unknown, around: readonly unknown[]): string | undefined {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol' || typeof value === 'bigint') return `a ${typeof value}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null || isStringObject(value)) return undefined;
  if ('$$typeof' in value) return 'an element';
  if (around.includes(value)) return 'part of itself';
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value)?.constructor === Object;
  const hasNone = Object.getPrototypeOf(value) === null;
  if (isPlain || hasNone) return undefined;
  return `of the class ${value.constructor.name}`;
}

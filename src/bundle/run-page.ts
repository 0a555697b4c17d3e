import type { ComponentType, Context, ReactNode } from 'react';
import { messageOfError } from '../config/loading/error-location.ts';
import { TIME_LIMIT, TIME_MESSAGE, withinTime } from '../config/loading/time-limit.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type {
  PageRun,
  RunFailure,
  RunPage,
  RunResult,
  RunServices,
} from '../markdown/mdx/page-html.ts';
import type { Url } from '../shared/paths.ts';
import type { Sight } from '../shared/watch-react.ts';
import { BROKEN } from './resolve-plugin.ts';
import {
  collectIslands,
  type hostModules,
  type IslandHost,
  isStringObject,
  type PageIslands,
} from './run-islands.ts';

/** Loads the module of a page. Throws if the module does. */
export type LoadPage = () => unknown;

interface RunOptions {
  readonly pages: ReadonlyMap<string, LoadPage>;
  readonly host: ReturnType<typeof hostModules>;
  /** The scripts of islands, by the names of their modules. */
  readonly islandScripts: ReadonlyMap<string, Url>;
  /** Where an error was thrown in the site's files, and in the code of a page. */
  readonly locationOf: (cause: unknown) => Location | undefined;
  readonly codeLocationOf: (cause: unknown) => { line: number; column: number } | undefined;
}

/** The exports of a page's module; `page-module.ts` in `markdown/mdx/` writes them. */
interface PageExports {
  readonly $page: (runtime: Runtime, props: object) => ReactNode;
  /** The page's own layout. */
  readonly default?: unknown;
}

/** Attributes of Astro for the content of an element: HTML, or text. */
const SET_HTML = 'set:html';
const SET_TEXT = 'set:text';

/** The functions that the code of a page calls. */
interface Runtime {
  readonly html: (segment: number) => string | null;
  readonly value: (index: number, evaluate: () => unknown) => unknown;
  readonly element: (
    element: readonly [index: number, type: string | (() => unknown)],
    props: { readonly [SET_HTML]?: unknown; readonly [SET_TEXT]?: unknown },
    children: readonly unknown[],
  ) => ReactNode;
  readonly page: (children: readonly unknown[]) => ReactNode;
  /** The content of an included file with its own props. */
  readonly part: (props: object, content: (props: object) => readonly unknown[]) => ReactNode;
  readonly style: (css: string) => object;
}

interface Host extends Pick<RunOptions, 'codeLocationOf'>, IslandHost {
  readonly place: NonNullable<IslandHost['place']>;
  readonly render: (node: ReactNode) => string;
  readonly services: Context<RunServices>;
  /** The components that did not end, which no further page waits for. */
  readonly endless: Set<unknown>;
}

/** Creates the function that renders pages to HTML with marks for their segments. */
export function createRunPage({ pages, host: modules, islandScripts, ...locations }: RunOptions) {
  const { react, server, watch, IslandContext, PageServicesContext } = modules;
  const host: Host = {
    ...locations,
    react,
    watch,
    renderToString: server.renderToString,
    islands: IslandContext,
    place: react.createContext<number | undefined>(undefined),
    scripts: islandScripts,
    render: (node) => server.renderToStaticMarkup(node),
    services: PageServicesContext,
    endless: new Set(),
  };
  const runPage: RunPage = (file, run) => {
    const load = pages.get(file);
    return load && renderPage(host, load, run);
  };
  return runPage;
}

/** The components that have thrown so far: they are replaced in the next attempt. */
interface Attempt {
  readonly failures: RunFailure[];
  readonly failed: Set<unknown>;
  /** The elements around the one that is rendered; kept once something has thrown. */
  readonly around: number[] | undefined;
  /** The expression that is evaluated. */
  expression?: number | undefined;
  /** The element of HTML that is made. */
  made?: number | undefined;
}

/** Maximum number of components of a page that throw. */
const MAX_ATTEMPTS = 30;

/** The time (s) to find out which component does not end. */
const SECONDS_TO_LOCATE = 2;

/** Maximum length of the HTML of a page, and of a text in it. */
const MAX_LENGTH = 10_000_000;
const LENGTH_MESSAGE = `it has more than ${MAX_LENGTH} characters`;

function renderPage(host: Host, load: LoadPage, run: PageRun): RunResult | undefined {
  const failed = new Set<unknown>(host.endless);
  const thrown: RunFailure[] = [];
  const ended = (cause: unknown): RunResult => {
    const whole = failure(host, { kind: 'page', index: 0, cause });
    const codeAt = host.codeLocationOf(cause);
    return { html: run.all, failures: [...thrown, { ...whole, codeAt }] };
  };
  let exports: PageExports;
  try {
    const loaded = withinTime(load);
    if (!loaded.ok) return ended(new Error(TIME_MESSAGE));
    exports = loaded.value as PageExports;
  } catch (cause) {
    return cause === BROKEN ? undefined : ended(cause);
  }
  let around: number[] | undefined;
  let untraced: Rendered | undefined;
  let isSlow = false;
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const attempt: Attempt = { failures: [], failed, around };
    const types = new Map<number, unknown>();
    const islands = collectIslands(host);
    const warnings: Warning[] = [];
    const warn: RunServices['warn'] = (message, hint, element = around?.at(-1)) =>
      void warnings.push([message, hint, element]);
    const inert: Inert[] = [];
    const see = ({ name }: Sight): void =>
      void inert.push({ name, element: attempt.made ?? around?.at(-1) });
    try {
      const services = { ...run.services, warn };
      // Refused frames are reported by the first attempt.
      if (untraced !== undefined) services.allowsFrame = () => true;
      const render = (): string => {
        const page = pageElement(host, exports, { run: { ...run, services }, attempt, types });
        return host.render(islands.provide(page));
      };
      const whole = (): string => islands.fill(host.watch.during({ see, isTraced: false }, render));
      const timed = withinTime(whole, isSlow ? SECONDS_TO_LOCATE : TIME_LIMIT.seconds);
      if (!timed.ok) {
        const cause = new Error(TIME_MESSAGE);
        isSlow = true;
        const { expression } = attempt;
        if (expression !== undefined) {
          const stopped = failure(host, { kind: 'expression', index: expression, cause });
          return { html: run.all, failures: [...thrown, stopped] };
        }
        const index = around?.at(-1);
        if (index !== undefined) host.endless.add(types.get(index));
        throw cause;
      }
      const html = timed.value;
      if (html.length > MAX_LENGTH) return ended(new Error(LENGTH_MESSAGE));
      const failures = [...thrown, ...attempt.failures];
      const rendered = { html, failures, islands, warnings };
      const isLocated = [...inert, ...warnings.map(([, , element]) => ({ element }))].every(
        ({ element }) => element !== undefined,
      );
      if (around !== undefined || isLocated)
        return reported(run, untraced ?? rendered, { warnings, inert });
      // Rendered again only to learn which components warn: those around them see other children.
      untraced = rendered;
      around = [];
    } catch (cause) {
      if (untraced !== undefined) return reported(run, untraced, { warnings: [], inert: [] });
      const index = around?.at(-1);
      const isKnown =
        around === undefined || (index !== undefined && !failed.has(types.get(index)));
      if (!isKnown) return ended(cause);
      if (index !== undefined) {
        failed.add(types.get(index));
        thrown.push(failure(host, { kind: 'element', index, cause }));
      }
      // The first attempt does not record which component is rendered.
      around = [];
    }
  }
  return { html: run.all, failures: thrown };
}

type Warning = Parameters<RunServices['warn']>;

/** A hook or a handler outside of islands. */
interface Inert {
  readonly name: string;
  readonly element: number | undefined;
}

interface Rendered extends Pick<RunResult, 'html' | 'failures'> {
  readonly islands: PageIslands;
  readonly warnings: readonly Warning[];
}

/** Reports the warnings of a page at the components that `traced` ones with the same text are from. */
function reported(
  { services }: PageRun,
  { html, failures, islands, warnings }: Rendered,
  traced: { readonly warnings: readonly Warning[]; readonly inert: readonly Inert[] },
): RunResult {
  const places = [...traced.warnings];
  const names = new Map<number | undefined, Set<string>>();
  for (const { name, element } of traced.inert)
    names.set(element, (names.get(element) ?? new Set()).add(name));
  for (const [element, seen] of names) services.inert([...seen], element);
  for (const { message, hint, element } of islands.problems) services.warn(message, hint, element);
  for (const [message, hint, element] of warnings) {
    const at = places.findIndex(([text]) => text === message);
    const [found] = at < 0 ? [] : places.splice(at, 1);
    services.warn(message, hint, element ?? found?.[2]);
  }
  const { count, policies } = islands;
  return { html, failures, ...(count() === 0 ? {} : { islands: [...policies.values()] }) };
}

function failure(
  { locationOf }: Host,
  { kind, index, cause }: Pick<RunFailure, 'kind' | 'index'> & { readonly cause: unknown },
): RunFailure {
  const reason = messageOfError(cause);
  const isStopped = reason === TIME_MESSAGE || reason === LENGTH_MESSAGE;
  return { kind, index, reason, isStopped, location: locationOf(cause) };
}

interface PageParts {
  readonly run: PageRun;
  readonly attempt: Attempt;
  /** The components of elements by their numbers. */
  readonly types: Map<number, unknown>;
}

function pageElement(host: Host, { $page, default: layout }: PageExports, parts: PageParts) {
  const { createElement } = host.react;
  const content = $page(createRuntime(host, parts), {});
  // The default export is a component that gets the page as its children.
  const page = isComponent(layout) ? createElement(layout, {}, content) : content;
  return createElement(host.services.Provider, { value: parts.run.services }, page);
}

function isComponent(value: unknown): value is ComponentType {
  return (
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && '$$typeof' in value)
  );
}

function createRuntime(host: Host, { run, attempt, types }: PageParts): Runtime {
  const { createElement, Fragment } = host.react;
  const note = (kind: 'element' | 'expression', index: number, cause: unknown): void =>
    void attempt.failures.push(failure(host, { kind, index, cause }));
  return {
    html: run.html,
    style: readStyle,
    value: (index, evaluate) => {
      try {
        attempt.expression = index;
        const result = evaluate();
        attempt.expression = undefined;
        if (typeof result !== 'string' || result.length <= MAX_LENGTH) return result;
        throw new Error(LENGTH_MESSAGE);
      } catch (cause) {
        attempt.expression = undefined;
        note('expression', index, cause);
        return undefined;
      }
    },
    page: (children) => createElement(Fragment, null, ...shown(children)),
    part: (props, content) => createElement(Fragment, null, ...shown(content(props))),
    element: ([index, written], { [SET_HTML]: html, [SET_TEXT]: plain, ...props }, children) => {
      const type = typeof written === 'function' ? evaluated(written) : written;
      types.set(index, type);
      const inner: object =
        html === undefined ? {} : { dangerouslySetInnerHTML: { __html: String(html) } };
      const isOuter = typeof type === 'string' && type !== '';
      const content =
        html === undefined
          ? shown(plain === undefined ? children : [plain])
          : isOuter
            ? []
            : [createElement('div', inner)];
      if (type === '') return createElement(Fragment, null, ...content);
      if (typeof type === 'string') {
        attempt.made = index;
        const element = createElement(type, { ...props, ...inner }, ...content);
        attempt.made = undefined;
        return element;
      }
      if (!isComponent(type)) {
        note('element', index, type instanceof Error ? type : new TypeError('it is no component'));
        return createElement(Fragment, null, ...content);
      }
      if (attempt.failed.has(type)) return createElement(Fragment, null, ...content);
      const element = createElement(type, props, ...content);
      const { around } = attempt;
      if ('isIsland' in type) return createElement(host.place.Provider, { value: index }, element);
      if (around === undefined) return element;
      const enter = (): null => {
        around.push(index);
        return null;
      };
      const leave = (): null => {
        around.pop();
        return null;
      };
      return createElement(Fragment, null, createElement(enter), element, createElement(leave));
    },
  };

  function evaluated(type: () => unknown): unknown {
    try {
      return type();
    } catch (cause) {
      return cause;
    }
  }
}

/** Children as React takes them: without empty segments; addresses of files as text. */
function shown(children: readonly unknown[]): ReactNode[] {
  // React rejects what it cannot render.
  return children
    .filter((child) => child !== null && child !== undefined)
    .map((child) => (isStringObject(child) ? String(child) : child)) as ReactNode[];
}

/** Declarations of a `style` attribute as React takes them. */
function readStyle(css: string): object {
  const declarations = css.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    if (at < 0) return [];
    const name = declaration.slice(0, at).trim();
    const key = name.startsWith('--')
      ? name
      : name.toLowerCase().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [[key, declaration.slice(at + 1).trim()]];
  });
  return Object.fromEntries(declarations);
}

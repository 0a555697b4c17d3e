import type { ComponentType, ReactNode } from 'react';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { inertProblem } from '../markdown/mdx/page-html.ts';
import type { PageInput } from '../shared/page.ts';
import type { PagePolicy } from '../shared/page-data.ts';
import type { FilePath } from '../shared/paths.ts';
import type { Sight, TracedElement } from '../shared/watch-react.ts';
import {
  collectIslands,
  type hostModules,
  type IslandHost,
  type PageIslands,
} from './run-islands.ts';

/** The content of a page's `<body>`. */
export interface RenderedLayout {
  readonly body: string;
  /** Additions to the site's policy for the islands of the layout; undefined without islands. */
  readonly islands: readonly PagePolicy[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LayoutInput {
  readonly input: PageInput;
  /** The source of a React page. */
  readonly file?: FilePath | undefined;
  /** The scripts of islands, by the names of their modules. */
  readonly scripts: IslandHost['scripts'];
}

/** Renders the layout with the islands in it, and a React page as an island. */
export type RenderLayout = (page: LayoutInput) => RenderedLayout;

/** The exports of a React page's module. */
export interface PageModule {
  readonly default?: unknown;
  readonly meta?: unknown;
  readonly security?: unknown;
}

type Provided = Pick<PageInput, 'site' | 'page'>;

export interface LayoutHost extends Omit<ReturnType<typeof hostModules>, 'PageServicesContext'> {
  readonly Layout: ComponentType<PageInput & { readonly children?: ReactNode }>;
  readonly PageProvider: ComponentType<{ readonly input: Provided; readonly children?: ReactNode }>;
  readonly pages: ReadonlyMap<string, PageModule>;
  /** Whether code of the site takes part, which may use hooks outside of islands. */
  readonly isWatched: boolean;
  /** The name of a React page's module; undefined for a static one. */
  readonly islandOf: (file: FilePath) => string | undefined;
  readonly locationOf: (cause: unknown) => Location | undefined;
}

interface Attempt {
  readonly html: string;
  readonly islands: PageIslands;
  readonly sights: readonly Sight[];
}

export function createLayoutRenderer(host: LayoutHost): RenderLayout {
  // Pages with the same findings are traced once.
  const known = new Map<string, readonly Diagnostic[]>();
  return (page) => {
    const { html, islands, sights } = render(host, page, false);
    const body = islands.count() === 0 ? html : islands.fill(html);
    const { problems } = islands;
    const found = [...sights.map(({ at }) => at.stack), ...problems.map(({ message }) => message)];
    const key = JSON.stringify([page.input.page.kind, page.file, found]);
    const diagnostics = found.length === 0 ? [] : (known.get(key) ?? locate(host, page));
    known.set(key, diagnostics);
    return {
      body,
      islands: islands.count() === 0 ? undefined : [...islands.policies.values()],
      diagnostics,
    };
  };
}

function render(
  host: LayoutHost,
  { input, file, scripts }: LayoutInput,
  isTraced: boolean,
): Attempt {
  const { react, server, watch, Layout, PageProvider, IslandContext } = host;
  const { createElement } = react;
  const islands = collectIslands({
    ...host,
    renderToString: server.renderToString,
    islands: IslandContext,
    place: undefined,
    scripts,
    providePage: (island, read) =>
      createElement(PageProvider, { input: observed(input, read) }, island),
  });
  const sights: Sight[] = [];
  const see = (sight: Sight): void => void (host.isWatched && sights.push(sight));
  const print = (node: ReactNode): string => {
    const whole = islands.provide(createElement(PageProvider, { input }, node));
    const run = (): string => server.renderToStaticMarkup(whole);
    // Default templates need no look at each of their elements.
    return host.isWatched || isTraced ? watch.during({ see, isTraced }, run) : run();
  };
  const page = file === undefined ? undefined : host.pages.get(file);
  // A page without a component is reported already.
  if (file === undefined || !isComponent(page?.default))
    return { html: print(createElement(Layout, input)), islands, sights };
  const Component = page.default;
  const module = host.islandOf(file);
  if (module === undefined) {
    const html = print(createElement(Component));
    return { html: print(createElement(Layout, { ...input, html })), islands, sights };
  }
  const { security } = page;
  const props = { client: 'load' };
  const island = { module, name: 'default', Component, props, security, isPage: true };
  const Page = (): ReactNode => react.useContext(IslandContext)(island);
  return { html: print(createElement(Layout, input, createElement(Page))), islands, sights };
}

function isComponent(value: unknown): value is ComponentType<object> {
  return typeof value === 'function';
}

/** The input of a page that tells when it is read. */
function observed({ site, page }: Provided, read: () => void): Provided {
  const noted = <Value>(value: Value): Value => {
    read();
    return value;
  };
  return {
    get site() {
      return noted(site);
    },
    get page() {
      return noted(page);
    },
  };
}

const HOOK = /^use/;

/** Renders a page again to find the elements of its findings: one finding for each element. */
function locate(host: LayoutHost, page: LayoutInput): readonly Diagnostic[] {
  const { islands, sights, html } = render(host, page, true);
  islands.fill(html);
  const start = page.file === undefined ? undefined : { file: page.file, line: 1, column: 1 };
  const around = (element: TracedElement | undefined): readonly Location[] => {
    if (element === undefined) return [];
    const location = host.locationOf(element.at);
    return [...(location === undefined ? [] : [location]), ...around(element.around)];
  };
  const places = new Map<string, { readonly location: Location | undefined; names: Set<string> }>();
  for (const { name, at, element } of sights) {
    const elements = around(element);
    const [location = host.locationOf(at) ?? start] = elements;
    const file = location?.file ?? '';
    const own = elements.length === 0 ? file : JSON.stringify(location);
    // A handler in a component with hooks belongs to the finding of that component.
    const others = HOOK.test(name) ? [] : [...elements.map((one) => JSON.stringify(one)), file];
    const key = others.find((other) => places.has(other)) ?? own;
    const place = places.get(key) ?? { location, names: new Set() };
    places.set(key, place);
    place.names.add(name);
  }
  return [
    ...[...places.values()].map(({ location, names }) =>
      diagnostic('inert-component', { ...inertProblem([...names]), location }),
    ),
    ...islands.problems.map(({ message, hint, traced }) =>
      diagnostic('component-error', { message, hint, location: around(traced)[0] ?? start }),
    ),
  ];
}

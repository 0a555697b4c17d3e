import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { articleMarkdown } from '../../../../../src/html/markdown/article-markdown.ts';
import { buildModel } from '../../../../../src/openapi/model/build-model.ts';
import type { ApiArticle, ApiContext, ApiPage } from '../../../../../src/openapi/pages/api-page.ts';
import { schemeTitles } from '../../../../../src/openapi/pages/authentication.tsx';
import { API_PARTS } from '../../../../../src/openapi/pages/parts.ts';
import { renderApiPage } from '../../../../../src/openapi/pages/render-api-page.ts';
import { openDescription } from '../../../../../src/openapi/read/open.ts';
import { escapeHtml } from '../../../../../src/shared/escape-html.ts';
import { printRoute, toFilePath, toRoute } from '../../../../../src/shared/paths.ts';
import { apiMessages, constraintMessages } from '../../../../../src/shared/ui-messages.ts';

export type PageElement = DefaultTreeAdapterTypes.Element;

const STYLE = { baseUrl: '/', trailingSlash: false };

/** The context of a description written as YAML or JSON; Markdown is shown as the text that it is. */
export function contextOf(yaml: string, given: Partial<ApiContext> = {}): ApiContext {
  const { description } = openDescription(toFilePath('openapi/api.yaml'), () => ({
    ok: true,
    text: yaml,
  }));
  if (description === undefined) throw new Error('the description cannot be read');
  const { model, schemas } = buildModel(description, { id: 'api' });
  const page = (slug: string): ReturnType<ApiContext['pageHref']> =>
    printRoute(toRoute(`/api/${slug}`), STYLE);
  return {
    messages: apiMessages,
    parts: API_PARTS,
    constraints: constraintMessages,
    plurals: new Intl.PluralRules('en'),
    model,
    schemas,
    schemeTitles: schemeTitles(given.messages ?? apiMessages, model),
    pageHref: page,
    downloadHref: page('api.json'),
    sliceHref: (slug) => page(`${slug}.json`),
    exportHref: () => undefined,
    builderHref: () => undefined,
    describe: ({ text }) => (text === '' ? '' : `<p>${escapeHtml(text)}</p>`),
    resolveHref: (href) => (href.startsWith('javascript:') ? undefined : href),
    collect: (make) => ({ value: make(), uses: new Set() }),
    errorHref: () => undefined,
    past: undefined,
    datesOf: () => undefined,
    feedHref: undefined,
    highlight: (code) => escapeHtml(code),
    siteSamples: () => [],
    languages: ['curl', 'javascript', 'python', 'go'],
    usersOf: () => ({ operations: [], schemas: [] }),
    ...given,
  };
}

/** A description with the given operation at `POST /things/{id}`, and parts beside it. */
export function describeOperation(operation: object, rest: object = {}): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://api.test/v1' }],
    paths: { '/things/{id}': { post: { operationId: 'changeThing', ...operation } } },
    ...rest,
  });
}

/** The first operation of a context as its page. */
export function firstOperation({ model }: ApiContext): ApiPage {
  const [operation] = [...model.operations, ...model.webhooks];
  if (operation === undefined) throw new Error('the description has no operation');
  return { type: 'operation', operation };
}

/** An article with its HTML as a tree. */
export interface RenderedPage {
  readonly article: ApiArticle;
  readonly html: string;
  readonly elements: readonly PageElement[];
  readonly byId: (id: string) => PageElement;
  readonly byClass: (name: string) => readonly PageElement[];
  /** The whole text, in one line. */
  readonly text: string;
}

/** Renders the page of an operation. */
export function operationPage(operation: object, rest?: object): RenderedPage {
  const context = contextOf(describeOperation(operation, rest));
  return rendered(firstOperation(context), context);
}

export function rendered(page: ApiPage, context: ApiContext): RenderedPage {
  const article = renderApiPage(page, context);
  const tree = parseFragment(article.html);
  const elements = elementsIn(tree.childNodes);
  return {
    article,
    html: article.html,
    elements,
    byId: (id) => {
      const found = elements.find((element) => attribute(element, 'id') === id);
      if (found === undefined) throw new Error(`there is no element with the id ${id}`);
      return found;
    },
    byClass: (name) =>
      elements.filter((element) => (attribute(element, 'class') ?? '').split(' ').includes(name)),
    text: textOf({ childNodes: tree.childNodes }),
  };
}

/** The Markdown version of a page. */
export function markdownOf(page: ApiPage, context: ApiContext): string {
  return articleMarkdown(renderApiPage(page, context).html, { linkOf: (href) => href });
}

function elementsIn(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): PageElement[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : []));
}

export function attribute(element: PageElement, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

/** The text of an element, in one line. */
export function textOf(node: {
  readonly childNodes: readonly DefaultTreeAdapterTypes.ChildNode[];
}): string {
  const pieces: string[] = [];
  const visit = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): void => {
    for (const each of nodes) {
      const isBlock = 'tagName' in each && BLOCK.test(each.tagName);
      if (isBlock) pieces.push(' ');
      if ('value' in each) pieces.push(each.value);
      if ('childNodes' in each) visit(each.childNodes);
      if (isBlock) pieces.push(' ');
    }
  };
  visit(node.childNodes);
  return pieces.join('').replace(/\s+/g, ' ').trim();
}

const BLOCK = /^(?:p|li|ul|div|section|h\d|summary|details|pre|figcaption)$/;

/** Lists the problems with ids, fragments and headings of an article. */
export function structureProblems({ article, elements }: RenderedPage): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  let level = 0;
  for (const element of elements) {
    const id = attribute(element, 'id');
    if (id !== undefined && (ids.has(id) || /\s/.test(id) || !article.ids.has(id)))
      problems.push(`id ${id}`);
    if (id !== undefined) ids.add(id);
    const depth = Number(/^h(\d)$/.exec(element.tagName)?.[1] ?? level);
    if (depth > level + 1) problems.push(`h${level} before h${depth}`);
    level = depth;
    for (const { name } of element.attrs)
      if (name === 'style' || name.startsWith('on')) problems.push(`attribute ${name}`);
  }
  for (const element of elements) {
    const href = attribute(element, 'href') ?? '';
    if (href.startsWith('#') && !ids.has(decodeURIComponent(href.slice(1))))
      problems.push(`link ${href}`);
  }
  for (const { anchor } of article.sections)
    if (anchor !== undefined && !ids.has(anchor)) problems.push(`section ${anchor}`);
  return problems;
}

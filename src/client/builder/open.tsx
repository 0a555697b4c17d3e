/** Opens the builder of a page's request below a heading. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import {
  asObject,
  type JsonObject,
  type JsonValue,
  namedEntries,
  parseJson,
} from '../../shared/json.ts';
import type { BuilderData, PrintedBuilder } from '../../shared/request/builder-data.ts';
import { keyOf, type RequestValues } from '../../shared/request/request-model.ts';
import { PAGE_EVENT } from '../../shared/page-data.ts';
import { element } from '../app/root.ts';
import { readStored, writeStored } from '../app/storage.ts';
import { addStyleSheet } from '../navigation/page-assets.ts';
import type { BuilderTools } from './access.tsx';
import { Builder } from './builder.tsx';
import { showCode } from './show-code.ts';
import { adopted, linkOf, passable, readLink } from './values.ts';

interface Parts {
  /** Relative to the script. */
  readonly style: { readonly href: string; readonly integrity: string };
  readonly loadTools: () => Promise<BuilderTools>;
}

let styled: Promise<void> | undefined;

/** Opens the builder below the heading of a button, or closes it; without its data, the page stays as it is. */
export async function toggleBuilder(
  button: HTMLElement,
  { style, loadTools }: Parts,
): Promise<void> {
  const heading = button.closest('.heading');
  const article = button.closest('article');
  const opened = heading?.nextElementSibling;
  if (heading === null || article === null) return;
  if (opened instanceof HTMLElement && opened.matches('.try')) {
    opened.hidden = !opened.hidden;
    button.ariaExpanded = String(!opened.hidden);
    return;
  }
  const host = element('div', 'try');
  // The article may be in another language than the messages.
  const { lang, dir } = document.documentElement;
  Object.assign(host, { lang, dir });
  heading.after(host);
  button.ariaExpanded = 'true';
  const close = (): void => {
    host.hidden = true;
    button.ariaExpanded = 'false';
    button.focus();
  };
  const { href, integrity } = style;
  const sheet = { href: new URL(href, import.meta.url).href, integrity };
  try {
    // If it fails, the builder is plain.
    await (styled ??= addStyleSheet(document, sheet).loaded);
    const { tryIt = '' } = button.dataset;
    await openBuilder({ host, article, href: tryIt, close }, loadTools);
  } catch (cause) {
    host.remove();
    button.ariaExpanded = 'false';
    console.error('The builder of requests fails:', cause);
  }
}

interface OpenOptions {
  /** The empty element that the builder gets. */
  readonly host: HTMLElement;
  readonly article: HTMLElement;
  /** Address of its data. */
  readonly href: string;
  readonly close: () => void;
}

/** Key of the values of this browser tab. */
const KEPT = 'docwright.try';

/** Key of the credentials of this browser tab, if the reader wants them to be kept. */
const KEYS = 'docwright.try.credentials';

/** The credentials by the servers that they are for: those of another API must not get them. */
const credentials = new Map<string, RequestValues['credentials']>();

/** Loads the data of a builder, and shows it. */
async function openBuilder(
  { host, article, href, close }: OpenOptions,
  loadTools: () => Promise<BuilderTools>,
): Promise<void> {
  const printed: PrintedBuilder = await load(href);
  const data = withMock({ ...printed, messages: await load(printed.messages) });
  // The page has been left meanwhile.
  if (!host.isConnected) return;
  const { model } = data;
  const name = `${model.method} ${model.path}`;
  const link = readLink(location.hash);
  const before = keptValues();
  const start = adopted(
    data,
    link ?? { ...asObject(before.own[name]), parameters: before.parameters },
  );
  const servers = [...(data.console?.servers ?? [])].sort().join(' ');
  const stored = asObject(storedJson(KEYS));
  const known = credentials.get(servers) ?? asTexts(stored?.[servers]);
  const root = createRoot(host);
  unmountLater(root, host);
  const builder = (
    <Builder
      data={data}
      start={{ ...start, credentials: known }}
      isKeeping={stored !== undefined}
      loadTools={loadTools}
      show={(id, code) => showSample(article, id, code)}
      remember={(values, isKeeping) => {
        keepValues(name, data, values);
        if (servers === '') return;
        credentials.set(servers, values.credentials);
        // Tokens of those who sign in are in memory only.
        const own = model.ways.flat().filter(({ flow }) => flow === undefined);
        const texts = own.map(({ scheme }) => [scheme, values.credentials[scheme] ?? '']);
        const kept = { ...asObject(storedJson(KEYS)), [servers]: Object.fromEntries(texts) };
        if (isKeeping) writeStored(() => sessionStorage, KEYS, JSON.stringify(kept));
        else if (storedJson(KEYS) !== null) removeStored(KEYS);
      }}
      copyLink={(values) => copy(linkOf(location.href, passable(data, values)))}
      close={close}
    />
  );
  flushSync(() => root.render(builder));
}

async function load(href: string) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} answered with status ${answer.status}`);
  return answer.json();
}

/** Adds the mock of `docs dev` to the servers, last. */
function withMock(data: BuilderData): BuilderData {
  const { model, console: settings } = data;
  if (settings?.mock === undefined) return data;
  const { origin } = location;
  const mock = { url: origin + settings.mock, description: 'Mock', variables: [] };
  return {
    ...data,
    model: { ...model, servers: [...model.servers, mock] },
    console: { ...settings, servers: [...settings.servers, origin] },
  };
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function unmountLater(root: Root, host: HTMLElement): void {
  const left = (): void => {
    if (host.isConnected) return;
    root.unmount();
    document.removeEventListener(PAGE_EVENT, left);
  };
  document.addEventListener(PAGE_EVENT, left);
}

function storedJson(key: string): JsonValue {
  return parseJson(readStored(() => sessionStorage, key) ?? '') ?? null;
}

function removeStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The browser blocks storage.
  }
}

function asTexts(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = namedEntries(value).map(([key, text]) => [key, String(text)] as const);
  return Object.fromEntries(entries);
}

/** Values of this browser tab: parameters by their keys, which operations share, and the rest by operation. */
function keptValues(): { readonly parameters: JsonObject; readonly own: JsonObject } {
  const { parameters, own } = asObject(storedJson(KEPT)) ?? {};
  return { parameters: asObject(parameters) ?? {}, own: asObject(own) ?? {} };
}

function keepValues(name: string, data: BuilderData, values: RequestValues): void {
  const { parameters: changed, ...rest } = passable(data, values);
  const { parameters, own } = keptValues();
  // Those that are as in the examples again are not kept.
  for (const parameter of data.model.parameters) delete parameters[keyOf(parameter)];
  delete own[name];
  const isOwn = Object.keys(rest).length > 0;
  const kept = {
    parameters: { ...parameters, ...changed },
    own: isOwn ? { ...own, [name]: rest } : own,
  };
  const isEmpty = Object.keys(kept.parameters).length + Object.keys(kept.own).length === 0;
  if (!isEmpty || readStored(() => sessionStorage, KEPT) !== null)
    writeStored(() => sessionStorage, KEPT, JSON.stringify(kept));
}

/** Shows a request in one of the samples of a page. */
function showSample(article: HTMLElement, id: string, text: string): void {
  const panel = `[data-tabs="language"] > [data-value="${id}"] code`;
  const code = article.querySelector<HTMLElement>(panel);
  if (code !== null) showCode(code, text);
}

/** Opens the builder of a page's request below a heading. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { asObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import { keyOf, type RequestValues } from '../../shared/request/request-model.ts';
import { PAGE_EVENT } from '../../shared/page-data.ts';
import { readStored, writeStored } from '../app/storage.ts';
import { Builder, type BuilderTools } from './builder.tsx';
import { showCode } from './show-code.ts';
import { adopted, linkOf, passable, readLink } from './values.ts';

export interface OpenOptions {
  /** The empty element that the builder gets. */
  readonly host: HTMLElement;
  readonly article: HTMLElement;
  /** Address of its data. */
  readonly href: string;
  readonly close: () => void;
}

/** Key of the values of this browser tab. */
const KEPT = 'docwright.try';

/** Loads the data of a builder, and shows it. */
export async function openBuilder(
  { host, article, href, close }: OpenOptions,
  loadTools: () => Promise<BuilderTools>,
): Promise<void> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} answered with status ${answer.status}`);
  const data: BuilderData = await answer.json();
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
  const root = createRoot(host);
  unmountLater(root, host);
  const builder = (
    <Builder
      data={data}
      start={start}
      loadTools={loadTools}
      show={(request, { LANGUAGES }) => {
        for (const { id, write } of LANGUAGES)
          if (data.samples.includes(id)) showSample(article, id, write(request));
      }}
      remember={(values) => keepValues(name, data, values)}
      copyLink={(values) => copy(linkOf(location.href, passable(data, values)))}
      close={close}
    />
  );
  flushSync(() => root.render(builder));
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

/** Values of this browser tab: parameters by their keys, which operations share, and the rest by operation. */
function keptValues(): { readonly parameters: JsonObject; readonly own: JsonObject } {
  let kept: JsonValue = null;
  try {
    kept = JSON.parse(readStored(() => sessionStorage, KEPT) ?? 'null');
  } catch {}
  const { parameters, own } = asObject(kept) ?? {};
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

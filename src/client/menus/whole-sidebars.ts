import type { PageInput, SiteData } from '../../shared/page.ts';
import type { Sidebars } from '../../shared/page-data.ts';

/** The long sidebars of a site, once the reader has turned to one. */
export interface WholeSidebars {
  /** Puts the whole sidebar into a page's input; before it is loaded, the input stays as it is. */
  readonly apply: (input: PageInput) => PageInput;
  /** The reader turns to the sidebar. */
  readonly load: () => void;
  /** The site has changed: what is loaded stays until it is loaded again. */
  readonly renew: () => void;
}

interface WholeSidebarsOptions {
  readonly root: HTMLElement;
  /** What is shown: another version has other sidebars. */
  readonly site: () => SiteData;
  /** Called when sidebars are there. */
  readonly loaded: () => void;
}

const INTENTS = ['pointerover', 'focusin'] as const;

/** Loads the whole sidebars when the reader points at a sidebar or moves into it. Without them its categories are links. */
export function manageWholeSidebars({ root, site, loaded }: WholeSidebarsOptions): WholeSidebars {
  /** By URL; undefined while they are on their way. */
  const files = new Map<string, Sidebars | undefined>();
  const read = async (url: string): Promise<void> => {
    const response = await fetch(url).catch(() => undefined);
    const sidebars: Sidebars | undefined =
      response?.ok === true ? await response.json().catch(() => undefined) : undefined;
    const isNew = JSON.stringify(sidebars) !== JSON.stringify(files.get(url));
    files.set(url, sidebars);
    if (isNew) loaded();
  };
  const load = async (): Promise<void> => {
    const url = site().wholeSidebars;
    if (url === undefined || files.has(url)) return;
    files.set(url, undefined);
    await read(url);
  };
  for (const type of INTENTS) {
    root.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest('.sidebar') !== null) void load();
    });
  }
  return {
    load: () => void load(),
    renew: () => files.forEach((_, url) => void read(url)),
    apply(input) {
      const whole = files.get(input.site.wholeSidebars ?? '') ?? {};
      const id = input.page.sidebarId ?? '';
      const sidebar = Object.hasOwn(whole, id) ? whole[id] : undefined;
      return sidebar === undefined ? input : { ...input, sidebar };
    },
  };
}

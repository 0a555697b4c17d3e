import type { PageInput, SiteData } from '../../shared/page.ts';
import type { Sidebars } from '../../shared/page-data.ts';

export interface WholeSidebars {
  /** Replaces the sidebar in a page's input by the complete one, if it is loaded. */
  readonly apply: (input: PageInput) => PageInput;
  readonly load: () => void;
  /** Reloads loaded sidebars; the old ones stay until then. */
  readonly renew: () => void;
}

interface WholeSidebarsOptions {
  readonly root: HTMLElement;
  /** The current site data: other versions have other sidebars. */
  readonly site: () => SiteData;
  readonly loaded: () => void;
}

/** Loads the complete sidebars when the reader points at a sidebar or focuses it. Until then, its categories are links. */
export function manageWholeSidebars({ root, site, loaded }: WholeSidebarsOptions): WholeSidebars {
  // By URL; undefined while they are loading.
  const files = new Map<string, Sidebars | undefined>();
  const read = async (url: string): Promise<void> => {
    const response = await fetch(url).catch(() => undefined);
    const sidebars: Sidebars | undefined =
      response?.ok === true ? await response.json().catch(() => undefined) : undefined;
    const isNew = JSON.stringify(sidebars) !== JSON.stringify(files.get(url));
    files.set(url, sidebars);
    if (isNew) loaded();
  };
  const load = (): void => {
    const url = site().wholeSidebars;
    if (url === undefined || files.has(url)) return;
    files.set(url, undefined);
    void read(url);
  };
  for (const type of ['pointerover', 'focusin']) {
    root.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest('.sidebar') !== null) load();
    });
  }
  return {
    load,
    renew: () => files.forEach((_, url) => void read(url)),
    apply(input) {
      const whole = files.get(input.site.wholeSidebars ?? '') ?? {};
      const id = input.page.sidebarId ?? '';
      const sidebar = Object.hasOwn(whole, id) ? whole[id] : undefined;
      return sidebar === undefined ? input : { ...input, sidebar };
    },
  };
}

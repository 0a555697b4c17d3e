import type { PageInput } from '../shared/page.ts';
import type { SiteFile, Sidebars } from '../shared/page-bundle.ts';

/** The long sidebars of a site, once the reader has turned to one. */
export interface WholeSidebars {
  /** Puts the whole sidebar into a page's input; before it is loaded, the input stays as it is. */
  readonly apply: (input: PageInput) => PageInput;
}

interface WholeSidebarsOptions {
  readonly root: HTMLElement;
  readonly file: SiteFile;
  /** Called once, when the sidebars are there. */
  readonly loaded: () => void;
}

const INTENTS = ['pointerover', 'focusin'] as const;

/** Loads the whole sidebars when the reader points at a sidebar or moves into it. Without them its categories are links. */
export function manageWholeSidebars({ root, file, loaded }: WholeSidebarsOptions): WholeSidebars {
  let whole: Sidebars = {};
  const { wholeSidebars } = file;
  const load = async (event: Event): Promise<void> => {
    if (!(event.target instanceof Element) || event.target.closest('.sidebar') === null) return;
    for (const type of INTENTS) root.removeEventListener(type, load);
    const response = await fetch(String(wholeSidebars)).catch(() => undefined);
    if (response?.ok !== true) return;
    whole = await response.json().catch(() => whole);
    loaded();
  };
  if (wholeSidebars !== undefined) {
    for (const type of INTENTS) root.addEventListener(type, load);
  }
  return {
    apply(input) {
      const id = input.page.sidebarId ?? '';
      const sidebar = Object.hasOwn(whole, id) ? whole[id] : undefined;
      return sidebar === undefined ? input : { ...input, sidebar };
    },
  };
}

import type { SiteData } from '../../shared/page.ts';
import { manageKeptAddress } from '../navigation/kept-address.ts';
import { manageDropdowns } from './dropdowns.ts';
import { manageHeaderHeight } from './header-height.ts';
import { manageHideOnScroll } from './hide-on-scroll.ts';
import { dropStaleVersions } from './preferred-version.ts';

/** Everything that the navbar does. `shown` is called when another page is shown. */
export function manageNavbar({ navbar, docsSets }: SiteData): { readonly shown: () => void } {
  dropStaleVersions(docsSets);
  manageKeptAddress(document);
  manageHeaderHeight(document);
  const dropdowns = manageDropdowns(document);
  const hiding = navbar.hideOnScroll ? manageHideOnScroll(document) : undefined;
  return {
    shown: () => {
      dropdowns.close();
      hiding?.shown();
    },
  };
}

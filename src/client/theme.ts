/**
 * `docwright/theme`: the one module that templates and React pages import besides React.
 */
export { ExternalIcon, Link, type LinkProps } from './theme/Link.tsx';
export {
  PageProvider,
  type PageProviderProps,
  type TrustHtml,
  useHtml,
  usePage,
  useSite,
  useTexts,
} from './theme/page-context.ts';
export type {
  AnnouncementBarData,
  Breadcrumb,
  FooterColumn,
  FooterData,
  FooterItem,
  LinkAttributes,
  Locale,
  LogoData,
  NavbarItem,
  NavbarLink,
  PageData,
  PageInput,
  PageKind,
  PagerLink,
  SidebarCategory,
  SidebarEntry,
  SidebarLink,
  SiteData,
  TocEntry,
} from '../shared/page.ts';
export { fillText, type Texts, texts } from '../shared/texts.ts';

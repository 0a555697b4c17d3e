/**
 * `docwright/theme`: the one module that templates and React pages import besides React.
 */
export { CrashBoundary } from './theme/CrashBoundary.tsx';
export { type ColorModeValue, useColorMode } from './theme/use-color-mode.ts';
export { ExternalIcon, Link, type LinkProps } from './theme/Link.tsx';
export {
  type ArticleProps,
  PageProvider,
  type PageProviderProps,
  type TrustHtml,
  useArticle,
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

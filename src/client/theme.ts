/** `docwright/theme`: the only module that templates and React pages import besides React. */
export type {
  AnnouncementBarData,
  Breadcrumb,
  DocsSetData,
  DocsVersionData,
  FooterColumn,
  FooterData,
  FooterItem,
  LastUpdate,
  LinkAttributes,
  Locale,
  LogoData,
  NavbarItem,
  NavbarLink,
  NavbarVersionLink,
  PageData,
  PageInput,
  PageKind,
  PagerLink,
  PageVersion,
  SearchData,
  SearchSet,
  SidebarCategory,
  SidebarEntry,
  SidebarLink,
  SiteData,
  SiteLocale,
  TocEntry,
} from '../shared/page.ts';
export {
  fillMessage,
  type SearchMessages,
  type UiMessages,
  uiMessages,
} from '../shared/ui-messages.ts';
export type {
  SearchActionRow,
  SearchChoice,
  SearchDialogProps,
  SearchGroup,
  SearchHandlers,
  SearchHitRow,
  SearchPanel,
  SearchRow,
} from './search/dialog-props.ts';
export type { TextPart } from './search/matches.ts';
export type { SearchButtonState } from './search/search-button.ts';
export { CrashBoundary } from './theme/CrashBoundary.tsx';
export {
  type ColorModeValue,
  type LocaleEntry,
  useColorMode,
  useLocaleEntries,
  useVersionEntries,
  type VersionEntries,
  type VersionEntry,
} from './theme/hooks.ts';
export { ExternalIcon, Link, type LinkProps } from './theme/Link.tsx';
export {
  type ArticleProps,
  PageProvider,
  type PageProviderProps,
  type TrustHtml,
  useArticle,
  useHtml,
  useMessages,
  usePage,
  useSearchButton,
  useSite,
} from './theme/page-context.ts';

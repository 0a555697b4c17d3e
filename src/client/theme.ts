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
export { useCollection, useHtml, useMessages, usePage, useSite } from './theme/page-context.ts';

declare module 'react' {
  namespace JSX {
    /** Attributes of interactive components, which are not passed to them. */
    interface IntrinsicAttributes {
      readonly client?: 'load' | 'idle' | 'visible' | 'intent';
      readonly keep?: string;
    }
  }
}

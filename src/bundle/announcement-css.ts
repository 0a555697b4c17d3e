import type { AnnouncementBarConfig } from '../config/site-config.ts';

/** The announcement bar's configured colours as a rule: pages carry no `style` attribute. */
export function announcementCss(bar: AnnouncementBarConfig | undefined): string {
  const declarations = [
    ...(bar?.backgroundColor === undefined
      ? []
      : [`--announcement-background:${bar.backgroundColor}`]),
    ...(bar?.textColor === undefined ? [] : [`--announcement-text:${bar.textColor}`]),
  ];
  return declarations.length === 0 ? '' : `.announcement-bar{${declarations.join(';')}}`;
}

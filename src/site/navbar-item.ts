import type { NavbarItemConfig } from '../config/site-config.ts';
import type { LinkAttributes, NavbarItem } from '../shared/page.ts';
import type { Route } from '../shared/paths.ts';
import { type ChromeContext, type ConfigPath, configProblem } from './layout-context.ts';
import type { Sidebar } from './site-graph.ts';

/** What decides whether an item is active on a page. */
export interface ActivePlace {
  readonly route: Route;
  /** The sidebar that the page stands in. */
  readonly sidebar: Sidebar | undefined;
}

type Activity = 'page' | 'true' | undefined;

/** A navbar item and the rule that makes it active. */
export interface BuiltItem {
  readonly item: NavbarItem;
  readonly isActive: (place: ActivePlace) => Activity;
  readonly children: readonly BuiltItem[];
}

/** An item of the configuration and where it stands. */
export interface ItemInput {
  readonly context: ChromeContext;
  readonly config: NavbarItemConfig;
  readonly path: ConfigPath;
  readonly key: string;
}

/** Keys that mean something to the generator; every other key becomes an attribute of the link. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'type',
  'label',
  'to',
  'href',
  'html',
  'value',
  'position',
  'activeBasePath',
  'activeBaseRegex',
  'className',
  'docId',
  'sidebarId',
  'docsPluginId',
  'items',
]);

/** What every kind of item takes from its configuration. */
export function commonParts({ config, key }: ItemInput): {
  key: string;
  position: 'left' | 'right';
  className?: string;
} {
  return {
    key,
    position: config.position ?? 'left',
    ...(config.className === undefined ? {} : { className: config.className }),
  };
}

/** The configured label in the locale's language, where there is one. */
export function labelPart({ context, config }: ItemInput): { label?: string } {
  return config.label === undefined ? {} : { label: context.translate(config.label) };
}

/** Reports that an item cannot be built, with its configuration and the cause (rule 10). */
export function failItem(input: ItemInput, cause: string, hint?: string): void {
  configProblem(input.context, input.path, {
    message: `${cause} The item is ${JSON.stringify(input.config)}`,
    hint,
  });
}

/** Keys that mean nothing to the generator become attributes of the link. */
export function extraAttributes(config: NavbarItemConfig): LinkAttributes | undefined {
  const extra = Object.entries(config).flatMap(([name, value]) =>
    KNOWN_KEYS.has(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  return extra.length === 0 ? undefined : Object.fromEntries(extra);
}

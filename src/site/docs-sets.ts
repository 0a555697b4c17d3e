import { CURRENT } from '../config/versions.ts';
import type { CategoryFiles } from '../content/category-file.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { Nearest } from '../diagnostics/nearest.ts';
import type { DocsSetData, DocsVersionData } from '../shared/page.ts';
import { printRoute } from '../shared/paths.ts';
import type { ApiNode, DocNode, Edition, GraphInput, SidebarPage } from './graph-types.ts';
import { pageAt } from './editions.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Translate } from './locales.ts';

/** The docs sets of a locale that have pages, each with its versions that have pages. */
export function docsSets(context: LayoutContext): readonly DocsSetData[] {
  const { config, editions } = context.graph;
  return config.sets.flatMap((set): readonly DocsSetData[] => {
    const own = editions.filter((entry) => entry.set === set && entry.locale === context.locale);
    const versions = own.flatMap((edition) => versionData(context, edition));
    const last = versions.find(({ name }) => name === set.last.name) ?? versions[0];
    return last === undefined ? [] : [{ id: set.id, versions, last: last.name }];
  });
}

function versionData(context: LayoutContext, edition: Edition): readonly DocsVersionData[] {
  const main = mainDoc(context, edition);
  if (main === undefined) return [];
  const href = printRoute(main.route, context.style);
  return [{ name: edition.version.name, label: versionLabel(context, edition), href }];
}

/** A version's label, else its name; `current` is shown as the next version if there is another. */
function versionLabel({ messages, translate }: LayoutContext, { set, version }: Edition): string {
  if (version.label !== undefined) return translate(version.label);
  if (version.name !== CURRENT) return version.name;
  return set.last === version ? messages.currentVersion : messages.nextVersion;
}

/** The entry page of a version: the doc at its base, else the first one of its sidebars, else its first one. */
function mainDoc({ graph }: LayoutContext, edition: Edition): SidebarPage | undefined {
  const atBase = pageAt(graph, edition.routeBase);
  if (atBase?.type === 'doc' && atBase.edition === edition) return atBase;
  const [first] = (graph.sidebars.get(edition) ?? []).flatMap(({ pages }) => pages);
  const docs = [...graph.pages.values()].filter((node) => node.type === 'doc');
  return first ?? docs.find((node) => node.edition === edition);
}

/** State of building one edition's sidebars. */
export interface SetContext {
  readonly input: GraphInput;
  readonly edition: Edition;
  /** True where the sidebars are those of the whole set: pages that an older version lacks are left out. */
  readonly isInherited: boolean;
  readonly docs: readonly DocNode[];
  /** All API pages in its language. */
  readonly apiPages: readonly ApiNode[];
  readonly byId: ReadonlyMap<string, DocNode>;
  readonly categories: CategoryFiles;
  /** Translates labels of the configuration. */
  readonly translate: Translate;
  readonly diagnostics: Diagnostic[];
  readonly nearest: Nearest;
  /** Locations of category files that name no doc. */
  readonly reported: Set<Location>;
}

import type { Dialect, Layout } from './dialect.ts';
import { DIALECTS, type DialectName } from './dialects.ts';

/** The dialects of a site as one: for each rule, the first dialect that has it. */
export interface SiteDialect extends Omit<Dialect, 'id' | 'name' | 'layout' | 'constructs'> {
  /** False without dialects: pages are written for docwright. */
  readonly isForeign: boolean;
  readonly layout: Layout | undefined;
  /** The tools whose constructs are reported. */
  readonly otherTools: readonly Dialect[];
  /** Folders of images outside the content, relative to the site folder. */
  readonly assets: readonly string[];
  readonly linkFolders: ReadonlyMap<string, string>;
}

export function siteDialect(names: readonly DialectName[] = []): SiteDialect {
  const [first, ...others] = names.flatMap((name) => DIALECTS.filter(({ id }) => id === name));
  const tools: readonly Dialect[] = first === undefined ? [] : [first, ...others];
  return Object.assign({}, ...tools.toReversed(), {
    isForeign: first !== undefined,
    layout: first?.layout,
    otherTools: DIALECTS.filter(({ id }) => !names.includes(id)),
    assets: tools.flatMap(({ layout }) => layout.assets ?? []),
    keys: new Map(tools.toReversed().flatMap(({ keys }) => [...keys])),
    linkFolders: new Map(tools.flatMap(({ linkFolders }) => [...(linkFolders ?? [])])),
  });
}

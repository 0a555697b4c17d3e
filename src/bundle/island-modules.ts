import type { Loader, Metafile } from 'esbuild';
import { compareStrings } from '../diagnostics/diagnostic.ts';

/** Prefix and namespace of the modules of islands, in a bundle where their names lead to wrappers. */
export const ISLAND = 'docwright-island';

const SCRIPTS: ReadonlySet<Loader> = new Set<Loader>(['js', 'jsx', 'ts', 'tsx']);

/** The directive at the beginning of a module, after comments and other directives. */
const DIRECTIVE =
  /^\uFEFF?(?:#!.*)?(?:\s|;|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|(["'])use strict\1)*(["'])use client\2/;

/** True for a module whose components are islands. */
export function isIsland(contents: Buffer, loader: Loader): boolean {
  return (
    SCRIPTS.has(loader) &&
    contents.includes('use client') &&
    DIRECTIVE.test(contents.toString('utf8'))
  );
}

/** The module in place of an island's: its components become elements that the browser finds. */
export function wrapperOf(name: string, file: string): string {
  return `
const { islandModule } = require('docwright/components');
module.exports = islandModule(${JSON.stringify(name)}, require(${JSON.stringify(`${ISLAND}:${file}`)}));
`;
}

/** The files of the islands in a bundle, by the names of their modules; sorted. */
export function readIslands({ inputs }: Metafile): ReadonlyMap<string, string> {
  const found = Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, original }) =>
      original?.startsWith(`${ISLAND}:`) === true
        ? [[path.slice(ISLAND.length + 1), original.slice(ISLAND.length + 1)] as const]
        : [],
    ),
  );
  return new Map(found.toSorted(([a], [b]) => compareStrings(a, b)));
}

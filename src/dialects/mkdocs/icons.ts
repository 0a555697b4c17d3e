/** Icons of the packages that a site has: `:material-account:`, `:octicons-tag-24:`, `:simple-github:`. */

/** Folders of the sets of Material for MkDocs, with a folder each: in Python's packages, and in `node_modules`. */
const PACKAGES = [
  ...['.venv', 'venv', 'env'].flatMap((folder) =>
    Array.from(
      { length: 12 },
      (_, minor) => `${folder}/lib/python3.${minor + 8}/site-packages/material/templates/.icons`,
    ),
  ),
  'node_modules/@mdi/svg/svg',
  'node_modules/simple-icons/icons',
  'node_modules/@primer/octicons/build/svg',
  'node_modules/@fortawesome/fontawesome-free/svgs',
];

/** The folders of icons, relative to that of the configuration; some exist. */
export function iconFolders(config: string): readonly string[] {
  const own = /^[ \t]+custom_dir:[ \t]*['"]?([^\s'"#]+)/m.exec(config)?.[1];
  return [...(own === undefined ? [] : [`${own}/.icons`]), ...PACKAGES];
}

const SETS: ReadonlyMap<string, string> = new Map([
  ['material', '@mdi/svg/svg'],
  ['simple', 'simple-icons/icons'],
  ['octicons', '@primer/octicons/build/svg'],
  ['fontawesome', '@fortawesome/fontawesome-free/svgs'],
]);

/** The files that can have an icon, from the root of an include. */
export function iconFiles(set: string, name: string): readonly string[] {
  const path = set === 'fontawesome' ? name.replace(/^(brands|regular|solid)-/, '$1/') : name;
  return [`/${set}/${path}.svg`, `/node_modules/${SETS.get(set) ?? set}/${path}.svg`];
}

/** Prints the paths of an SVG file in the color of the text; undefined for any other picture. */
export function printIcon(svg: string): string | undefined {
  const box = /\bviewBox="([\d. -]+)"/.exec(svg)?.[1];
  const paths = Array.from(svg.matchAll(/<path\b[^>]*?\sd="([\w\s,.+-]+)"/g), ([, d = '']) => d);
  if (box === undefined || paths.length === 0) return undefined;
  const inner = paths.map((d) => `<path d="${d}"></path>`).join('');
  return `<svg class="svg-icon" viewBox="${box}" width="1em" height="1em" fill="currentColor" aria-hidden="true">${inner}</svg>`;
}

/** Icons of the packages that a site has: `:material-account:`, `:octicons-tag-24:`, `:simple-github:`. */

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
  const paths = Array.from(svg.matchAll(/<path\b[^<>]*?\sd="([\w\s,.+-]+)"/g), ([, d = '']) => d);
  if (box === undefined || paths.length === 0) return undefined;
  const inner = paths.map((d) => `<path d="${d}"></path>`).join('');
  return `<svg class="svg-icon" viewBox="${box}" width="1em" height="1em" fill="currentColor" aria-hidden="true">${inner}</svg>`;
}

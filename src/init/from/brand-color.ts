/** Takes the brand color of a site from its style sheets. */

type Color = readonly [red: number, green: number, blue: number];

/** Contrast of links with their background (WCAG 2.2, 1.4.3), on the raised surfaces of both modes. */
const CONTRAST = 4.5;
const SURFACES = { light: [0xee, 0xee, 0xee], dark: [0x1c, 0x20, 0x27] } as const;
const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];

/** Prints the style sheet that gives our site the color of a variable; undefined if it is none that can be read. */
export function brandStyles(css: string, variable: string): string | undefined {
  const variables = { light: new Map<string, string>(), dark: new Map<string, string>() };
  for (const [, selector = '', body = ''] of css
    .replace(/\/\*[^]*?\*\//g, '')
    .matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    const mode = /dark/.test(selector) ? 'dark' : 'light';
    if (!/:root|html|data-theme/.test(selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g))
      variables[mode].set(name, value.trim());
  }
  const light = readColor(`var(${variable})`, variables.light);
  const dark = readColor(`var(${variable})`, new Map([...variables.light, ...variables.dark]));
  if (light === undefined || dark === undefined) return undefined;
  const both = (one: Color, other: Color): string =>
    one.join() === other.join()
      ? printColor(one)
      : `light-dark(${printColor(one)}, ${printColor(other)})`;
  const on = (color: Color): Color =>
    contrast(color, WHITE) >= CONTRAST || contrast(color, WHITE) > contrast(color, BLACK)
      ? WHITE
      : BLACK;
  return `:root {
  --color-primary: ${both(light, dark)};
  --color-on-primary: ${both(on(light), on(dark))};
  --color-accent: ${both(legible(light, SURFACES.light, BLACK), legible(dark, SURFACES.dark, WHITE))};
}
`;
}

/** Mixes a color with black or white until it can be read. */
function legible(color: Color, surface: Color, end: Color): Color {
  for (let share = 0; share < 1; share += 0.05) {
    const [red, green, blue] = color.map(
      (part, index) => part + ((end[index] ?? 0) - part) * share,
    );
    const mixed: Color = [red ?? 0, green ?? 0, blue ?? 0];
    if (contrast(mixed, surface) >= CONTRAST) return mixed;
  }
  return end;
}

/** Reads a hexadecimal color, or that of another variable. */
function readColor(
  text: string,
  variables: ReadonlyMap<string, string>,
  depth = 0,
): Color | undefined {
  const [, name = ''] = /^var\((--[\w-]+)\)$/.exec(text) ?? [];
  const value = depth > 5 ? undefined : variables.get(name);
  if (value !== undefined) return readColor(value, variables, depth + 1);
  const [, short = '', long = short.replace(/./g, '$&$&')] =
    /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? [];
  const bits = Number.parseInt(long, 16);
  return long === '' ? undefined : [bits >> 16, (bits >> 8) & 255, bits & 255];
}

function printColor(color: Color): string {
  const parts = color.map((part) => Math.round(part).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}

function contrast(one: Color, other: Color): number {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const css = read('templates/styles/tokens.css') + read('templates/styles/code.css');
const navbarCss = read('templates/styles/navbar-style.css');

type Theme = 'dark' | 'light';
type Rgb = readonly [number, number, number];

function parseHex(hex: string): Rgb {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(hex);
  if (digits === null) throw new Error(`not a color with six digits: ${hex}`);
  const [red, green, blue] = digits.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The color of a token: `#rrggbb` in both themes, `light-dark(#…, #…)`, or that of another token. */
function color(name: string, theme: Theme): Rgb {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return color(other, theme);
  const pair = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
  return parseHex(pair === null ? value : (pair[theme === 'light' ? 1 : 2] ?? ''));
}

/** `color-mix(in srgb, color share, base)`. */
function mix(over: Rgb, base: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => over[index] * share + base[index] * (1 - share);
  return [channel(0), channel(1), channel(2)];
}

/** Relative luminance, WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, WCAG 2.2 SC 1.4.3. */
function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = ['color-text', 'color-heading', 'color-muted', 'color-accent'];
const SURFACES = ['color-background', 'color-surface', 'color-raised'];
const KINDS = ['note', 'tip', 'info', 'warning', 'danger'];
const CODE_SURFACES = ['code-background', 'code-highlight', 'code-inserted', 'code-deleted'];
const codeTexts = [...css.matchAll(/--(code-[a-z]+): light-dark/g)]
  .map(([, name = '']) => name)
  .filter((name) => !CODE_SURFACES.includes(name));

describe.each<Theme>(['dark', 'light'])('contrast in the %s theme', (theme) => {
  const ratio = (text: string, surface: string): number =>
    contrast(color(text, theme), color(surface, theme));

  it.each(SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface])))(
    '%s on %s',
    (text, surface) => {
      expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(CODE_SURFACES.flatMap((surface) => codeTexts.map((text) => [text, surface])))(
    '%s on %s',
    (text, surface) => {
      expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(KINDS)('the words of an admonition of kind %s', (kind) => {
    const tint = Number(/--admonition-tint: (\d+)%/.exec(css)?.[1]) / 100;
    const surface = mix(color(`color-${kind}`, theme), color('color-background', theme), tint);
    for (const text of [...TEXTS, `color-${kind}`]) {
      expect(contrast(color(text, theme), surface), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([...css.matchAll(/--((?:method|status)-[\w-]+):/g)].map(([, name = '']) => name))(
    '%s on every surface of the layout',
    (name) => {
      for (const surface of SURFACES)
        expect(ratio(name, surface), surface).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('words on a pill', () => {
    expect(ratio('pill-text', 'pill-bg')).toBeGreaterThanOrEqual(4.5);
  });

  it('the active link on its tint, marked and selected words, the primary button', () => {
    const tint = mix(color('color-accent', theme), color('color-background', theme), 0.11);
    expect(contrast(color('color-accent', theme), tint)).toBeGreaterThanOrEqual(4.5);
    expect(ratio('color-heading', 'color-mark')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('color-text', 'color-selection')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('color-on-primary', 'color-primary')).toBeGreaterThanOrEqual(4.5);
  });

  it('the focus ring on every surface (WCAG 1.4.11)', () => {
    for (const surface of [...SURFACES, ...CODE_SURFACES]) {
      expect(ratio('color-focus', surface), surface).toBeGreaterThanOrEqual(3);
    }
  });
});

it('the dark navbar is readable in both themes', () => {
  const rule = /\.navbar-dark \{([^}]*)\}/.exec(navbarCss)?.[1] ?? '';
  const value = (name: string): Rgb =>
    parseHex(new RegExp(`--${name}: (#\\w+)`).exec(rule)?.[1] ?? '');
  expect(contrast(value('navbar-text'), value('navbar-background'))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(value('navbar-strong'), value('navbar-background'))).toBeGreaterThanOrEqual(4.5);
});

import { NAMED_COLORS } from './named-colors.ts';

/** A colour in sRGB: channels 0-255, alpha 0-1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)`;
const LONGEST_COLOR = 64;

/**
 * Parses a CSS colour (CSS Color 4: hex, rgb(), rgba(), hsl(), hsla(), named colours). Anything
 * else is undefined: nothing but these may reach a style sheet.
 */
export function parseColor(text: string): Color | undefined {
  const value = text.toLowerCase();
  if (value.length > LONGEST_COLOR) return undefined;
  if (value.startsWith('#')) return parseHex(value.slice(1));
  const named = NAMED_COLORS.get(value);
  return named === undefined ? parseFunction(value) : parseHex(named);
}

function parseHex(digits: string): Color | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const full = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (index: number) => Number.parseInt(full.slice(index * 2, index * 2 + 2), 16);
  const alpha = full.length === 8 ? channel(3) / 255 : 1;
  return { red: channel(0), green: channel(1), blue: channel(2), alpha };
}

const PART = `(${NUMBER}(?:%|deg|turn|rad)?)`;
const ALPHA = `(${NUMBER}%?)`;
const WITH_COMMAS = new RegExp(
  `^(rgb|hsl)a?\\(\\s*${PART}\\s*,\\s*${PART}\\s*,\\s*${PART}\\s*(?:,\\s*${ALPHA}\\s*)?\\)$`,
);
const WITH_SPACES = new RegExp(
  `^(rgb|hsl)a?\\(\\s*${PART}\\s+${PART}\\s+${PART}\\s*(?:/\\s*${ALPHA}\\s*)?\\)$`,
);

function parseFunction(value: string): Color | undefined {
  const match = WITH_COMMAS.exec(value) ?? WITH_SPACES.exec(value);
  if (match === null) return undefined;
  const [, name, first = '', second = '', third = '', last = '1'] = match;
  const alpha = clamp(fraction(last, 1), 1);
  return name === 'rgb'
    ? fromRgb([first, second, third], alpha)
    : fromHsl([first, second, third], alpha);
}

type Parts = readonly [string, string, string];

function fromRgb(parts: Parts, alpha: number): Color | undefined {
  if (!parts.every((part) => part.endsWith('%')) && !parts.every((part) => /[\d.]$/.test(part)))
    return undefined;
  const [red, green, blue] = parts.map((part) =>
    clamp(part.endsWith('%') ? fraction(part, 255) * 255 : Number(part), 255),
  );
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, alpha };
}

// CSS Color 4, section 7: the hue in degrees, saturation and lightness in percent.
function fromHsl([hue, saturation, lightness]: Parts, alpha: number): Color | undefined {
  if (hue.endsWith('%') || !saturation.endsWith('%') || !lightness.endsWith('%')) return undefined;
  const light = clamp(fraction(lightness, 1), 1);
  const range = clamp(fraction(saturation, 1), 1) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const k = (((offset + degrees(hue) / 30) % 12) + 12) % 12;
    return 255 * (light - range * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

function degrees(hue: string): number {
  const value = Number.parseFloat(hue);
  if (hue.endsWith('turn')) return value * 360;
  return hue.endsWith('rad') ? (value * 180) / Math.PI : value;
}

/** A percentage, or a number of `whole`, as a fraction. */
function fraction(part: string, whole: number): number {
  return Number.parseFloat(part) / (part.endsWith('%') ? 100 : whole);
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** Contrast of two opaque colours by WCAG 2.2, 1 to 21; undefined where one is translucent. */
export function contrast(first: Color, second: Color): number | undefined {
  if (first.alpha < 1 || second.alpha < 1) return undefined;
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// WCAG 2.2, definition of relative luminance.
function luminance({ red, green, blue }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

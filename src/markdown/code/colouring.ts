import type { PrismLoader, PrismStream, PrismToken } from './prism.ts';

/** Longer lines are not coloured: nobody reads them as code, and some patterns are cubic in a line. */
const MAX_LINE = 500;

/**
 * Sum of the squared lengths that are coloured in one file: the patterns are quadratic in the worst case. Enough for a
 * hundred samples of thirty lines, or for one of two hundred and fifty.
 */
const MAX_COST = 80_000_000;

/** What colouring has cost so far in a file. */
export interface ColourMeter {
  spent: number;
}

export function createColourMeter(): ColourMeter {
  return { spent: 0 };
}

export interface Colouring {
  readonly prism: PrismLoader;
  readonly meter: ColourMeter;
  /** Prism's id of the language. */
  readonly language: string;
}

/** Splits code into tokens; undefined where that would exceed what a file may cost. Counts, so never a matter of time. */
export function colour(
  code: string,
  { prism, meter, language }: Colouring,
): PrismStream | undefined {
  const parts = splitAtLongLines(code);
  let cost = 0;
  for (const { text, long } of parts) if (!long) cost += text.length ** 2;
  if (meter.spent + cost > MAX_COST) return undefined;
  meter.spent += cost;
  return parts.flatMap(({ text, long }) =>
    long ? [text] : tokensOf(prism.tokenize(language, text)),
  );
}

function tokensOf(stream: PrismStream): readonly (string | PrismToken)[] {
  return typeof stream === 'string' || 'type' in stream ? [stream] : stream;
}

interface Part {
  readonly text: string;
  readonly long: boolean;
}

/** Long lines, and the lines between them together; each with the newline that ends it. */
function splitAtLongLines(code: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let at = 0; at < code.length; ) {
    const newline = code.indexOf('\n', at);
    const end = newline < 0 ? code.length : newline + 1;
    if (end - at > MAX_LINE) {
      if (at > start) parts.push({ text: code.slice(start, at), long: false });
      parts.push({ text: code.slice(at, end), long: true });
      start = end;
    }
    at = end;
  }
  if (start < code.length) parts.push({ text: code.slice(start), long: false });
  return parts;
}

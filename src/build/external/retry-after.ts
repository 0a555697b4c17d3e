/**
 * The wait that `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date. Undefined where there is none or it
 * cannot be read; a date that has passed is a wait of 0.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // A date has the name of a month; `Date.parse` reads numbers and other things as dates too.
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A pause that doubles with each round (from 1), up to half of it off by chance, where the seed is the chance. */
export function backoffMs(baseMs: number, round: number, seed: string): number {
  const full = baseMs * 2 ** Math.min(round - 1, 10);
  return Math.round(full * (1 - chance(`${seed}#${round}`) / 2));
}

/** A number from 0 up to 1 that depends on the text only (FNV-1a, mixed once more). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}

/** Statuses from one to another, both included. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** Reads `200..299,403`; undefined where it is no such list. */
export function parseStatusRanges(text: string): readonly StatusRange[] | undefined {
  const ranges = text.split(',').map((part) => parseRange(part.trim()));
  const found = ranges.filter((range) => range !== undefined);
  return found.length === ranges.length ? found : undefined;
}

export function isAccepted(status: number, ranges: readonly StatusRange[]): boolean {
  return ranges.some(({ from, to }) => status >= from && status <= to);
}

function parseRange(text: string): StatusRange | undefined {
  const match = /^([1-9]\d\d)(?:\.\.([1-9]\d\d))?$/.exec(text);
  if (match === null) return undefined;
  const from = Number(match[1]);
  const to = Number(match[2] ?? match[1]);
  return from <= to ? { from, to } : undefined;
}

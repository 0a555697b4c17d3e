/** What an attribute of HTML refers to: a page that readers follow, or something that the page loads. */
export type ReferenceKind = 'page' | 'asset';

const REFERENCES: ReadonlyMap<string, ReferenceKind> = new Map<string, ReferenceKind>([
  ['a href', 'page'],
  ['area href', 'page'],
  ['iframe src', 'page'],
  ['link href', 'asset'],
  ['use href', 'asset'],
  ['image href', 'asset'],
  ['img src', 'asset'],
  ['source src', 'asset'],
  ['video src', 'asset'],
  ['video poster', 'asset'],
  ['audio src', 'asset'],
  ['track src', 'asset'],
  ['embed src', 'asset'],
  ['script src', 'asset'],
  ['object data', 'asset'],
]);

/** The kind of reference that an attribute holds as its whole value, or undefined. Names in lower case. */
export function referenceKind(element: string, attribute: string): ReferenceKind | undefined {
  if (attribute !== 'href' && attribute !== 'src' && attribute !== 'poster' && attribute !== 'data')
    return undefined;
  return REFERENCES.get(`${element} ${attribute}`);
}

/** True for `srcset` of `img` and `source`: a list of image candidates. */
export function isSrcset(element: string, attribute: string): boolean {
  return attribute === 'srcset' && (element === 'img' || element === 'source');
}

/** The address of one image candidate; offsets in the attribute's value. */
export interface SrcsetCandidate {
  readonly start: number;
  readonly end: number;
  /** Width or density, as written, without the space before it. */
  readonly descriptor: string;
}

/** Splits `srcset` into its candidates (HTML standard 4.8.4.3.10). */
export function srcsetCandidates(value: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  for (;;) {
    at = skip(value, at, /[\s,]*/y);
    if (at >= value.length) return candidates;
    const start = at;
    at = skip(value, at, /\S*/y);
    const url = value.slice(start, at).replace(/,+$/, '');
    const end = start + url.length;
    if (end < at) candidates.push({ start, end, descriptor: '' });
    else {
      const descriptorEnd = skip(value, at, /(?:\([^)]*\)?|[^,(])*/y);
      candidates.push({ start, end, descriptor: value.slice(at, descriptorEnd).trim() });
      at = descriptorEnd;
    }
  }
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(at, pattern.lastIndex);
}

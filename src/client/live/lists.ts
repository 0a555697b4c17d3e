import { twinIndex } from './twins.ts';

/** What puts back, on the page as it is now, what the reader had done to it. */
export type PutBack = () => void;

/** Elements of a page in their order, with what each is known by. */
export interface Listed<Kind extends Element> {
  readonly elements: readonly Kind[];
  readonly names: readonly string[];
}

export function listOf<Kind extends Element>(
  found: Iterable<Kind>,
  nameOf: (element: Kind) => string,
): Listed<Kind> {
  const elements = [...found];
  return { elements, names: elements.map(nameOf) };
}

/** Pairs some elements of an old list with what stands for them in a new one. */
export function pairs<Kind extends Element>(
  before: Listed<Kind>,
  after: Listed<Kind>,
  wanted: (element: Kind) => boolean,
): readonly { readonly old: Kind; readonly now: Kind }[] {
  return before.elements.flatMap((old, index) => {
    if (!wanted(old)) return [];
    const now = after.elements[twinIndex(before.names, after.names, index) ?? -1];
    return now === undefined ? [] : [{ old, now }];
  });
}

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface DisclosureProps {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly open: boolean;
}

/**
 * Properties of a `details` element that opens whenever it becomes active, and otherwise stays as the reader has left it:
 * `open` never changes, so React does not close it.
 */
export function useDisclosure(active: boolean, open: boolean): DisclosureProps {
  const ref = useRef<HTMLDetailsElement>(null);
  const was = useRef(active);
  const [atFirst] = useState(open);
  useLayoutEffect(() => {
    if (active && !was.current && ref.current !== null) ref.current.open = true;
    was.current = active;
  }, [active]);
  return { ref, open: atFirst };
}

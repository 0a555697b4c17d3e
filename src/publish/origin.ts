import type { Location } from '../diagnostics/diagnostic.ts';

/** Names who an output is made of: a source, a place in the configuration, or the build itself. */
export function nameOrigin(origin: Location | undefined): string {
  if (origin === undefined) return 'the build itself';
  return origin.pointer === undefined ? origin.file : `${origin.pointer} of ${origin.file}`;
}

import { lookup } from 'mrmime';

const TEXT =
  /^(?:text\/|image\/svg\+xml$|application\/(?:json$|javascript$|xml$|[^/]+\+(?:json|xml)$))/;

/** The `Content-Type` of a file by the extension of its name. All texts of a site are UTF-8. */
export function contentType(path: string): string {
  // The table of the package is a plain object: of `x.constructor` it returns a function.
  const type: unknown = lookup(path);
  if (typeof type !== 'string') return 'application/octet-stream';
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}

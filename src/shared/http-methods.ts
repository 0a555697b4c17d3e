/** The methods that a path of an API may have (OpenAPI 3.2, Path Item Object), in lower case. */
export const HTTP_METHODS: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
];

/** True for a method in any case. */
export function isHttpMethod(text: string): boolean {
  return HTTP_METHODS.includes(text.toLowerCase());
}

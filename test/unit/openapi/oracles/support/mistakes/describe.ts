/** A description with one mistake (rarely two of one kind), and its name. */
export type Mistake = readonly [what: string, text: string];

/** The info object of every description. */
const info = 'info: {title: T, version: "1"}';
/** A response that is enough. */
export const ok = 'responses: {"200": {description: OK}}';

/** A description of a version with a text behind its head. */
export function api(body: string, version = '3.1.0'): string {
  return `openapi: ${version}\n${info}\n${body}`;
}

/** A description of Swagger 2.0. */
export function old(body: string): string {
  return `swagger: "2.0"\n${info}\n${body}`;
}

/** Returns a description of `GET /a` with the given fields, indented by six. */
export function get(fields: string, version?: string): string {
  return api(`paths:\n  /a:\n    get:\n${fields}      ${ok}\n`, version);
}

/** One named schema; its keywords are indented by six. */
export function schema(keywords: string, version?: string): string {
  return api(`paths: {}\ncomponents:\n  schemas:\n    A:\n${keywords}`, version);
}

/** One response of JSON whose media type holds some fields, indented by fourteen. */
export function media(fields: string, version?: string): string {
  return api(
    `paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          content:\n            application/json:\n${fields}`,
    version,
  );
}

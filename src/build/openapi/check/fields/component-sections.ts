import type { KindName } from './field.ts';

/** What each section of the components holds (OpenAPI 3.2, Components Object). */
export const COMPONENT_SECTIONS: ReadonlyMap<string, KindName> = new Map([
  ['components/schemas', 'Schema'],
  ['components/responses', 'Response'],
  ['components/parameters', 'Parameter'],
  ['components/examples', 'Example'],
  ['components/requestBodies', 'RequestBody'],
  ['components/headers', 'Header'],
  ['components/securitySchemes', 'SecurityScheme'],
  ['components/links', 'Link'],
  ['components/callbacks', 'Callback'],
  ['components/pathItems', 'PathItem'],
  ['components/mediaTypes', 'MediaType'],
]);

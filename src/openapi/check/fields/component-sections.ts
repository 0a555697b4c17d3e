import type { OpenAPIV3_1 } from 'openapi-types';
import type { KindName } from './field.ts';

type Section = `components/${keyof OpenAPIV3_1.ComponentsObject | 'mediaTypes'}`;

/** What each section of the components holds (OpenAPI 3.2, Components Object). */
export const COMPONENT_SECTIONS: ReadonlyMap<string, KindName> = new Map<Section, KindName>([
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

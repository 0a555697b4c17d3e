import { kind, type KindTable, list, need, one, since, text } from './field.ts';

/** The objects that all versions share. */
export const COMMON: KindTable = {
  Info: kind('the info object', {
    title: need(text),
    summary: since('3.1', text),
    description: text,
    termsOfService: text,
    contact: one('Contact'),
    license: one('License'),
    version: need(text),
  }),
  Contact: kind('a contact', { name: text, url: text, email: text }),
  License: kind('a licence', { name: need(text), identifier: since('3.1', text), url: text }),
  ExternalDocs: kind('the external documentation', { description: text, url: need(text) }),
  Tag: kind('a tag', {
    name: need(text),
    summary: since('3.2', text),
    description: text,
    externalDocs: one('ExternalDocs'),
    parent: since('3.2', text),
    kind: since('3.2', text),
  }),
  Paths: kind('the paths', {}, { others: one('PathItem') }),
  Responses: kind('the responses', {}, { others: one('Response') }),
  SecurityRequirement: kind('a security requirement', {}, { others: list(text) }),
};

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../../scripts/json-schemas.ts';

const schemas = jsonSchemas();

/** Whether a value has the published shape. */
function accepts(name: string, value: unknown): boolean {
  const text = schemas.get(`schema/${name}.schema.json`);
  if (text === undefined) throw new Error(`there is no schema ${name}`);
  return new Ajv({ strict: false }).validate(JSON.parse(text), value);
}

describe('the published JSON Schemas', () => {
  it.each([...schemas])('%s is written by `npm run schemas`', (path, content) => {
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it.each([
    ['category', { label: 'Guides', position: 2, collapsed: false }, true],
    ['category', { lable: 'Guides' }, false],
    ['category', { position: 'first' }, false],
    ['frontmatter', { title: 'A', pagination_next: null, links: { ignore: ['/x'] } }, true],
    ['frontmatter', { toc_max_heading_level: 7 }, false],
    ['messages', { interface: { next: 'Suivant' }, labels: { Guides: 'Guides' } }, true],
    ['messages', { interface: { nxt: 'Suivant' } }, false],
    ['queries', [{ query: 'a', expect: '/x' }], true],
    ['queries', { $schema: 'x', queries: [{ query: 'a', expect: ['/x', '/y#z'] }] }, true],
    ['queries', [{ query: 'a' }], false],
    ['site-config', { title: 'A', url: 'https://docs.example', toc: { max: 4 } }, true],
    ['site-config', { title: 'A' }, false],
    [
      'site-config',
      { title: 'A', url: 'https://docs.example', docs: [{ sidebars: { a: [1] } }] },
      false,
    ],
  ])('%s: %j is accepted: %s', (name, value, isAccepted) => {
    expect(accepts(name, value)).toBe(isAccepted);
  });

  it('say what a key does and its default', () => {
    const config = JSON.parse(schemas.get('schema/site-config.schema.json') ?? '');
    expect(config.properties.baseUrl).toMatchObject({
      description: 'Path below the origin. Default: `/`.',
      default: '/',
    });
  });
});

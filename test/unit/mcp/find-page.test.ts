import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createBuiltFolder } from '../../../src/mcp/built-folder.ts';
import { createBuiltSite } from '../../../src/mcp/built-site.ts';
import { findPage } from '../../../src/mcp/find-page.ts';
import { FACTS_SCHEMA } from '../../../src/shared/site-facts.ts';
import { testSite } from '../../support/page-data.ts';

const OUTSIDE = 'outside of the built folder';
let folder: string;

// The folder is inside another site, and has links to it and a hidden page.
beforeAll(() => {
  folder = mkdtempSync(join(inject('runFolder'), 'mcp-'));
  const page = (name: string, text: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.html'), text);
    writeFileSync(join(folder, `${name}.md`), text);
  };
  const file = { schema: FACTS_SCHEMA, site: testSite() };
  for (const name of ['secret', 'build2/secret', 'build/.hidden/secret']) page(name, OUTSIDE);
  for (const name of ['build/a', 'build/a/b']) page(name, 'inside');
  writeFileSync(join(folder, 'build/site.json'), JSON.stringify(file));
  symlinkSync('..', join(folder, 'build/up'));
  symlinkSync('../secret.md', join(folder, 'build/c.md'));
  mkdirSync(join(folder, 'build/c'));
  writeFileSync(join(folder, 'build/c/index.html'), 'inside');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('reads no page outside of the folder, whatever the address', async () => {
  const built = createBuiltSite(createBuiltFolder(join(folder, 'build')));
  const words =
    '/ // \\ %2f %5C .. . %2e %2E%2e %252e \0 %00 %ff #x ? secret up a b c .hidden base build2 .md .html index.html http://x file: C: \u{202e}';
  const piece = fc.constantFrom(...words.split(' '), folder, join(folder, 'build'));
  let inside = 0;
  const property = fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
    const found = await findPage(built, pieces.join(''));
    if ('problem' in found) return;
    inside += 1;
    expect(found.text).toBe('inside');
    expect(found.html).toBe('inside');
  });
  await fc.assert(property, {
    numRuns: 3000,
    examples: [[['/a/b']], [['base/', 'a']], [['/up/secret']], [['/c']], [['/.hidden/secret']]],
  });
  expect(inside).toBeGreaterThan(2);
});

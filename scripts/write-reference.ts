import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { componentProperties, PROPERTIES_FILE } from './reference/components.ts';
import { referencePages } from './reference/pages.ts';

const files = [...(await referencePages()), [PROPERTIES_FILE, componentProperties()] as const];
for (const [path, content] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

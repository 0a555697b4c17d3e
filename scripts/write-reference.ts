import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { referencePages } from './reference/pages.ts';

for (const [path, content] of await referencePages()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

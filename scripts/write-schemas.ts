import { writeFileSync } from 'node:fs';
import { jsonSchemas } from './json-schemas.ts';

for (const [path, content] of jsonSchemas()) writeFileSync(path, content);

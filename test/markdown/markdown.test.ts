import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../src/shared/paths.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });

/** Title, input and expected HTML, each ended by a line with nothing but a full stop. */
function readCases(file: string): string[][] {
  const parts = readFileSync(`${folder}/${file}`, 'utf8').split(/^\.\n/m);
  const cases: string[][] = [];
  for (let index = 0; index + 2 < parts.length; index += 3)
    cases.push(parts.slice(index, index + 3));
  return cases;
}

function toHtml(text: string): string {
  const { chunks, links } = parser.parse(toFilePath('a.md'), text);
  return chunks.map((chunk, index) => chunk + (links[index]?.href ?? '')).join('');
}

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()) {
  describe(file, () => {
    for (const [title = '', input = '', expected = ''] of readCases(file)) {
      it(title.trim(), () => {
        expect(toHtml(input.replaceAll('→', '\t'))).toBe(expected);
      });
    }
  });
}

import { parseArgs } from 'node:util';
import { writeCorpus } from './pages.ts';

// Writes a generated documentation site: node scripts/run.mjs bench/corpus.ts --pages 1000 --out /tmp/corpus
const { values } = parseArgs({ options: { pages: { type: 'string' }, out: { type: 'string' } } });
const pages = Number(values.pages);
if (!Number.isInteger(pages) || pages < 1 || values.out === undefined) {
  console.error('usage: --pages <number> --out <folder>');
  process.exit(2);
}
writeCorpus(pages, values.out);
console.log(`${pages} pages in ${values.out}`);

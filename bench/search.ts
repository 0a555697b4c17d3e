import { parseArgs } from 'node:util';
import { printRules } from './search-rules.ts';
import { printScale } from './search-scale.ts';
import { printSets, SET_NAMES } from './search-sets.ts';

const HELP = `npm run bench:search                            queries made by rules over four corpora, and the labeled sets
npm run bench:search -- sets [--misses <set>]   labeled sets (${SET_NAMES.join(', ')}), and the queries whose answer is not first
                        [--checkouts <folder>]  where the checkouts are that sets need: <folder>/vite ...
npm run bench:search -- scale [pages ...]       bytes, CPU and memory for generated sites (default: 1000 4000 10000)`;
const SIZES = [1000, 4000, 10000];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'string' }, checkouts: { type: 'string' }, help: { type: 'boolean' } },
});
const [part, ...sizes] = positionals;
const pages = sizes.map(Number);
const isKnown =
  (part === undefined || part === 'sets' || part === 'scale') &&
  (values.misses === undefined || SET_NAMES.includes(values.misses)) &&
  pages.every((size) => Number.isInteger(size) && size > 0);
if (values.help === true || !isKnown) {
  console.error(HELP);
  process.exit(values.help === true ? 0 : 2);
}
console.log(`Node ${process.version}`);
if (part === undefined) await printRules();
if (part !== 'scale') await printSets(values);
if (part === 'scale') await printScale(pages.length === 0 ? SIZES : pages);

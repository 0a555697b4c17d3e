import { writeFileSync } from 'node:fs';
import { loadConfig } from '../src/config/load.ts';
import { discover } from '../src/content/discover.ts';
import { createSpecReader } from '../src/content/spec-reader.ts';
import { createHighlighter } from '../src/markdown/code/highlighter.ts';
import { createRichTextParser } from '../src/markdown/rich-text.ts';
import { checkDescription } from '../src/openapi/check/check.ts';
import { loadApis } from '../src/openapi/load-descriptions.ts';
import { openDescription } from '../src/openapi/read/open.ts';
import { apiFilePaths } from '../src/site/api-files.ts';
import { createApiPages } from '../src/site/api-pages.ts';
import { createRichTextCache, TEXT_OPTIONS } from '../src/site/api-rich-text.ts';
import { buildGraph } from '../src/site/graph.ts';
import { createLabels } from '../src/site/locales.ts';

// Runs only the API reference stage of a site in this process, and writes the CPU seconds of each step as JSON.
// Usage: api-stage.ts <site folder> <report file>
const [siteDir = '.', report = '/dev/stdout'] = process.argv.slice(2);
const { config } = await loadConfig({ siteDir });
if (config === undefined) throw new Error(`${siteDir} has no configuration`);

let before = process.cpuUsage();
const seconds: Record<string, number> = {};

function lap(name: string): void {
  const { user, system } = process.cpuUsage(before);
  seconds[name] = (user + system) / 1e6;
  before = process.cpuUsage();
}

const isIgnored = (): boolean => false;

// The first run of these two does not warm up the second one: both read everything again.
for (const { spec } of config.openapi) {
  const { description } = openDescription(spec, createSpecReader(spec, { ...config, isIgnored }));
  lap('read');
  if (description !== undefined) checkDescription(description);
  lap('check');
}
const cache = createRichTextCache(createRichTextParser());
const { apis } = loadApis(config, {
  plain: ({ text }) => cache.parse(text, TEXT_OPTIONS).text,
  isIgnored,
});
lap('load');
const { graph } = buildGraph({
  config,
  sources: discover({ ...config, contentDir: config.outDir }),
  locate: () => ({ file: '', line: 1, column: 1 }),
  docs: new Map(),
  categories: new Map(),
  summaries: new Map(),
  messages: new Map(),
  labels: createLabels(new Map()),
  apis: apis.map(({ outline }) => outline),
});
lap('graph');
const pages = createApiPages({ apis, graph, cache, highlight: createHighlighter() });
const nodes = [...graph.pages.values()].filter((node) => node.type === 'api');
for (const node of nodes) pages.article(node);
lap('articles');
let bytes = 0;
for (const node of nodes) {
  for (const [kind] of apiFilePaths(node, config)) bytes += pages.file(node, kind).length;
}
lap('files');
const result = {
  pages: nodes.length,
  fileBytes: bytes,
  seconds,
  rssMb: process.memoryUsage().rss / 1e6,
};
writeFileSync(report, JSON.stringify(result));

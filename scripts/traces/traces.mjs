import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Prints how many files below src/ run for each of four tasks, as JSON: files with a function that is called meanwhile.
// `--files` lists them. Each task runs once before it is measured, so that what is made once and kept does not count.
register('./loader.mjs', import.meta.url);

const FILES = {
  'site.config.mjs':
    "export default { title: 'Traced', url: 'https://docs.example.com', openapi: [{ spec: 'openapi/api.yaml' }] };\n",
  'content/docs/index.md': `---
description: The first page.
---

# Start

Read [the next page](./next.md#part), *then* \`code\`.

:::note
A note.
:::

\`\`\`js title="a.js"
const one = 1;
\`\`\`
`,
  'content/docs/next.md': '# Next\n\n## Part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  'openapi/api.yaml': `openapi: 3.1.0
info: { title: Things, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths:
  /things/{id}:
    post:
      operationId: changeThing
      summary: Change a thing
      tags: [things]
      security: [{ key: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses:
        '200':
          description: The thing
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 9 }
        part: { oneOf: [{ type: string }, { type: array, items: { type: integer } }] }
`,
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const sources = `${pathToFileURL(join(root, 'src'))}/`;
/** @param {string} path */
const load = (path) => import(sources + path);

const siteDir = mkdtempSync(join(tmpdir(), 'traces-'));
try {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(siteDir, path)), { recursive: true });
    writeFileSync(join(siteDir, path), text);
  }
  const traces = await traceAll();
  const isList = process.argv.includes('--files');
  const counts = Object.entries(traces).map(([name, files]) => [name, files.length]);
  const result = isList ? traces : Object.fromEntries(counts);
  console.log(JSON.stringify(result, undefined, isList ? 2 : 0));
} finally {
  rmSync(siteDir, { recursive: true, force: true });
}

/** @returns {Promise<Record<string, readonly string[]>>} */
async function traceAll() {
  const { createDocParser } = await load('markdown/parse-doc.ts');
  const { openFolder } = await load('pipeline/routes.ts');
  const { build } = await load('index.ts');
  const { createSearch } = await load('search/query/index.ts');
  const settings = { html: 'safe', searchHeadingLevel: 4 };
  const text = FILES['content/docs/index.md'];
  const page = async (/** @type {string} */ type) => {
    const { site, pages } = await openFolder({ siteDir });
    const nodes = [...site.graph.pages.values()].filter((node) => node.type === type);
    const node = type === 'api' ? nodes.find(({ route }) => route.includes('change')) : nodes[0];
    if (node === undefined) throw new Error(`the traced site has no page of type ${type}`);
    return () => [pages.notes(node), pages.files(node)];
  };
  const { ok } = await build({ siteDir, cache: false });
  if (!ok) throw new Error('the traced site does not build');
  const { readFileSync } = await import('node:fs');
  const index = readFileSync(join(siteDir, 'build/search-index-docs-default-current.json'), 'utf8');
  const search = createSearch(JSON.parse(index));
  return {
    'parse a text': await traced(async () => () => createDocParser(settings).parse('a.md', text)),
    "a doc's page": await traced(() => page('doc')),
    "an operation's page": await traced(() => page('api')),
    'a query': await traced(async () => () => search('chang a thing')),
  };
}

/**
 * The files of functions that a task calls.
 * @param {() => Promise<() => unknown>} prepare
 * @returns {Promise<readonly string[]>}
 */
async function traced(prepare) {
  await (await prepare())();
  const task = await prepare();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await task();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url, functions }) => url.startsWith(sources) && functions.some(isCalled))
    .map(({ url }) => url.slice(sources.length))
    .sort();
}

/** @param {import('node:inspector').Profiler.FunctionCoverage} coverage */
function isCalled({ ranges }) {
  return (ranges[0]?.count ?? 0) > 0;
}

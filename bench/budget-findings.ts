/** For each diagnostic code, a construct with n findings of it, or why a run cannot have many; for budget.ts. */
import type { DiagnosticCode } from '../src/diagnostics/codes.ts';
import { fingerprint } from '../src/diagnostics/fingerprint.ts';
import { blocks, type Construct, lines, list, PAGE } from './budget-pages.ts';

/** A construct without its name. */
type Repeated = Omit<Construct, 'name'>;
type Files = Readonly<Record<string, string>>;

const HOME = { [PAGE]: '# A\n' };

/** Each page has the whole sidebar. */
const FEW_ENTRIES = "docs: [{ sidebars: { docs: ['a'] } }]";

/** A page alone, of n blocks. */
const page = (make: (index: number) => string, n = 60): Repeated => ({
  n,
  command: 'parse',
  input: (size) => ({ files: { [PAGE]: `# A\n\n${blocks(size, make)}\n` } }),
});

/** A site with n files, and others. */
const files = (
  make: (index: number, n: number) => readonly [string, string],
  {
    others = HOME,
    config = FEW_ENTRIES,
  }: { readonly others?: Files; readonly config?: string } = {},
  n = 20,
): Repeated => ({
  n,
  command: 'links',
  input: (size) => ({
    files: {
      ...others,
      ...Object.fromEntries(Array.from({ length: size }, (_, index) => make(index, size))),
    },
    config,
  }),
});

/** A page of n links, beside other files. */
const links = (href: (index: number) => string, others: Files = {}, config = ''): Repeated => ({
  n: 60,
  command: 'links',
  input: (size) => ({
    files: { ...others, [PAGE]: `# A\n\n${blocks(size, (i) => `[a](${href(i)})`)}\n` },
    config,
  }),
});

/** The translations of a site in two languages. */
const translations = (make: (n: number) => Files): Repeated => ({
  n: 60,
  command: 'translations',
  input: (n) => ({
    files: make(n),
    config: `${FEW_ENTRIES}, rules: { 'missing-translation': 'info', 'page-not-found': 'warning' }, i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }`,
  }),
});

/** A page of n blocks in a site. */
const site = (
  make: (index: number) => string,
  {
    others = {},
    config = '',
    path = PAGE,
  }: { others?: Files; config?: string; path?: string } = {},
): Repeated => ({
  n: 30,
  command: 'links',
  input: (size) => ({ files: { ...others, [path]: `# A\n\n${blocks(size, make)}\n` }, config }),
});

const config = (members: (n: number) => string, others: Files = HOME): Repeated => ({
  n: 60,
  command: 'links',
  input: (size) => ({ files: others, config: members(size) }),
});

/** A file of n lines that is no page. */
const lineFile = (path: string, make: (index: number) => string, start = ''): Repeated => ({
  n: 60,
  command: 'links',
  input: (size) => ({ files: { ...HOME, [path]: `${start}${lines(size, make)}\n` } }),
});

/** An API description. */
const api = (text: (n: number) => string): Repeated => ({
  n: 40,
  command: 'links',
  input: (size) => ({
    files: { ...HOME, 'openapi/a.yaml': text(size) },
    // Findings that may be of one kind are not grouped.
    config: "openapi: [{ spec: 'openapi/a.yaml', strict: true }]",
  }),
});
const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";
const OK = "responses: { '200': { description: ok } }";
const paths = (make: (index: number) => string): Repeated =>
  api((n) => `${HEAD}paths:\n${lines(n, make)}\n`);
const operations = (fields: (index: number) => string): Repeated =>
  paths((i) => `  /a${i}: { get: { ${OK}, ${fields(i)} } }`);
/** Schemas, which an operation uses. */
const schemas = (make: (index: number) => string): Repeated =>
  api((n) => {
    const used = list(n, (i) => `{ $ref: '#/components/schemas/S${i}' }`).join();
    const body = `requestBody: { content: { application/json: { schema: { oneOf: [${used}] } } } }`;
    return `${HEAD}paths: { /a: { post: { ${OK}, ${body} } } }\ncomponents:\n  schemas:\n${lines(n, (i) => `    S${i}: ${make(i)}`)}\n`;
  });

/** Requests to an API, each in a block. */
const samples = (
  make: (index: number) => string,
  print = (text: string): string => `\`\`\`sh\ncurl https://a.example${text}\n\`\`\``,
): Repeated =>
  site((i) => print(make(i)), {
    others: {
      'openapi/a.yaml': `${HEAD}servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: Key } } }
paths:
  /a:
    get: { operationId: getA, ${OK}, parameters: [{ name: q, in: query, schema: { type: integer } }] }
    post: { operationId: postA, ${OK}, requestBody: { required: true, content: { application/json: { schema: { required: [x], properties: { x: { type: integer } } } } } } }
  /b:
    get: { operationId: getB, deprecated: true, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { x: { type: integer }, y: { type: integer } } } } } } } }
  /c: { get: { operationId: getC, ${OK}, security: [{ key: [] }] } }
`,
    },
    config: `${FEW_ENTRIES}, openapi: [{ spec: 'openapi/a.yaml', server: 'a.example' }]`,
  });

const ONCE = 'a run has one';
const COMPARED = 'a line for each change, of docs api-changes and docs check';
const FOLDER = 'a run has one: it is about the output folder';
const REQUESTS = 'each needs an answer of another host: bench/links.ts measures them';
const QUERIES = 'a line for each query, of docs check-search: bench/search.ts measures them';
const WRITES = 'it is about one file of the output, and nothing is published then';

export const FINDING_CONSTRUCTS: Readonly<Record<DiagnosticCode, Repeated | string>> = {
  'config-not-found': ONCE,
  'config-load': ONCE,
  'config-missing': config((n) => `redirects: [${list(n, () => "{ to: '/' }").join()}]`),
  'config-type': config((n) => `redirects: [${list(n, () => '1').join()}]`),
  'config-value': config((n) => `redirects: [${list(n, () => "{ from: 'a', to: '/' }").join()}]`),
  'config-unknown-key': config((n) => list(n, (i) => `titel${i}: 1`).join()),
  'navbar-item': config(
    (n) => `navbar: { items: [${list(n, (i) => `{ type: 'doc', docId: 'x${i}' }`).join()}] }`,
  ),
  'file-unreadable': config(
    (n) =>
      `openapi: [${list(n, (i) => `{ id: 'a${i}', spec: 'a${i}.yaml', routeBase: '/a${i}' }`).join()}]`,
  ),
  'file-encoding': 'the text of a construct is valid; each file has one, as frontmatter-syntax',
  'path-outside-root': 'it needs a symbolic link; each file has one, as frontmatter-syntax',
  'ignored-source': files((i) => [`content/docs/o${i}.jsx`, '']),
  'invalid-slug': files((i) => [`content/docs/p${i}.md`, `---\nslug: /b?${i}\n---\n# B\n`]),
  'unknown-template': files((i) => [`templates/Foo${i}.tsx`, 'export const x = 1;\n']),
  'content-policy': files((i) => [
    `content/p${i}.tsx`,
    'export default function Page() {\n  return <p style={{ color: "red" }}>x</p>;\n}\n',
  ]),
  'blog-post': files((i) => [`blog/p${i}.md`, '# P\n']),
  'collection-entry': config(
    (n) => `collections: { ${list(n, (i) => `c${i}: { dir: 'no${i}' }`).join()} }`,
  ),
  'plugin-error': 'a plug-in that fails again with the same message is reported once',
  'samples-error': 'a description has one module with samples',
  'social-image': ONCE,
  'git-history': ONCE,
  'component-limit': 'a page has one, and each costs the whole time limit',
  'unknown-css-variable': 'each misspelled name is reported once, and few are near a variable',
  'bundle-warning': {
    ...lineFile('templates/styles.css', (i) => `.x${i} { colour red }`),
    command: 'build',
  },
  'duplicate-route': files((i) => [`content/docs/p${i}.md`, '---\nslug: /same\n---\n# P\n']),
  'reserved-route': files((i) => [`static/dw-assets/a${i}.txt`, 'a']),
  'output-collision': files((i) => [`static/docs/${'a'.repeat(i + 1)}/index.html`, 'x'], {
    others: Object.fromEntries(
      list(80, (i) => 'a'.repeat(i + 1)).map((name) => [`content/docs/${name}.md`, '# P\n']),
    ),
  }),
  'nothing-to-build': ONCE,
  'frontmatter-unclosed': files((i) => [`content/docs/p${i}.md`, '---\ntitle: A\n\n# A\n']),
  'frontmatter-syntax': files((i) => [`content/docs/p${i}.md`, '---\ntitle: [A\n---\n# A\n']),
  'frontmatter-limit': files((i) => [
    `content/docs/p${i}.md`,
    `---\na: ${'['.repeat(200)}\n---\n# A\n`,
  ]),
  'frontmatter-type': files((i) => [`content/docs/p${i}.md`, '---\ntags: 5\n---\n# A\n']),
  'frontmatter-unknown-key': {
    n: 60,
    command: 'parse',
    input: (n) => ({ files: { [PAGE]: `---\n${lines(n, (i) => `titel${i}: A`)}\n---\n# A\n` } }),
  },
  'locale-messages': lineFile('i18n/en/messages.yml', (i) => `  hoem${i}: A`, 'interface:\n'),
  'old-file-name': 'a language has one',
  'translated-slug': {
    n: 20,
    command: 'links',
    input: (n) => ({
      config: `${FEW_ENTRIES}, i18n: { locales: [{ code: 'en', label: 'E' }, { code: 'fr', label: 'F' }] }`,
      files: Object.fromEntries(
        list(n, (i) => `p${i}`).flatMap((name) => [
          [`content/docs/${name}.md`, '# P\n'],
          [`i18n/fr/docs/${name}.md`, '---\nslug: b\n---\n# P\n'],
        ]),
      ),
    }),
  },
  'misplaced-translation': 'a language has one',
  'lost-translation': {
    n: 20,
    command: 'links',
    input: (n) => ({
      config: `${FEW_ENTRIES}, i18n: { locales: [{ code: 'en', label: 'E' }, { code: 'fr', label: 'F' }] }`,
      files: Object.fromEntries(
        list(n, (i) => `p${i}`).flatMap((name) => [
          [`content/docs/install-${name}.md`, '# P\n'],
          [`i18n/fr/docs/instal-${name}.md`, '# P\n'],
        ]),
      ),
    }),
  },
  'repeated-folder': 'a language has one',
  'unknown-locale': 'a language has one',
  'empty-locale': 'a language has one',
  'messages-file-name': 'a language has a few',
  'unused-label': lineFile('i18n/en/messages.yml', (i) => `  Nowhere ${i}: A`, 'labels:\n'),
  'category-invalid': files((i) => [`content/docs/f${i}/_category_.yml`, 'label: [\n']),
  'markdown-budget': 'a file has one',
  'mdx-syntax': site(() => '{ a b }', { path: 'content/docs/a.mdx' }),
  'mdx-refused': files((i) => [`content/docs/p${i}.mdx`, '# B\n\nA text of some words.\n'], {
    config: `${FEW_ENTRIES}, markdown: { mdx: false }`,
  }),
  'unknown-component': site((i) => `<Box${i}/>`, { path: 'content/docs/a.mdx' }),
  'component-options': site(() => '::Card{a="b}'),
  'inert-component': site((i) => `<b onClick={() => ${i}}>x</b>`, { path: 'content/docs/a.mdx' }),
  'component-error': site((i) => `x {y${i}.z}`, { path: 'content/docs/a.mdx' }),
  'foreign-origin': site((i) => `<iframe src="https://x${i}.example/" title="a" />`, {
    path: 'content/docs/a.mdx',
  }),
  'html-dropped': page(() => 'x <blink>y</blink>'),
  'html-unclosed': page(() => '<div>\n\ntext'),
  'shown-as-text': page((i) => `##B${i}`),
  'foreign-syntax': 'a file has one for each kind of syntax',
  'merge-conflict': page(() => '<<<<<<< HEAD\na'),
  'empty-page': files((i) => [`content/docs/p${i}.md`, '---\ntitle: A\n---\n']),
  'table-row': page(() => '| a |\n| - |\n| b | c |'),
  'unclosed-fence': page((i) => `${'> '.repeat(1)}\`\`\`js\n> x${i}`),
  'unknown-language': page((i) => `\`\`\`pyhton${i}\nx\n\`\`\``),
  'code-options': page(() => '```js {1,x}\nx\n```'),
  'code-uncolored': 'a file has one',
  'unknown-admonition': page((i) => `:::nota${i}\nx\n:::`),
  'unclosed-directive': page(() => '> :::note\n> x'),
  'tab-outside-tabs': page(() => ':::tab[X]\nx\n:::'),
  'tabs-content': page(() => '::::tabs\n> text\n\n:::tab[X]\nx\n:::\n::::'),
  'tabs-empty': page(() => '::::tabs\n::::'),
  'tab-options': page(() => '::::tabs\n:::tab\nx\n:::\n::::'),
  'duplicate-tab': page(() => '::::tabs\n:::tab[X]\nx\n:::\n:::tab[Y]{value="x"}\ny\n:::\n::::'),
  'unknown-tab': page(() => '::::tabs{default="y"}\n:::tab[X]\nx\n:::\n::::'),
  'heading-id': page((i) => `## A ${i} {#b c}`),
  'duplicate-id': page(() => '<span id="x">a</span>'),
  'duplicate-heading-id': page((i) => `## A ${i} {#x}`),
  'reserved-id': page((i) => `<i id="dw-root${i}">b</i>`),
  'undefined-reference': page((i) => `[text][nowhere${i}]`),
  'include-not-found': site((i) => `<Include file="_b${i}.md" />`),
  'include-region': site((i) => `\`\`\`js file="a.js#x${i}"\n\`\`\``, {
    others: { 'content/docs/a.js': '1;\n' },
  }),
  'include-cycle': site(() => '<Include file="_b.md" />', {
    others: { 'content/docs/_b.md': '# B\n\n<Include file="_b.md" />\n' },
  }),
  'include-outside': site((i) => `<Include file="../../../../x${i}.md" />`),
  'unknown-variable': site((i) => `Hi {{ nam${i} }}`, { config: "variables: { name: 'Ada' }" }),
  'bidi-control': page(() => 'a\u202Eb'),
  'page-not-found': links((i) => `/nowhere${i}`),
  'asset-not-found': links((i) => `/img/x${i}.png`),
  'anchor-not-found': links((i) => `#nowhere${i}`),
  'case-mismatch': links(() => 'B.md', { 'content/docs/b.md': '# B\n' }),
  'malformed-url': links((i) => `https://[bad${i}`),
  'malformed-escape': links((i) => `/a${i}%zz`),
  'unknown-scheme': links((i) => `vscode:x${i}`),
  'unsafe-scheme': links((i) => `javascript:alert(${i})`),
  'outside-root': links((i) => `../../../../x${i}.md`),
  'above-site': links((i) => `../../std/x${i}.html`, {}, "markdown: { dialects: ['mdbook'] }"),
  'draft-target': links(() => 'd.md', { 'content/docs/d.md': '---\ndraft: true\n---\n# D\n' }),
  'missing-base-path': {
    n: 30,
    command: 'links',
    input: (n) => ({
      config: "baseUrl: '/b/'",
      files: {
        'content/docs/a.md': '# A\n',
        'content/h.tsx': `export const meta = { title: 'H' };\nexport default () => <main id="main">\n${lines(n, () => '<a href="/docs/a/">a</a>')}\n</main>;\n`,
      },
    }),
  },
  'link-form': links((i) => `b.html#x${i}`, { 'content/docs/b.md': '# B\n' }),
  redirected: links(() => '/o', {}, "redirects: [{ from: '/o', to: '/docs/a' }]"),
  'redirect-broken': config(
    (n) => `redirects: [${list(n, (i) => `{ from: '/o${i}', to: '/n${i}' }`).join()}]`,
  ),
  'redirect-loop': config(
    (n) =>
      `redirects: [${list(n, (i) => `{ from: '/o${i}', to: '/p${i}' }, { from: '/p${i}', to: '/o${i}' }`).join()}]`,
  ),
  'empty-href': links(() => ''),
  'same-origin-absolute': links(() => 'https://x.example/docs/a'),
  'protocol-relative': links((i) => `//example.com/${i}`),
  'repeated-scheme': links((i) => `https://https://example.com/${i}`),
  'mailto-syntax': links((i) => `mailto:nobody${i}`),
  'tel-syntax': links(() => 'tel:12'),
  'insecure-http': links(
    (i) => `http://example.com/${i}`,
    {},
    "rules: { 'insecure-http': 'warning' }",
  ),
  'localhost-link': links(
    (i) => `http://localhost/${i}`,
    {},
    "rules: { 'localhost-link': 'warning' }",
  ),
  'trailing-slash': links(
    () => '/docs/b',
    { 'content/docs/b.md': '# B\n' },
    "links: { trailingSlash: 'always' }, rules: { 'trailing-slash': 'warning' }",
  ),
  'orphan-page': files((i) => [
    `content/p${i}.tsx`,
    `export const meta = { title: 'H' };\nexport default () => <main id="main">h</main>;\n`,
  ]),
  'nothing-checked': ONCE,
  'external-broken': REQUESTS,
  'sample-run': 'needs --run',
  'external-redirect-permanent': REQUESTS,
  'external-unverified': REQUESTS,
  'stale-baseline': {
    n: 60,
    command: 'links',
    input: (n) => ({
      files: {
        ...HOME,
        'links-baseline.json': JSON.stringify({
          baselineVersion: 1,
          findings: list(n, (i) => `x${i}`).map((href) => {
            const entry = { rule: 'page-not-found', file: PAGE, href, nth: 1 };
            return { key: fingerprint(entry), ...entry };
          }),
        }),
      },
    }),
  },
  'unused-suppression': site(() => '<!-- check-links-disable-next-line page-not-found -->\na'),
  'invalid-suppression': site((i) => `<!-- check-links-disable-next-line nope${i} -->\na`),
  'baseline-invalid': ONCE,
  'url-removed': lineFile('urls.lock', (i) => `/gone${String(i).padStart(5, '0')}`),
  'anchor-removed': {
    n: 60,
    command: 'links',
    input: (n) => ({
      files: {
        ...HOME,
        'urls.lock': `/docs/a ${list(n, (i) => `#x${String(i).padStart(5, '0')}`).join(' ')}\n`,
      },
    }),
  },
  'url-not-locked': 'a run has one, which counts the addresses',
  'urls-lock-invalid': lineFile('urls.lock', (i) => `a${i}`),
  'sidebar-unknown-doc': config(
    (n) => `docs: [{ sidebars: { docs: ['a', ${list(n, (i) => `'x${i}'`).join()}] } }]`,
  ),
  'sidebar-item': config(
    (n) =>
      `docs: [{ sidebars: { docs: ['a', ${list(n, (i) => `{ type: 'autogenerated', dir: 'x${i}' }`).join()}] } }]`,
  ),
  'pagination-unknown-doc': files((i) => [
    `content/docs/p${i}.md`,
    '---\npagination_next: nope\n---\n# A\n',
  ]),
  'page-module': files((i) => [`content/p${i}.tsx`, 'export const x = 1;\n']),
  'template-error': files((i) => [
    `content/p${i}.tsx`,
    `export default function Page() {\n  throw new Error("broken${i}");\n}\n`,
  ]),
  'bundle-error': files((i) => [
    `content/p${i}.tsx`,
    'export default function Page() {\n  return <p>;\n}\n',
  ]),
  'output-not-ours': FOLDER,
  'output-locked': FOLDER,
  'output-write': WRITES,
  'build-differs': ONCE,
  'output-unfinished': FOLDER,
  'output-name': files((i) => [`static/con${'.'.repeat(1)}x${i}`, 'a']),
  'openapi-syntax': 'a file has one',
  'openapi-limit': 'a file has one',
  'openapi-version': 'a file has one',
  'openapi-field-missing': operations(() => 'parameters: [{ name: a }]'),
  'openapi-field-unknown': operations((i) => `sumary${i}: a`),
  'openapi-field-type': operations(() => 'tags: 7'),
  'openapi-ref-missing': operations(
    (i) => `parameters: [{ $ref: '#/components/parameters/P${i}' }]`,
  ),
  // Names are compared until a number of comparisons is spent.
  'openapi-ref-unresolved': {
    ...schemas((i) => `{ $ref: '#/components/schemas/N${i}' }`),
    n: 200,
  },
  'openapi-ref-remote': schemas((i) => `{ $ref: 'https://example.com/a${i}.yaml' }`),
  'openapi-ref-refused': schemas((i) => `{ $ref: '../../../a${i}.yaml' }`),
  'openapi-ref-file': schemas((i) => `{ $ref: './nope${i}.yaml' }`),
  'openapi-ref-circular': schemas((i) => `{ $ref: '#/components/schemas/S${i}' }`),
  'openapi-path': paths((i) => `  a${i}: { get: { ${OK} } }`),
  'openapi-parameter': paths((i) => `  /a${i}/{id}: { get: { ${OK} } }`),
  'openapi-operation-id': operations(() => 'operationId: x'),
  'openapi-security': operations((i) => `security: [{ nope${i}: [] }]`),
  'openapi-tag': {
    ...api(
      (n) =>
        `${HEAD}tags: [{ name: A }]\npaths:\n${lines(n, (i) => `  /a${i}: { get: { tags: [B${i}], ${OK} } }`)}\n`,
    ),
    n: 100,
  },
  'openapi-server': api(
    (n) => `${HEAD}paths: {}\nservers:\n${lines(n, (i) => `  - url: 'https://{host}/${i}'`)}\n`,
  ),
  'openapi-link': paths(
    (i) =>
      `  /a${i}: { get: { responses: { '200': { description: ok, links: { next: { operationId: nope${i} } } } } } }`,
  ),
  'openapi-discriminator': {
    ...schemas(
      (i) =>
        `{ oneOf: [{ type: object, properties: { kind: { type: string } } }], discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/N${i}' } } }`,
    ),
    n: 200,
  },
  'openapi-suspicious': api(
    (n) =>
      `${HEAD}paths: {}\ncomponents:\n  schemas:\n${lines(n, (i) => `    S${i}: { type: object, required: [a${i}], properties: {} }`)}\n`,
  ),
  'openapi-example': schemas((i) => `{ type: integer, examples: [text${i}] }`),
  'openapi-page-name': {
    ...paths(
      (i) =>
        `  /a${i}: { get: { operationId: getX${i}, ${OK} } }\n  /b${i}: { get: { operationId: get_x${i}, ${OK} } }`,
    ),
    n: 100,
  },
  'openapi-text': operations(() => 'description: ":::tab[A]\\nx\\n:::"'),
  'openapi-merge': schemas(() => '{ allOf: [{ type: string }, { type: integer }] }'),
  'sample-syntax': samples((i) => `/a --json '{"x": ${i}'`),
  'sample-operation': samples((i) => `/none${i}`),
  'sample-method': samples((i) => `/a?i=${i} -X PUT`),
  'sample-parameter': samples((i) => `/a?q${i}=1`),
  'sample-required': samples((i) => `/a --json '{"y": ${i}}'`),
  'sample-body': samples((i) => `/a --json '{"x": "${i}"}'`),
  'sample-response': samples(
    (i) => `${i}`,
    (text) =>
      `\`\`\`sh\ncurl https://a.example/b\n\`\`\`\n\nReturns:\n\n\`\`\`json\n{ "x": "${text}" }\n\`\`\``,
  ),
  'sample-auth': samples((i) => `/c?${i}`),
  'sample-deprecated': samples((i) => `/b -o ${i}`),
  'sample-server': samples(
    (i) => `/a -o ${i}`,
    (text) => `\`\`\`sh\ncurl https://b.example${text}\n\`\`\``,
  ),
  'sample-variable': samples((i) => `/a?q=$V${i}\n\`\`\`\n\n\`\`\`sh\nV${i}=1`),
  'overlay-invalid': ONCE,
  'overlay-unused': {
    n: 40,
    command: 'links',
    input: (size) => ({
      files: {
        ...HOME,
        'openapi/a.yaml': `${HEAD}paths: {}\n`,
        'o.yaml': `overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n${lines(size, (i) => `  - { target: $.x${i}, remove: true }`)}\n`,
      },
      config: "openapi: [{ spec: 'openapi/a.yaml', overlays: ['o.yaml'] }]",
    }),
  },
  'link-to-removed-operation': 'it needs a history in git',
  'link-to-deprecated-operation': site((i) => `[a](/api/get-a?i=${i})`, {
    others: {
      'openapi/a.yaml': `${HEAD}paths: { /a: { get: { operationId: getA, deprecated: true, ${OK} } } }\n`,
    },
    config: "openapi: [{ spec: 'openapi/a.yaml', routeBase: '/api' }]",
  }),
  'api-change-breaking': COMPARED,
  'api-change-risky': COMPARED,
  'api-change-safe': COMPARED,
  'api-changes-lock': COMPARED,
  'api-history': ONCE,
  'search-index-size': ONCE,
  'search-index-limit': ONCE,
  'queries-not-found': ONCE,
  'queries-syntax': ONCE,
  'queries-invalid': QUERIES,
  'queries-target': QUERIES,
  'search-miss': QUERIES,
  'search-late': QUERIES,
  'search-gap': QUERIES,
  'search-worse': QUERIES,
  'search-incomplete': ONCE,
  'compare-failed': ONCE,
  'agents-list': 'a run has one for each list of pages',
  'agents-page': 'a run has one for each Markdown version',
  'skill-invalid': 'a run has one for each skill',
  'skill-link': {
    n: 60,
    command: 'links',
    input: (size) => {
      const text = blocks(size, (i) => `[a](gone${i}.md)`);
      const head = '---\nname: a\ndescription: Does it.\n---\n\n';
      return { files: { ...HOME, 'skills/a/SKILL.md': head + text } };
    },
  },
  'questions-invalid': 'a run has one for each question',
  'question-missed': 'a run has one for each question',
  'agents-below-limit': 'a run has one',
  'outdated-translation': translations((n) =>
    Object.fromEntries(
      list(n, (i) => `docs/p${i}.md`).flatMap((name) => [
        [`content/${name}`, '# P\n\nSome text.\n'],
        [`i18n/fr/${name}`, '---\ntranslated_from: 2026-01-31 aaaabbbb\n---\n# P\n\nText.\n'],
      ]),
    ),
  ),
  'missing-translation': translations((n) =>
    Object.fromEntries(list(n, (i) => `content/docs/p${i}.md`).map((name) => [name, '# P\n'])),
  ),
  'translation-differs': translations((n) => ({
    [PAGE]: `# A\n\n${blocks(n, (i) => `[a](b${i}.md)`)}\n`,
    'i18n/fr/docs/a.md': `# A\n\n${blocks(n, (i) => `[a](c${i}.md)`)}\n`,
  })),
  'glossary-term': translations((n) => ({
    [PAGE]: '# A\n',
    'i18n/fr/docs/a.md': `# A\n\n${lines(n, () => 'Une clef ici.')}\n`,
    'glossary.yml': '- { term: key, forbidden: { fr: [clef] } }\n',
  })),
  'glossary-invalid': translations((n) => ({
    [PAGE]: '# A\n',
    'glossary.yml': `${lines(n, (i) => `- { term: a${i}, translations: { xx: [b] } }`)}\n`,
  })),
  'translations-below-limit': 'a run has one',
  'search-below-limit': 'a run has one for each limit',
};

const PREFIX = 'finding: ';

export const FINDINGS: readonly Construct[] = Object.entries(FINDING_CONSTRUCTS).flatMap(
  ([code, construct]) =>
    typeof construct === 'string' ? [] : [{ ...construct, name: PREFIX + code }],
);

/** The code of which a construct has findings; undefined for other constructs. */
export function codeOf(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

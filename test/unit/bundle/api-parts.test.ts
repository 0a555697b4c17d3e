import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const EXAMPLE = 'examples/api-parts';
const PAGE = '/api/get-lamp';

/** The example in `examples/`, with other templates. */
function example(templates: SiteFiles = {}): SiteDriver {
  const read = (path: string): string => readFileSync(`${EXAMPLE}/${path}`, 'utf8');
  const files = ['content/index.md', 'openapi/lamps.yaml'].map((path) => [path, read(path)]);
  const config = read('site.config.ts')
    .replace(/import.*;/, '')
    .replace('defineConfig', '');
  const driver = site({ ...Object.fromEntries(files), ...templates, 'site.config.ts': config });
  onTestFinished(driver.dispose);
  return driver;
}

const wrapped = (name: string, content: string): SiteFiles => ({
  [`templates/api/${name}.tsx`]: `
import { ${name} as Default } from 'docwright/templates/api/${name}.tsx';
export const ${name} = (props) => <>${content}<Default {...props} /></>;
`,
});

it('wraps the default, as the example does', async () => {
  const path = 'templates/api/Operation.tsx';
  const driver = await example({ [path]: readFileSync(`${EXAMPLE}/${path}`, 'utf8') }).build();
  expect(driver.diagnostics()).toEqual([]);
  expect(driver.page(PAGE)).toContain(
    '<p><a href="mailto:docs@example.com?subject=Mistake%20in%20%22Get%20a%20lamp%22">Report a mistake on this page</a></p>',
  );
  expect(driver.file('api/get-lamp.md')).toContain('\n[Report a mistake on this page](mailto:');
});

it.each([
  ['Code', 'get-lamp'],
  ['Heading', 'get-lamp'],
  ['OperationList', 'lamps'],
  ['Overview', 'lamps'],
  ['Parameter', 'get-lamp'],
  ['Property', 'get-lamp'],
  ['Response', 'get-lamp'],
  ['Route', 'get-lamp'],
  ['Schema', 'get-lamp'],
  ['SchemaList', 'schemas'],
  ['SchemaPage', 'schemas/Size'],
  ['Tabs', 'get-lamp'],
])('%s is shown in place of the default', async (name, page) => {
  const driver = example(wrapped(name, '<hr id="own" />'));
  const text = readFileSync(`${EXAMPLE}/openapi/lamps.yaml`, 'utf8');
  const own = `${text}                  size:
                    $ref: '#/components/schemas/Size'
components: { schemas: { Size: { type: string, enum: [s, m] } } }
`;
  await driver.write('openapi/lamps.yaml', own).build();
  expect(driver.diagnostics()).toEqual([]);
  expect(driver.page(`/api/${page}`)).toContain('<hr id="own">');
});

it('imports the other ones of the site, in copies too', async () => {
  const driver = example({
    ...wrapped('Heading', '<hr id="own" />'),
    'templates/api/Operation.tsx': `import { Heading } from 'docwright/templates/api/Heading.tsx';
import { Operation as Default } from 'docwright/templates/api/Operation.tsx';
export const Operation = (props) => <><section><Heading level={2} id="x" href="#x" label="X">X</Heading></section><Default {...props} /></>;
`,
  });
  await driver.build();
  expect(driver.diagnostics()).toEqual([]);
  expect(driver.page(PAGE)).toMatch(/<section><hr id="own">/);
});

it('escapes text, but not finished HTML', async () => {
  const content = '<p title={props.title}>{props.title}{raw("<i>a</i>")}</p>';
  const [[path, text] = ['', '']] = Object.entries(wrapped('Operation', content));
  const driver = example({ [path]: `import { raw } from 'docwright/html';\n${text}` });
  const description = readFileSync(`${EXAMPLE}/openapi/lamps.yaml`, 'utf8');
  const titled = description.replace('Get a lamp', `'<b>"L"</b>'`);
  await driver.write('openapi/lamps.yaml', titled).build();
  expect(driver.page(PAGE)).toContain(
    '<p title="&lt;b&gt;&quot;L&quot;&lt;/b&gt;">&lt;b&gt;&quot;L&quot;&lt;/b&gt;<i>a</i></p>',
  );
});

it('renders pages again after an edit, and no others', async () => {
  const driver = await example(wrapped('Operation', '<p>one</p>')).build();
  const other = driver.page('/');
  Object.entries(wrapped('Operation', '<p>two</p>')).map(([path, text]) =>
    driver.write(path, text),
  );
  await driver.rebuild();
  expect(driver.page(PAGE)).toContain('<p>two</p><div class="api">');
  driver.remove('templates');
  await driver.rebuild();
  expect(driver.page(PAGE)).not.toContain('<p>two</p>');
  expect(driver.page('/')).toBe(other);
});

const HINT = /templates\/api\/ prints HTML without React: .*interactive component/;

it.each([
  [
    'a hook of React',
    "import { useState } from 'react';\nexport function Route() {\n  return <p>{useState(1)[0]}</p>;\n}",
    'templates/api/Route.tsx:3:14 template-error',
    HINT,
  ],
  [
    'a component of React',
    'import { Link } from \'docwright/theme\';\nexport function Route() {\n  return <Link to="/">a</Link>;\n}',
    'templates/api/Route.tsx:3:10 template-error',
    HINT,
  ],
  [
    'an element of React',
    "import { createElement } from 'react';\nexport function Route() {\n  return <p>{createElement('b')}</p>;\n}",
    'templates/api/Route.tsx:3:10 template-error',
    HINT,
  ],
  [
    'no component',
    'export const Route = 1;',
    'templates/api/Route.tsx:1:1 template-error',
    /export function Route/,
  ],
])('reports %s', async (...[, text, finding, hint]) => {
  const driver = await example({ 'templates/api/Route.tsx': text }).build();
  expect(driver.diagnostics()).toEqual([finding]);
  expect(driver.result().diagnostics[0]?.hint).toMatch(hint);
  expect(driver.files()).toEqual([]);
});

it('reports a file that replaces no part', async () => {
  const driver = await example({ 'templates/api/Rout.tsx': 'export {};\n' }).build();
  expect(driver.diagnostics()).toEqual(['templates/api/Rout.tsx:1:1 unknown-template']);
  expect(driver.result().diagnostics[0]?.hint).toContain('did you mean "api/Route.tsx"?');
});

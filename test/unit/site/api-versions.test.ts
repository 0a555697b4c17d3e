import { afterEach, describe, expect, it } from 'vitest';
import { clientSiteOf, linksIn } from '../../support/page-data.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;
afterEach(() => driver.dispose());

const spec = (version: string, ...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: { title: Pay ${version}, version: '${version}' }\nservers: [{ url: https://pay.example.com }]\npaths:\n${paths.join('')}`;
const operation = (path: string, id: string): string => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map(
    (name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );
  return `  ${path}:\n    get: { operationId: ${id}, summary: ${id}, parameters: [${parameters.join(', ')}], responses: { '200': { description: Done. } } }\n`;
};
const config = (openapi: string, more = ''): string =>
  `export default { title: 'T', url: 'https://t.example', openapi: [${openapi}], ${more} };\n`;
const PAY = `{ id: 'pay', routeBase: '/pay', versions: [
  { name: 'v3', spec: 'openapi/v3.yaml', banner: 'unreleased' },
  { name: 'v2', spec: 'openapi/v2.yaml', label: 'Version 2' },
  { name: 'v1', spec: 'openapi/v1.yaml' },
] }`;
const NAVBAR = `navbar: { items: [
  { type: 'docSidebar', sidebarId: 'pay', label: 'API' },
  { type: 'docsVersionDropdown', docsPluginId: 'pay' },
] }`;
const FILES = {
  'site.config.ts': config(PAY, NAVBAR),
  'content/docs/guide.md': '# Guide\n',
  'openapi/v3.yaml': spec('3', operation('/payments', 'getPayments')),
  'openapi/v2.yaml': spec(
    '2',
    operation('/payments', 'getPayments'),
    operation('/payments/{payment}', 'getPayment'),
  ),
  'openapi/v1.yaml': spec(
    '1',
    operation('/payments/{id}', 'getOldPayment'),
    operation('/charges', 'getCharges'),
  ),
};

describe('versions of an API', () => {
  it('have pages each, of which readers get the first released ones', async () => {
    driver = await site(FILES).build();
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/pay/get-payments')).not.toContain('class="page-note"');
    expect(driver.page('/pay/v3/get-payments')).toMatch(/class="page-note".*Version 2/s);
    const old = driver.page('/pay/v1/get-old-payment');
    expect(old).toMatch(/class="page-note".*Version 2/s);
    expect(old).toContain('name="robots" content="noindex');
    expect(driver.page('/pay/get-payments')).not.toContain('noindex');
    expect(driver.file('sitemap.xml')).not.toContain('/pay/v1/');
  });

  it('have a switcher that keeps the operation, by its id or by its method and path', async () => {
    driver = await site(FILES).build();
    const versions = (route: string) => linksIn(driver.page(route), 'Versions');
    expect(versions('/pay/get-payment')).toEqual([
      ['/pay/v3/pay-3/', 'v3'],
      ['/pay/get-payment/', 'Version 2'],
      ['/pay/v1/get-old-payment/', 'v1'],
    ]);
    expect(versions('/pay/v1/pay-1')[1]).toEqual(['/pay/pay-2/', 'Version 2']);
    // A page of the docs leads to the start.
    expect(versions('/docs/guide')[2]).toEqual(['/pay/v1/pay-1/', 'v1']);
  });

  it('name the operation of the version that readers get to search engines', async () => {
    driver = await site(FILES).build();
    const canonical = (route: string) =>
      /<link rel="canonical" href="([^"]*)"/.exec(driver.page(route))?.[1];
    expect(canonical('/pay/v1/get-old-payment')).toBe('https://t.example/pay/get-payment/');
    expect(canonical('/pay/v1/get-charges')).toBe('https://t.example/pay/v1/get-charges/');
    expect(canonical('/pay/get-payments')).toBe('https://t.example/pay/get-payments/');
  });

  it('have a sidebar and an index for search each', async () => {
    driver = await site(FILES).build();
    const sidebar = linksIn(driver.page('/pay/v1/get-charges'), 'Documentation');
    expect(sidebar.map(([href]) => href)).toEqual([
      '/pay/v1/pay-1/',
      '/pay/v1/get-old-payment/',
      '/pay/v1/get-charges/',
    ]);
    expect(linksIn(driver.page('/docs/guide'), 'Main')).toContainEqual(['/pay/pay-2/', 'API']);
    const { search } = clientSiteOf(driver.page('/pay/v1/get-charges'));
    expect(search.sets.at(-1)).toMatchObject({
      id: 'pay',
      last: 'v2',
      versions: { v1: 'docs-pay-v1', v2: 'docs-pay-v2', v3: 'docs-pay-v3' },
    });
    expect(driver.file('search-index-docs-pay-v1.json')).toContain('/charges');
    expect(driver.file('search-index-docs-pay-v2.json')).not.toContain('/charges');
  });

  it('are named by sidebars of the docs: the one that readers get, or another', async () => {
    const docs = (items: string): string =>
      `docs: [{ sidebars: { docs: ['guide', ${items}] }, versions: { '1.0': { sidebars: { docs: ['guide', { type: 'openapi', id: 'pay', version: 'v1' }] } } } }]`;
    driver = site({ ...FILES, 'versions/1.0/guide.md': '# Guide\n' });
    driver.write('versions/2.0/guide.md', '# Guide\n');
    driver.write('site.config.ts', config(PAY, docs(`{ type: 'openapi', id: 'pay' }`)));
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    const hrefs = (route: string) =>
      linksIn(driver.page(route), 'Documentation').map(([href]) => href);
    expect(hrefs('/docs/guide')).toContain('/pay/get-payment/');
    expect(hrefs('/docs/1.0/guide')).toContain('/pay/v1/get-charges/');
    // The page has the sidebar from which readers come, or that of its own version.
    expect(hrefs('/pay/get-payment')).toContain('/docs/guide/');
    expect(hrefs('/pay/v1/get-charges')).not.toContain('/docs/1.0/guide/');
    driver.write(
      'site.config.ts',
      config(PAY, docs(`{ type: 'openapi', id: 'pay', version: 'v0' }`)),
    );
    await driver.build();
    expect(driver.result().diagnostics).toMatchObject([
      {
        code: 'sidebar-item',
        message: 'the API "pay" has no version "v0"',
        hint: 'did you mean "v3"?',
      },
    ]);
  });

  it('are refused beside a description, with one name, or with the id of a docs set', async () => {
    const both = `{ spec: 'openapi/v1.yaml', versions: [{ name: 'a', spec: 'openapi/v1.yaml' }, { name: 'a', spec: 'openapi/v2.yaml' }] }`;
    driver = site({
      ...FILES,
      'site.config.ts': config(`${both}, {}, ${PAY.replace("'pay'", "'default'")}`),
    });
    await driver.build();
    expect(driver.result().diagnostics.map(({ message }) => message)).toEqual([
      'openapi[0].spec is given beside versions',
      'openapi[0].versions[1].name has the name "a" of versions[0]',
      'openapi[1].spec is required',
      'openapi[1] has the id "api" of openapi[0], because it gives none',
      'openapi[2] has the id "default" of a docs set',
    ]);
  });

  it('may lack a description: the others are built, and the finding is at its version', async () => {
    driver = await site(FILES).remove('openapi/v1.yaml').build();
    expect(driver.result().diagnostics).toMatchObject([
      { code: 'file-unreadable', location: { file: 'site.config.ts', line: 4 } },
    ]);
  });
});

import { expect, it } from 'vitest';
import { site } from '../../support/site.ts';

const NONE = 'name a YAML or JSON file below the site folder';

it.each([
  ['openapi/apis.yaml', 'there is no file "openapi/apis.yaml"', 'did you mean "openapi/api.yaml"?'],
  ['openapi', 'cannot read "openapi": it is a folder', 'did you mean "openapi/api.yaml"?'],
  ['spec/other.yaml', 'there is no file "spec/other.yaml"', NONE],
])('reports where the configuration names %s, which is no file', async (spec, message, hint) => {
  const driver = await site({
    'site.config.ts': `export default {\n  title: 'T', url: 'https://t.example',\n  openapi: [{ spec: '${spec}' }],\n};\n`,
    'content/index.md': '# Home\n',
    'openapi/api.yaml': 'openapi: 3.1.0\n',
  }).build();
  const location = { file: 'site.config.ts', line: 3, column: 21, pointer: 'openapi[0].spec' };
  expect(driver.result().diagnostics).toMatchObject([{ message, hint, location }]);
  driver.dispose();
});

it.each(["'staging'", '2'])(
  'reports server: %s, which the description does not have',
  async (server) => {
    const driver = await site({
      'site.config.ts': `export default {\n  title: 'T', url: 'https://t.example',\n  openapi: [{ spec: 'openapi/api.yaml', server: ${server} }],\n};\n`,
      'content/index.md': '# Home\n',
      'openapi/api.yaml': `openapi: 3.1.0
info: {title: T, version: '1'}
servers: [{url: https://api.test}, {url: https://try.test, description: Sandbox}]
paths: {}
`,
    }).build();
    expect(driver.result().diagnostics).toMatchObject([
      {
        code: 'config-value',
        severity: 'error',
        message: `openapi[0].server matches no server: ${server.replaceAll("'", '"')}`,
        hint: 'its servers are: https://api.test, https://try.test (Sandbox)',
        location: { file: 'site.config.ts', line: 3, pointer: 'openapi[0].server' },
      },
    ]);
    driver.dispose();
  },
);

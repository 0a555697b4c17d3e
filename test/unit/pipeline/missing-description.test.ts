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

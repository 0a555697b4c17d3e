import { describe, expect, it } from 'vitest';
import { compileConfig } from '../../../src/config/loading/compile.ts';
import { readPlainModule } from '../../../src/config/loading/load-module.ts';
import { tempSite } from './temp-site.ts';

const OBJECT = `{ title: 'docwright', n: -1.5, list: [true, null, 'a\\'b'], 'a-b': { c: \`d\` }, }`;
const VALUE = { title: 'docwright', n: -1.5, list: [true, null, "a'b"], 'a-b': { c: 'd' } };

describe('a module of literals', () => {
  it.each([
    `export default ${OBJECT};`,
    `export default ${OBJECT}`,
    `// A comment { with brackets\nexport default /* here */ ${OBJECT} as const;`,
    `\uFEFFimport { defineConfig } from 'docwright';\n\nexport default defineConfig(${OBJECT});\n`,
    `import { defineConfig, type SiteConfig } from "docwright"\nexport default defineConfig(${OBJECT} satisfies SiteConfig,)`,
    `import type { SiteConfig } from 'docwright';\nconst config: SiteConfig = ${OBJECT};\nexport default config;`,
    `const config = ${OBJECT}\nexport default config`,
  ])('is read as it runs: %j', async (text) => {
    expect(readPlainModule(text)).toEqual({ value: VALUE });
    const siteDir = tempSite({ 'site.config.ts': text });
    const result = await compileConfig({
      configFile: `${siteDir}/site.config.ts`,
      outfile: `${siteDir}/config.mjs`,
    });
    if (result.kind !== 'compiled') throw new Error('it does not compile');
    const { code } = result.compiled;
    const run: { default: unknown } = await import(
      `data:text/javascript,${encodeURIComponent(code)}`
    );
    expect(run.default).toEqual(VALUE);
  });

  it.each([
    ['code', `export default { title: 'a'.trim() };`],
    ['a name', `const title = 'a';\nexport default { title };`],
    ['a function', `export default { title() {} };`],
    ['a getter', `export default { get title() { return 'a'; } };`],
    ['a template with code', `export default { title: \`\${process.title}\` };`],
    ['a spread', `export default { ...{} };`],
    ['an expression', `export default { a: 1 + 1 };`],
    ['a computed key', `export default { [title]: 1 };`],
    ['two values', `export default { a: 1 }, { b: 2 };`],
    [
      'two arguments',
      `import { defineConfig } from 'docwright';\nexport default defineConfig({}, {});`,
    ],
    ['a function that is not imported', `export default defineConfig({ a: 1 });`],
    [
      'another import',
      `import { defineConfig } from './own';\nexport default defineConfig({ a: 1 });`,
    ],
    ['an unknown export', `import { definConfig } from 'docwright';\nexport default { a: 1 };`],
    ['another export', `const config = { a: 1 };\nexport default other;`],
    ['no export', `const config = { a: 1 };`],
    ['a missing comma', `export default { a: 1 b: 2 };`],
    ['a missing bracket', `export default { a: 1 ;`],
    ['an octal escape', `export default { a: '\\01' };`],
    ['code after it', `export default { a: 1 };\nprocess.exit();`],
    ['nothing', ''],
  ])('is not what has %s', (_, text) => {
    expect(readPlainModule(text)).toBeUndefined();
  });
});

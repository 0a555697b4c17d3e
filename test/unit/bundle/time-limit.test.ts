import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TIME_LIMIT, withinTime } from '../../../src/config/loading/time-limit.ts';
import { type SiteFiles, site } from '../../support/site.ts';

// A build gives code more time than a test has.
const { seconds } = TIME_LIMIT;
beforeAll(() => {
  TIME_LIMIT.seconds = 0.4;
});
afterAll(() => {
  TIME_LIMIT.seconds = seconds;
});

const LOOP = 'while (true) {}';

async function findings(files: SiteFiles): Promise<readonly string[]> {
  const driver = site({ 'content/index.md': '# Home\n', ...files }).warm();
  onTestFinished(driver.dispose);
  const { diagnostics } = (await driver.build()).result();
  expect(driver.files()).toEqual([]);
  return diagnostics.map(({ location, code, message }) => {
    return `${location?.file}:${location?.line} ${code} ${message}`;
  });
}

it('passes on what a function returns and throws, and ends one that does not', () => {
  expect(withinTime(() => 1)).toEqual({ ok: true, value: 1 });
  expect(() => withinTime(() => JSON.parse('{'))).toThrow(SyntaxError);
  const endless = (): never => {
    for (;;)
      try {
        for (;;);
      } finally {
        // A loop that no exception leaves.
        for (;;);
      }
  };
  expect(withinTime(endless)).toEqual({ ok: false });
  expect(withinTime(() => withinTime(() => 1))).toMatchObject({ value: { value: 1 } });
});

it('ends an expression, a component and the module of a page, at their lines', {
  timeout: 120_000,
}, async () => {
  expect(
    await findings({
      'content/a.mdx': `# A\n\nText\n\n{(() => { ${LOOP} })()}\n`,
      'content/b.mdx':
        "import { Loop } from '../components/Loop.tsx';\n\n# B\n\nText\n\n<Loop />\n",
      'content/c.mdx': "import { Loop } from '../components/Loop.tsx';\n\n# C\n\n<Loop />\n",
      'content/d.mdx': `export const x = (() => { ${LOOP} })();\n\n# D\n`,
      'components/Loop.tsx': `export function Loop() { ${LOOP} }\n`,
    }),
  ).toEqual([
    'content/a.mdx:5 component-limit the expression was stopped and is left out: it does not end within 10 seconds',
    'content/b.mdx:7 component-limit the component <Loop> was stopped, its content is shown: it does not end within 10 seconds',
    "content/d.mdx:1 component-limit the page's code was stopped; components are left out: it does not end within 10 seconds",
  ]);
});

it('publishes no page of hundreds of megabytes', async () => {
  expect(
    await findings({
      'content/a.mdx': "# A\n\n{'x'.repeat(3e8)}\n",
      'content/b.mdx': "# B\n\n{Array.from({ length: 3 }, () => 'x'.repeat(4e6))}\n",
    }),
  ).toEqual([
    'content/a.mdx:3 component-limit the expression was stopped and is left out: it has more than 10000000 characters',
    // A busy machine may lack the time to make it.
    expect.stringMatching(/^content\/b\.mdx:1 component-limit the page's code was stopped/),
  ]);
});

it('ends React pages, templates and plug-ins', async () => {
  expect(await findings({ 'content/a.tsx': `export default function A() { ${LOOP} }\n` })).toEqual([
    expect.stringMatching(/^content\/a\.tsx.* template-error .*does not end within/),
  ]);
  expect(
    await findings({
      'site.config.ts': `export default { title: 'A', url: 'https://a.example', plugins: [{ name: 'p', blocks: { loop: () => { ${LOOP} } } }] };\n`,
      'content/a.md': '# A\n\n:::loop\nx\n:::\n',
    }),
  ).toEqual([expect.stringMatching(/^content\/a\.md:3 plugin-error .*does not end within/)]);
});

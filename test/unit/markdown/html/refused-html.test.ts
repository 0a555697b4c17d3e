import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../../support/site.ts';

const PAGE =
  '# A\n\n<p style="color: red">a</p>\n\n<iframe src="https://b.example/"></iframe>\n\n<b onclick="x()">c</b>\n';

const CLASS = 'use a class and a rule in templates/styles.css';
const COMPONENT =
  "write a component with 'use client', or name the script in `head` of the configuration";

async function findings(html: string): Promise<readonly unknown[]> {
  const driver = site({
    'site.config.ts': `export default { title: 'A', url: 'https://a.example', markdown: { html: '${html}' } };\n`,
    'content/index.md': PAGE,
  }).warm();
  onTestFinished(driver.dispose);
  const { diagnostics } = (await driver.build()).result();
  return diagnostics.map(({ code, location, hint }) => [location?.line, code, hint]);
}

it('answers dropped HTML with what the policy allows', async () => {
  expect(await findings('sanitize')).toEqual([
    [3, 'html-dropped', CLASS],
    [5, 'html-dropped', expect.stringContaining('security.origins.frame')],
    [7, 'html-dropped', COMPONENT],
  ]);
});

it('reports trusted HTML that the policy blocks', async () => {
  expect(await findings('trusted')).toEqual([
    [3, 'content-policy', CLASS],
    [7, 'content-policy', COMPONENT],
    [5, 'foreign-origin', expect.stringContaining('security.origins.frame')],
  ]);
});

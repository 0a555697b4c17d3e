import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { site } from '../../support/site.ts';
import { unprivileged } from '../../support/unprivileged.ts';

it.each([
  { closed: 'content/closed', name: 'content/closed' },
  { closed: 'content', name: 'content' },
  { closed: 'static', name: 'static' },
])('names the folder $name that cannot be read', async ({ closed, name }) => {
  const driver = site({
    'content/closed/a.md': '# A\n',
    'content/index.md': '# B\n',
    'static/x': '',
  }).warm();
  try {
    chmodSync(join(driver.dir, closed), 0);
    await unprivileged(driver.dir, () => driver.build());
    const problem = driver.result().diagnostics.find(({ code }) => code === 'file-unreadable');
    expect(problem).toMatchObject({
      message: `cannot read the folder "${name}": permission denied`,
      hint: 'allow this user to read it',
      location: { file: name, line: 1, column: 1 },
    });
  } finally {
    chmodSync(join(driver.dir, closed), 0o755);
    driver.dispose();
  }
});

import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

it('writes files that a web server can read, whatever the umask and the sources allow', async () => {
  const driver = site({
    'a/index.md': '# A\n\n[b](b.txt)\n',
    'a/b.txt': 'b\n',
    'static/c/d.txt': 'd\n',
  });
  onTestFinished(driver.dispose);
  for (const file of ['a/b.txt', 'static/c/d.txt']) chmodSync(join(driver.dir, file), 0o600);
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  await driver.build();
  const mode = (path: string): number => statSync(join(driver.outDir(), path)).mode & 0o777;
  const files = driver.files().filter((path) => !path.startsWith('.docwright'));
  expect(new Set(files.map(mode))).toEqual(new Set([0o644]));
  for (const folder of ['', 'a', 'c', 'dw-assets', 'dw-files']) expect(mode(folder)).toBe(0o755);
});

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

it('follows links to files that pages may include, but to no hidden file and no folder', async () => {
  const driver = site({
    'site.config.ts': `export default { title: 'A', url: 'https://a.example', includeRoots: ['../repository'] };\n`,
    'index.md': '# A\n\n![b](/b.svg)\n',
    'static/c.txt': 'c\n',
  }).warm();
  const root = join(driver.dir, '../repository');
  onTestFinished(() => {
    rmSync(root, { recursive: true });
    driver.dispose();
  });
  mkdirSync(join(root, 'art/.private'), { recursive: true });
  writeFileSync(join(root, 'art/b.svg'), '<svg/>\n');
  writeFileSync(join(root, 'art/.private/d.txt'), 'd\n');
  for (const [target, name] of [
    ['art/b.svg', 'b.svg'],
    ['art/.private/d.txt', 'd.txt'],
    ['art', 'e'],
  ] as const)
    symlinkSync(join(root, target), join(driver.dir, 'static', name));
  await driver.build();
  expect(driver.diagnostics()).toEqual([
    'static/d.txt:1:1 path-outside-root',
    'static/e:1:1 path-outside-root',
  ]);
  driver.remove('static/d.txt').remove('static/e');
  await driver.rebuild();
  expect(driver.diagnostics()).toEqual([]);
  expect(driver.file('b.svg')).toBe('<svg/>\n');
});

it('follows no link to a hidden file or folder of the site', async () => {
  const driver = site({
    'index.md': '# A\n\n[b](./b.txt)\n',
    '.env': 'SECRET\n',
    '.private/key.txt': 'SECRET\n',
    'static/e.txt': 'e\n',
  }).warm();
  onTestFinished(driver.dispose);
  const link = (target: string, name: string): void =>
    symlinkSync(join(driver.dir, target), join(driver.dir, name));
  link('.env', 'b.txt');
  link('.env', 'static/c.txt');
  link('.private', 'static/d');
  await driver.build();
  expect(driver.diagnostics()).toEqual(
    expect.arrayContaining([
      'b.txt:1:1 path-outside-root',
      'static/c.txt:1:1 path-outside-root',
      'static/d:1:1 path-outside-root',
    ]),
  );
});

it('reads no UI messages through links out of the site or to hidden files', async () => {
  const driver = site({
    'site.config.ts': `export default { title: 'A', url: 'https://a.example', i18n: { locales: [{ code: 'en' }, { code: 'fr' }, { code: 'de' }] } };\n`,
    'content/index.md': '# A\n',
    '.secret.yml': 'search: SECRET\n',
    'i18n/fr/index.md': '# A\n',
    'i18n/de/index.md': '# A\n',
  }).warm();
  const outside = join(driver.dir, '../secret.yml');
  writeFileSync(outside, 'search: SECRET\n');
  onTestFinished(() => {
    rmSync(outside);
    driver.dispose();
  });
  symlinkSync(outside, join(driver.dir, 'i18n/fr/messages.yml'));
  symlinkSync(join(driver.dir, '.secret.yml'), join(driver.dir, 'i18n/de/messages.yml'));
  const { diagnostics } = (await driver.build()).result();
  expect(diagnostics.map(({ code }) => code)).toEqual(['path-outside-root', 'path-outside-root']);
  expect(JSON.stringify(diagnostics)).not.toContain('SECRET');
});

it('takes no hidden folder for a folder of the site', async () => {
  const driver = site({ 'index.md': '# A\n', '.private/key.txt': 'SECRET\n' }).warm();
  onTestFinished(driver.dispose);
  symlinkSync(join(driver.dir, '.private'), join(driver.dir, 'static'));
  await driver.build();
  expect(driver.diagnostics()).toEqual(['static:1:1 path-outside-root']);
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

function siteWith(files: SiteFiles): SiteDriver {
  const driver = site({ 'content/index.md': '# A\n', ...files });
  drivers.push(driver);
  return driver;
}

function theme({ dir }: SiteDriver, ...args: readonly string[]) {
  const bin = join(ROOT, 'bin/docs.js');
  return spawnSync(process.execPath, [bin, 'theme', ...args], { cwd: dir, encoding: 'utf8' });
}

const TSCONFIG = `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "jsx": "react-jsx", "skipLibCheck": true,
  "allowImportingTsExtensions": true, "noUncheckedSideEffectImports": false }, "include": ["site.config.ts", "templates"] }\n`;

describe('docs theme eject', () => {
  it('copies templates whose types resolve and that render the same', async () => {
    const driver = await siteWith({ 'tsconfig.json': TSCONFIG }).build();
    const before = driver.page('/');
    const names = [
      'Layout',
      'DocPage.tsx',
      'Article',
      'NavbarItem',
      'components/Card',
      'api/Operation',
    ];
    for (const name of names) {
      const { status, stdout } = theme(driver, 'eject', name);
      const file = `templates/${name.replace('.tsx', '')}.tsx`;
      expect(stdout).toBe(
        `copied ${file} from docwright: the site has its own now\nundo: rm ${file}\n`,
      );
      expect(status).toBe(0);
    }
    theme(driver, 'eject', 'styles/tabs.css');
    const [first = ''] = readFileSync(join(driver.dir, 'templates/styles/tabs.css'), 'utf8').split(
      '\n',
    );
    expect(first).toMatch(/^\/\* base: [\w-]{8} \*\/$/);
    mkdirSync(join(driver.dir, 'node_modules/@types'), { recursive: true });
    symlinkSync(ROOT, join(driver.dir, 'node_modules/docwright'));
    for (const name of ['react', '@types/react'])
      symlinkSync(join(ROOT, 'node_modules', name), join(driver.dir, 'node_modules', name));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc], { cwd: driver.dir, encoding: 'utf8' }).stdout).toBe(
      '',
    );
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    const withoutAssets = (html: string): string =>
      html.replace(/dw-assets\/[\w-]+\.(?:js|css)|sha\d+-[\w+/=]+/g, '');
    expect(withoutAssets(driver.page('/'))).toBe(withoutAssets(before));

    // A copy shows the other templates of the site.
    driver.write(
      'templates/Footer.tsx',
      'export function Footer() {\n  return <footer>mine</footer>;\n}\n',
    );
    await driver.rebuild();
    expect(driver.page('/')).toContain('<footer>mine</footer>');
  }, 120_000);

  it('overwrites only with --force, and takes the template of the last theme', () => {
    const driver = siteWith({
      'site.config.ts':
        "export default { title: 'T', url: 'https://docs.example.com', theme: ['./one', './two'] };\n",
      'one/templates/Footer.tsx':
        "import { a } from './parts/a.ts';\nexport const Footer = () => a;\n",
      'one/templates/parts/a.ts': 'export const a = null;\n',
      'two/styles.css': '',
    });
    const { stdout } = theme(driver, 'eject', 'Footer');
    expect(stdout).toContain('copied templates/Footer.tsx from one');
    const text = readFileSync(join(driver.dir, 'templates/Footer.tsx'), 'utf8');
    expect(text).toContain("from '../one/templates/parts/a.ts'");
    driver.write('templates/Footer.tsx', '// mine\n');
    const refused = theme(driver, 'eject', 'Footer');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('there is a templates/Footer.tsx already');
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(join(driver.dir, 'templates/Footer.tsx'), 'utf8')).toBe('// mine\n');
    expect(theme(driver, 'eject', 'Footer', '--force').status).toBe(0);
  });

  it('names the nearest template, and needs a name', () => {
    const driver = siteWith({});
    const { status, stderr } = theme(driver, 'eject', 'Foter');
    expect(status).toBe(2);
    expect(stderr).toContain('there is no template "Foter"');
    expect(stderr).toContain('did you mean "Footer"?');
    expect(theme(driver, 'eject').stderr).toContain('eject needs the name of a template');
    expect(theme(driver, 'eject', '../../x').stderr).toContain('docs theme list');
    expect(existsSync(join(driver.dir, 'templates'))).toBe(false);
  });
});

it('docs theme list names the files that are used', () => {
  const driver = siteWith({
    'site.config.ts':
      "export default { title: 'T', url: 'https://docs.example.com', theme: './one' };\n",
    'one/templates/Pager.tsx': 'export const Pager = () => null;\n',
    'templates/Footer.tsx': 'export const Footer = () => null;\n',
  });
  const { stdout, status } = theme(driver, 'list', '.');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Footer\.tsx +templates\/Footer\.tsx$/m);
  expect(stdout).toMatch(/^Pager\.tsx +one\/templates\/Pager\.tsx$/m);
  expect(stdout).toMatch(/^api\/Operation\.tsx +docwright$/m);
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type CheckResult, checkNode } from '../../../src/pipeline/doctor-machine.ts';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver;
afterEach(() => driver?.dispose());

function doctor(files: SiteFiles, ...flags: readonly string[]) {
  driver = site(files).warm();
  return run(...flags);
}

async function run(...flags: readonly string[]) {
  const { status, stdout, stderr } = await docsCommand(['doctor', ...flags], { cwd: driver.dir });
  return { status, stdout, stderr };
}

/** The results that are not ok, by name. */
function findings(stdout: string): Readonly<Record<string, readonly unknown[]>> {
  const report: { readonly checks: readonly CheckResult[] } = JSON.parse(stdout);
  return Object.fromEntries(
    report.checks
      .filter(({ state }) => state !== 'ok')
      .map(({ name, state, items = [] }) => [name, [state, ...items]]),
  );
}

const HEALTHY: SiteFiles = {
  'content/index.md': '# Home\n\nStart here.\n\n![x](img/x.png)\n',
  'content/img/x.png': 'x',
  'content/a.md': '# A\n\n<Include file="_part.txt" />\n\nAbout A: [price](/price.pdf)\n',
  'content/_part.txt': 'Part.\n',
  'content/b.mdx': "import y from './y.svg';\n\n# B\n\nAbout B.\n\n<img src={y} alt='y' />\n",
  'content/y.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/price.pdf': 'x',
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/.nojekyll': '',
  'templates/Footer.tsx':
    "import { Footer as Base } from 'docwright/templates/Footer.tsx';\nexport function Footer() {\n  return <Base />;\n}\n",
};

describe('docs doctor', () => {
  it('finds nothing in a site that is in order, and publishes nothing', async () => {
    const { status, stdout, stderr } = await doctor(HEALTHY);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '0 problems, 0 notes\n' });
    expect(stdout.split('\n').filter((line) => !/^(?:ok {7}|$)/.test(line))).toEqual([]);
    expect(stdout).toMatch(/^ok {7}Node: Node \d+\.\d+\.\d+$/m);
    expect(existsSync(join(driver.dir, 'build'))).toBe(false);
  });

  it('notes what could be better, with files and a remedy', async () => {
    const files: SiteFiles = {
      ...HEALTHY,
      'site.config.ts': `import { definePlugin } from 'docwright';
const markdown = (md) => {
  md.block.ruler.before('paragraph', 'mark', (state, line, end, silent) => {
    if (!state.src.startsWith('@@', state.bMarks[line])) return false;
    if (!silent) state.push('mark_block', 'hr', 0);
    state.line = line + 1;
    return true;
  });
};
export default {
  title: 'T',
  url: 'https://t.example',
  socialImage: { template: 'social.svg' },
  plugins: [definePlugin({ name: 'marks', markdown })],
};
`,
      'social.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
      'content/c.md': '# A\n\n@@\n\nAbout B.\n',
      'content/d.md': '---\ntitle: D\n---\n\n- x\n',
      'content/img/old.png': 'x',
      'static/old.pdf': 'x',
      'i18n/en/texts.yml': 'interface:\n  home: Start\n',
      'templates/Pager.tsx': '// base: abcdefgh\nexport function Pager() {\n  return null;\n}\n',
      'templates/SkipLink.tsx': 'export function SkipLink() {\n  return null;\n}\n',
    };
    const { status, stdout } = await doctor(files, '--format', 'json');
    expect(status).toBe(0);
    const stamp = /base: ([\w-]{8}) \*\//.exec(stdout)?.[1] ?? '';
    expect(findings(stdout)).toEqual({
      packages: ['note', expect.stringContaining('@resvg/resvg-js is not installed')],
      'file names': ['note', 'i18n/en/texts.yml:1 "i18n/en/texts.yml" has an old name'],
      'unused files': ['note', 'content/img/old.png'],
      'static files': ['note', 'static/old.pdf'],
      titles: ['note', '"A": content/a.md, content/c.md'],
      descriptions: ['note', '"About B.": content/b.mdx, content/c.md'],
      'missing descriptions': ['note', 'content/d.md'],
      overrides: [
        'note',
        expect.stringMatching(/^templates\/Pager\.tsx: compare, then write/),
        expect.stringMatching(/^templates\/SkipLink\.tsx: unknown/),
      ],
      'plug-ins': ['note', 'the plug-in "marks" makes "mark_block"'],
    });
    // What the remedy asks for settles it.
    driver.remove('templates/SkipLink.tsx');
    driver.write('templates/Pager.tsx', `// base: ${stamp}\nexport function Pager() {}\n`);
    const text = (await run()).stdout;
    expect(text).toContain('ok       overrides: all fit this version\n');
    expect(text).toContain(
      'note     unused files: no page refers to files beside the content: they are not published (1)\n           content/img/old.png\n         → remove them, or refer to them\n',
    );
  });

  it('fails for templates that lack an export, and for errors of site and configuration', async () => {
    const lacking = { ...HEALTHY, 'templates/Footer.tsx': 'export const Foot = () => null;\n' };
    const broken = await doctor(lacking, '--format', 'json');
    expect(broken.status).toBe(1);
    expect(findings(broken.stdout)['overrides']).toEqual([
      'problem',
      'templates/Footer.tsx lacks the export Footer',
    ]);
    driver.write('site.config.ts', 'export default { titel: 1 };\n');
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([1, '1 problem, 0 notes\n']);
    expect(stdout).toMatch(/^problem {2}site: it has errors \(\d\)\n {11}site\.config\.ts:1 /m);
  });

  it('reports a machine that cannot build', async () => {
    expect(checkNode('18.20.0')).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/^Node 18\.20\.0 is not supported, docwright needs \^20/),
      remedy: 'install another Node',
    });
    for (const version of ['21.7.0', '22.11.0', '23.1.0'])
      expect(checkNode(version).state).toBe('problem');
    for (const version of ['20.19.0', '22.12.0', '24.0.0', '25.1.0'])
      expect(checkNode(version).state).toBe('ok');
    driver = site({ ...HEALTHY, build: 'a file' });
    const { status, stdout } = await run();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^problem {2}output folder: .*\/build is a file$/m);
  });
});

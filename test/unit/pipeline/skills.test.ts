import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver;
afterEach(() => driver.dispose());

const FILES = {
  'site.config.ts':
    "export default { title: 'Orchard', url: 'https://a.example', baseUrl: '/base/' };\n",
  'content/docs/apples.md': '# Apples\n\n## Harvest\n\nPick them in autumn.\n',
};

const skill = (head: string, body = '# Do it\n'): string => `---\n${head}\n---\n\n${body}`;
const PICK = skill(
  'name: pick\ndescription: "Picks apples [all]: use it in autumn."\nallowed-tools: Bash',
  '# Pick\n\n[Harvest](https://a.example/base/docs/apples/#harvest) [above](#pick)\n',
);

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site({ ...FILES, ...files }).build();
  return driver;
}

const FOLDER = '.well-known/agent-skills';

describe('skills', () => {
  it('are published with an index, whose digests are those of the files', async () => {
    const { diagnostics, file, outDir, files } = await built({
      'skills/pick/SKILL.md': PICK,
      'skills/store/SKILL.md': skill(
        'name: store\ndescription: Stores apples.',
        '[run](scripts/run.sh) [all](scripts/)\n',
      ),
      'skills/store/scripts/run.sh': '#!/bin/sh\necho stored\n',
      'skills/notes.md': 'No skill.',
    });
    expect(diagnostics()).toEqual([]);
    const index: { skills: { type: string; url: string; digest: string }[] } = JSON.parse(
      file(`${FOLDER}/index.json`),
    );
    expect(index).toMatchObject({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        { name: 'pick', type: 'skill-md', description: 'Picks apples [all]: use it in autumn.' },
        { name: 'store', type: 'archive', description: 'Stores apples.' },
      ],
    });
    for (const { url, digest } of index.skills) {
      const bytes = readFileSync(join(outDir(), FOLDER, url));
      expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    }
    expect(file(`${FOLDER}/pick/SKILL.md`)).toBe(PICK);
    const unpacked = mkdtempSync(join(tmpdir(), 'skill-'));
    const archive = join(outDir(), FOLDER, 'store.tar.gz');
    expect(spawnSync('tar', ['xzf', archive, '-C', unpacked]).status).toBe(0);
    const { stdout } = spawnSync(join(unpacked, 'scripts/run.sh'), { encoding: 'utf8' });
    rmSync(unpacked, { recursive: true });
    expect(stdout).toBe('stored\n');
    expect(file('skill.md')).toBe(
      `# Orchard\n\n- [pick](https://a.example/base/${FOLDER}/pick/SKILL.md): Picks apples \\[all\\]: use it in autumn.\n- [store](https://a.example/base/${FOLDER}/store/SKILL.md): Stores apples.\n`,
    );
    expect(files().join()).not.toContain('notes');
    await driver.rebuild();
    expect(driver.result().summary?.files.written).toBe(0);
    await driver.remove('skills/store/SKILL.md').rebuild();
    expect(driver.file('skill.md')).toBe(PICK);
    expect(driver.files().join()).not.toContain('store');
  });

  it('are reported where clients could not use them', async () => {
    const long = 'x'.repeat(1025);
    await built({
      'skills/a/SKILL.md': 'No frontmatter.\n',
      'skills/b/SKILL.md': skill('name: other\ndescription: Does b.'),
      'skills/C/SKILL.md': skill('name: C\ndescription: Does c.'),
      'skills/d/SKILL.md': skill(`name: d\ndescription: ${long}`),
      'skills/e/SKILL.md': skill('name: e\ndescription: [list'),
      'skills/f/SKILL.md': skill('name: f\ndescription: Does f.', 'word '.repeat(10_001)),
      [`skills/g/${'p'.repeat(101)}`]: '',
      'skills/g/SKILL.md': skill('name: g\ndescription: Does g.'),
      'skills/h/SKILL.md': skill(
        'name: h\ndescription: Does h.',
        '[1](/docs/apples) [2](../g/SKILL.md) [3](gone.md) [4](#gone) [5](https://a.example/base/docs/gone/) [6](https://a.example/base/docs/apples/#gone)\n',
      ),
    });
    const found = driver
      .result()
      .diagnostics.map(
        ({ code, message, location }) => `${location?.file.slice(7, 8)} ${code} ${message}`,
      );
    expect(found.toSorted()).toEqual([
      'C skill-invalid the name "C" is not that of a skill in C/',
      'a skill-invalid the skill has no frontmatter',
      'b skill-invalid the name "other" is not that of a skill in b/',
      'd skill-invalid the description has 1025 characters, and at most 1024 are read',
      expect.stringContaining('e frontmatter-syntax '),
      expect.stringContaining('f skill-invalid the skill has 50043 characters'),
      'g skill-invalid the path has more than 100 bytes',
      'h anchor-not-found no heading "#gone" on /docs/apples',
      'h page-not-found there is no page at "/docs/gone/"',
      'h skill-link #gone leads nowhere from a copy of the skill',
      'h skill-link ../g/SKILL.md leads nowhere from a copy of the skill',
      'h skill-link /docs/apples leads nowhere from a copy of the skill',
      'h skill-link gone.md leads nowhere from a copy of the skill',
    ]);
  });

  it('have comments that suppress findings of their links', async () => {
    const next = '<!-- check-links-disable-next-line -->';
    const body = `${next}\n[1](gone.md)\n\n<!-- check-links-disable-next-line anchor-not-found -->\n[2](https://a.example/base/docs/apples/#gone)\n\n[3](gone.md)\n\n<!-- check-links-disable-next-line skill-link -->\n[4](#pick)\n`;
    await built({
      'skills/pick/SKILL.md': skill('name: pick\ndescription: x', `# Pick\n\n${body}`),
    });
    const found = driver.result().diagnostics;
    expect(found.map(({ code, location }) => `${code} ${location?.line}`)).toEqual([
      'skill-link 14',
      'unused-suppression 16',
    ]);
  });

  it('do not lead out of the site, and give way to files and pages of the site', async () => {
    driver = site({
      ...FILES,
      'skills/pick/SKILL.md': PICK,
      'skills/pick/.env': 'secret',
      'static/skill.md': 'Mine.',
    });
    symlinkSync('/etc/hostname', join(driver.dir, 'skills/pick/host'));
    await driver.build();
    expect(driver.diagnostics()).toEqual(['skills/pick/host:1:1 path-outside-root']);
    rmSync(join(driver.dir, 'skills/pick/host'));
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.file('skill.md')).toBe('Mine.');
    expect(driver.files().filter((path) => path.startsWith('.well-known'))).toEqual([
      `${FOLDER}/index.json`,
      `${FOLDER}/pick/SKILL.md`,
    ]);
    driver.remove('static/skill.md').write('content/skill.md', '# Skill\n');
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.file('skill.md')).toContain('# Skill');
  });

  it('have samples that are checked with the API', async () => {
    await built({
      'site.config.ts':
        "export default { title: 'Orchard', url: 'https://a.example', openapi: [{ spec: 'a.yaml', routeBase: '/api' }] };\n",
      'a.yaml':
        'openapi: 3.1.0\ninfo: { title: Trees, version: "1" }\nservers: [{ url: https://api.example.com }]\npaths:\n  /trees:\n    get: { responses: { "200": { description: All } } }\n',
      'skills/pick/SKILL.md': skill(
        'name: pick\ndescription: Picks.',
        '```sh\ncurl https://api.example.com/apples\n```\n',
      ),
    });
    expect(driver.result().diagnostics).toMatchObject([
      { code: 'sample-operation', location: { file: 'skills/pick/SKILL.md', line: 7 } },
    ]);
  });
});

describe('blocks for one kind of reader', () => {
  const BLOCKS =
    '# A\n\n::::agents\n## For agents\n\nUse `--json`.\n\n:::note\nInner.\n:::\n::::\n\nShown.\n\n:::humans\nClick here.\n:::\n\n## After\n';

  it.each(['md', 'mdx'])(
    'are in the page or in the Markdown version of a file .%s',
    async (end) => {
      const { diagnostics, file, page } = await built({ [`content/docs/a.${end}`]: BLOCKS });
      expect(diagnostics()).toEqual([]);
      expect(file('docs/a.md')).toMatch(
        /\n# A\n\n## For agents\n\nUse `--json`\.\n\n> \[!NOTE\]\n> Inner\.\n\nShown\.\n\n## After\n$/,
      );
      const html = page('/docs/a');
      expect(html).toMatch(
        /<div (?:data-nosnippet(?:="")? hidden|hidden(?:="")? data-nosnippet)(?:="")?>/,
      );
      expect(html).toContain('<p>Click here.</p>');
      const toc = /<nav class="toc".*?<\/nav>/s.exec(html)?.[0] ?? '';
      expect(toc).toContain('#after');
      expect(toc).not.toContain('For agents');
      expect(file('llms.txt')).toContain('docs/a.md): Shown. (');
      const indexes = driver.files().filter((path) => /search.*\.json$/.test(path));
      const index = indexes.map(file).join();
      expect(index).toContain('Click here');
      expect(index).not.toMatch(/--json|Inner|For agents/);
    },
  );
});

import { afterEach, describe, expect, it } from 'vitest';
import { type DiagnosticCode, isCode } from '../../../src/diagnostics/codes.ts';
import { compareDiagnostics, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { Lowered } from '../../../src/diagnostics/levels.ts';
import { build, checkLinks, type DevEvent, dev } from '../../../src/index.ts';
import { DIFFERENCES, type Run } from '../../../src/links/select-findings.ts';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => {
  driver?.dispose();
  driver = undefined;
});

function open(files: SiteFiles): SiteDriver {
  driver = site(files).warm();
  return driver;
}

interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly known: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  readonly lowered: readonly Lowered[];
}

async function devOutcome(siteDir: string): Promise<Outcome> {
  let last: Extract<DevEvent, { type: 'findings' }> | undefined;
  const onEvent = (event: DevEvent): void => {
    if (event.type === 'findings' && event.complete) last = event;
  };
  const server = await dev({ siteDir, port: 0, onEvent });
  if (server.kind === 'failed') throw new Error(server.message);
  await server.settled();
  await server.close();
  if (last === undefined) throw new Error('the whole site was not looked at');
  return last;
}

function isFoundBy(code: DiagnosticCode, run: Run): boolean {
  return DIFFERENCES.every(({ codes, isFoundBy: by }) => !codes.includes(code) || by(run));
}

/** What all commands have to agree on: findings that each looks for, without notes, and what is silenced. */
function comparable({ diagnostics, known, suppressed, lowered }: Outcome) {
  const commands = ['build', 'dev', 'check-links'] as const;
  const isShared = ({ code }: Pick<Diagnostic, 'code'>): boolean =>
    commands.every((command) => isCode(code) && isFoundBy(code, { command }));
  const lines = (found: readonly Diagnostic[]): readonly string[] =>
    found
      .filter(isShared)
      .toSorted(compareDiagnostics)
      .map(({ code, severity, message, location }) =>
        [location?.file, location?.line, location?.column, severity, code, message].join(' '),
      );
  return {
    findings: lines(diagnostics.filter(({ severity }) => severity !== 'info')),
    known: lines(known),
    suppressed: lines(suppressed),
    lowered: lowered.filter(isShared),
  };
}

const config = (body: string): string =>
  `export default { title: 'T', url: 'https://docs.example.com', ${body} };\n`;

const PAGES: SiteFiles = {
  'content/docs/a.md': [
    '---',
    'titel: A',
    'links: { ignore: ["./old/**", "javascript:**"] }',
    '---',
    '# A',
    '',
    '[x](./nope.md) [y](./b.md#no) [z](javascript:alert) [old](./old/a.md) [h](http://a.example)',
    '',
    '<!-- check-links-disable-next-line html-dropped -- as it came -->',
    '<blink>x</blink>',
    '',
    '<marquee>y</marquee>',
    '',
    '<!-- check-links-disable-next-line anchor-not-found external-broken insecure-http -->',
    'nothing',
    '',
    '```nolang',
    'x',
    '```',
    '',
  ].join('\n'),
  'content/docs/b.md': '# B {#dw-b}\n\n[a](./A.md)\n\n:::nota\nx\n:::\n',
};

const API = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  tags: [{ name: 'some' }],
  paths: {
    '/a': {
      get: { operationId: 'a', description: '<blink>x</blink>', tags: ['none'], responses: {} },
    },
  },
  components: { schemas: { S: { type: 'string', example: 7 } } },
});

const FIXTURES: Readonly<Record<string, SiteFiles>> = {
  'default levels': PAGES,
  'levels of every kind': {
    ...PAGES,
    'openapi/a.json': API,
    'openapi/b.json': API,
    'site.config.ts': config(`
      openapi: [
        { spec: 'openapi/a.json', strict: true, rules: { 'openapi-tag': 'info' } },
        { spec: 'openapi/b.json', id: 'b', routeBase: '/b' },
      ],
      rules: {
        'html-dropped': 'error', 'unknown-language': 'off', 'frontmatter-unknown-key': 'info',
        'unknown-admonition': 'warning', 'openapi-tag': 'off', 'page-not-found': 'off',
      },
      links: { rules: { 'page-not-found': 'warning', 'insecure-http': 'error', 'unused-suppression': 'error' } }`),
  },
  'a template with warnings': {
    ...PAGES,
    'content/index.tsx': `export default function Home() { return <p style={{ color: 'red' }}>x</p>; }\n`,
    'templates/footer.tsx': 'export const x = 1;\n',
  },
  'names that no file can have': { 'content/docs/nul.md': '# A\n', 'content/docs/x.md': '# X\n' },
};

describe('the findings of a site', () => {
  it.each(Object.entries(FIXTURES))(
    'are the same in build, dev and check-links: %s',
    async (_, files) => {
      const { dir: siteDir } = open(files);
      const built = comparable(await build({ siteDir }));
      expect(built.findings.length).toBeGreaterThan(0);
      expect(comparable(await checkLinks({ siteDir }))).toEqual(built);
      expect(comparable(await devOutcome(siteDir))).toEqual(built);
    },
  );

  it('are the same where a baseline lists some and others are gone', async () => {
    const { dir: siteDir, write } = open({ ...FIXTURES['levels of every kind'] });
    const update = await docsCommand(['check-links', '--update-baseline'], { cwd: siteDir });
    expect(update.stderr).toMatch(/\+ openapi\/a\.json {2}openapi-tag/);
    expect(update.stderr).not.toContain('unsafe-scheme');
    write('content/docs/b.md', '# B\n\n[new](./new.md)\n');
    const built = comparable(await build({ siteDir }));
    expect(built.known.length).toBeGreaterThan(4);
    const codes = new Set(built.findings.map((line) => line.split(' ')[4]));
    expect([...codes]).toEqual(
      expect.arrayContaining(['page-not-found', 'stale-baseline', 'unsafe-scheme']),
    );
    expect(comparable(await checkLinks({ siteDir }))).toEqual(built);
    expect(comparable(await devOutcome(siteDir))).toEqual(built);
  });
});

describe('docs dev', () => {
  it('takes over a baseline that is written while it runs', async () => {
    const { dir: siteDir } = open({ 'content/docs/a.md': '# A\n\n[x](./nope.md)\n' });
    const seen: number[] = [];
    let changed = (): void => {};
    const onEvent = (event: DevEvent): void => {
      if (event.type !== 'findings' || !event.complete) return;
      seen.push(event.diagnostics.length);
      changed();
    };
    const server = await dev({ siteDir, port: 0, onEvent });
    if (server.kind === 'failed') throw new Error(server.message);
    await server.settled();
    const known = new Promise<void>((done) => {
      changed = () => seen.at(-1) === 0 && done();
    });
    await docsCommand(['check-links', '--update-baseline'], { cwd: siteDir });
    await known;
    expect(seen[0]).toBe(1);
    await server.close();
  });
});

describe('the levels of an API description', () => {
  it('are its own: rules before strict before those of the site', async () => {
    const { dir: siteDir } = open({ ...FIXTURES['levels of every kind'] });
    const { diagnostics } = await checkLinks({ siteDir });
    const found = diagnostics
      .filter(({ code }) => code === 'openapi-example' || code === 'openapi-tag')
      .map(({ location, severity, code }) => `${location?.file} ${severity} ${code}`);
    expect(new Set(found)).toEqual(
      new Set([
        'openapi/a.json error openapi-example',
        'openapi/a.json info openapi-tag',
        'openapi/b.json warning openapi-example',
      ]),
    );
  });
});

describe('the commands', () => {
  it('take levels from --rule, and name what is lowered', async () => {
    const { dir } = open({
      'content/docs/a.md': '# A\n\n[x](./nope.md) <blink>x</blink>\n\n<marquee>y</marquee>\n',
    });
    const flags = ['--rule', 'page-not-found=warning', '--rule', 'html-dropped=off'];
    for (const command of ['build', 'check-links']) {
      const run = await docsCommand([command, '.', ...flags], { cwd: dir });
      expect(run.status).toBe(0);
      expect(run.stderr).toContain('lowered by rules: page-not-found 1 (error to warning); off: ');
      expect(run.stderr).toMatch(/off: html-dropped \d+\n/);
      const json = await docsCommand([command, '.', ...flags, '--format', 'json'], { cwd: dir });
      expect(JSON.parse(json.stdout).counts.lowered).toEqual([
        { code: 'html-dropped', from: 'warning', to: 'off', count: expect.any(Number) },
        { code: 'page-not-found', from: 'error', to: 'warning', count: 1 },
      ]);
    }
  });

  it.each([
    ['html-droped=off', 'did you mean "html-dropped"?'],
    ['unsafe-scheme=off', '"unsafe-scheme" is always reported, as an error or a warning: such a'],
    ['config-load=warning', 'the level of "config-load" cannot be changed: the site cannot be'],
    ['html-dropped=low', 'It must be <code>=off|info|warning|error.'],
  ])('refuse --rule %s', async (rule, reason) => {
    for (const command of ['build', 'dev', 'check-links', 'check-search']) {
      const run = await docsCommand([command, '--rule', rule]);
      expect(run.status).toBe(2);
      expect(run.stderr).toContain(reason);
    }
  });
});

import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperations } from '../../src/samples/find-operation.ts';
import { createMock } from '../../src/samples/mock.ts';
import { loadConfig } from '../../src/config/load.ts';
import { loadApis } from '../../src/openapi/load-descriptions.ts';
import { readAchievoApi } from '../support/client-types.ts';
import { type SiteDriver, site } from '../support/site.ts';
import { codeBlocks, readPage } from './support/guide-pages.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/docs.js');
const QUICK_START = 'getting-started/overview.md';
/** Pages on packages that are nowhere. */
const OTHER_PACKAGES = 'content/docs/sdk/{deployer,nft,soul}*';

function run(cwd: string, ...flags: readonly string[]) {
  const args = [BIN, 'check-samples', '--run', '--fail-on', 'warning', ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stderr };
}

describe('the guides', () => {
  it('run from their first block to their last, and show the responses that come', () => {
    const { status, stderr } = run(ROOT, '--exclude', OTHER_PACKAGES);
    expect(stderr).toContain('0 errors, 0 warnings');
    expect(status).toBe(0);
    const ran = new Set(stderr.match(/^content\/\S+\.md(?=:\d+$)/gm));
    expect([...ran].toSorted()).toEqual(
      [
        'content/index.md',
        ...[
          'getting-started/environments.md',
          'getting-started/overview.md',
          'getting-started/players.md',
          'getting-started/rate-limits.md',
          'getting-started/webhooks.md',
          'nft-gating/backend.md',
          'nft-gating/frontend.md',
          'randomness/backend.md',
          'randomness/frontend.md',
          'sdk/api-client.md',
        ].map((page) => `content/docs/${page}`),
      ].toSorted(),
    );
  }, 120_000);

  it('count the requests, waits and steps of the quick start right', () => {
    const numbers = 'zero one two three four five six seven eight nine'.split(' ');
    const page = readPage(QUICK_START).split('\n## What the platform')[0] ?? '';
    const code = codeBlocks(page).filter(({ language }) => language === 'js');
    const text = code.map((block) => block.code).join('\n');
    const requests = text.match(/\.(?:get|post)(?!JobStatus|Time)[A-Z]\w+\(/g) ?? [];
    const waits = text.match(/await finished\(/g) ?? [];
    expect(page).toContain(
      `${numbers[requests.length]} requests and ${numbers[waits.length]} waits`,
    );
    expect(readAchievoApi().model.info.description.text).toContain(
      `in ${numbers[requests.length]} requests`,
    );
    expect(page.match(/^### \d\. /gm)).toHaveLength(requests.length);
  });
});

/** A mistake: its page, the text that is replaced, and what the command says. */
type Mistake = readonly [name: string, page: string, from: string, to: string, message: string];

const SCOPES = "['read', 'mint', 'admin']";
const GATING = 'nft-gating/backend.md';
const GATING_LOGIN = 'nft-gating/frontend.md';
const DRAWS = 'randomness/backend.md';
const DRAW_CLIENT = 'randomness/frontend.md';

const MISTAKES: readonly Mistake[] = [
  [
    'no scope admin',
    QUICK_START,
    SCOPES,
    "['read', 'mint']",
    'POST /dev/contracts: the credential lacks the scope admin',
  ],
  [
    'no scope mint',
    QUICK_START,
    SCOPES,
    "['read', 'admin']",
    'POST /badges: the credential lacks the scope mint',
  ],
  [
    'no scope read',
    QUICK_START,
    SCOPES,
    "['mint', 'admin']",
    'the credential lacks the scope read',
  ],
  [
    'no session',
    QUICK_START,
    'credential: session.accessToken',
    "credential: ''",
    'POST /tenants: the credential for "session" is unknown',
  ],
  [
    'the id as key',
    QUICK_START,
    'credential: apiKey.secret',
    'credential: apiKey.id',
    'the credential for "apiKey" is unknown',
  ],
  [
    'a tenant that is not there',
    QUICK_START,
    'tenantId: tenant.id',
    "tenantId: 'ten_9r2t5y8u1i4o'",
    'no request before it has created /tenants/ten_9r2t5y8u1i4o',
  ],
  [
    'another template',
    QUICK_START,
    'templateId: template.id',
    "templateId: 'tpl_9c3v6n2b8m4k'",
    'no request before it has created /templates/tpl_9c3v6n2b8m4k',
  ],
  [
    'another badge',
    QUICK_START,
    'badgeId: badge.id',
    "badgeId: 'bdg_8m1n4b7v2c5x'",
    'no request before it has created /badges/bdg_8m1n4b7v2c5x',
  ],
  [
    'no wait for the contract',
    QUICK_START,
    'await finished(deployment)',
    'deployment',
    '"/contractAddress" in the body must be',
  ],
  [
    'no wait for the badge',
    QUICK_START,
    'await finished(creation)',
    '{ id: creation.badgeId }',
    '/badges/bdg_2p6w9y3k7m1s is not ready',
  ],
  [
    'a wait for another job',
    QUICK_START,
    'await finished(creation)',
    '(await finished(deployment), { id: creation.badgeId })',
    '/badges/bdg_2p6w9y3k7m1s is not ready',
  ],
  [
    'a number as text',
    QUICK_START,
    "chainId: 11155111, type: 'badge'",
    "chainId: '11155111', type: 'badge'",
    '"/chainId" in the body must be',
  ],
  ['a field that is gone', QUICK_START, "    planId: 'plan_starter',\n", '', 'planId'],
  [
    'an operation that is gone',
    QUICK_START,
    'achievo.postTemplate(',
    'achievo.postTemplates(',
    'achievo.postTemplates is not a function',
  ],
  [
    'another status',
    QUICK_START,
    '```json title="Answer"\n{\n  "id": "ten_',
    '```json title="Answer 204"\n{\n  "id": "ten_',
    'the page shows status 204, but the response has 201',
  ],
  [
    'another field in a response',
    QUICK_START,
    '"slug": "harbor-games-7d9f2a54"',
    '"slugs": "harbor-games-7d9f2a54"',
    'the response has no "/slugs", but the page shows it',
  ],
  [
    'another type in a response',
    QUICK_START,
    '"tokenId": "1",\n  "name"',
    '"tokenId": 1,\n  "name"',
    '"/tokenId" in the response is a string, but the page shows a number',
  ],
  [
    'another result',
    QUICK_START,
    '"confirmed"\n```',
    '{ "status": "confirmed" }\n```',
    'the response is a string, but the page shows an object',
  ],
  ['a type of a body', GATING, "erc: '1155'", 'erc: 1155', '"/erc" in the body must be'],
  [
    'an import of nothing',
    GATING,
    "from './gate.js';\n\n/** `verifiedPlayer`",
    "from './gates.js';\n\n/** `verifiedPlayer`",
    'Cannot find module',
  ],
  [
    'a response with another field',
    GATING,
    '"satisfied"',
    '"satisfies"',
    'the response has no "/results/0/satisfies", but the page shows it',
  ],
  [
    'a draw without consumer',
    DRAWS,
    "      consumer: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',\n      layers",
    '      layers',
    'consumer',
  ],
  [
    'a raffle without wait',
    DRAWS,
    '(await finished(requestId)) as Raffle',
    '{} as Raffle',
    'has no result',
  ],
  [
    'another signer',
    DRAWS,
    '0x800FA4CC47389Cbd621aaC23e9dC204666698a15',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    'The raffle has another signer',
  ],
  [
    'a token id as number',
    GATING_LOGIN,
    "tokenId: '1',\n      },\n    });\n    return",
    'tokenId: 1,\n      },\n    });\n    return',
    '"/tokenId" in the body must be',
  ],
  [
    'no layers',
    DRAW_CLIENT,
    /layers: \[.*\]/.exec(readPage(DRAW_CLIENT))?.[0] ?? '',
    'layers: []',
    '"/layers" in the body must',
  ],
  [
    'another field for the player',
    'getting-started/players.md',
    'body: { to: player }',
    'body: { player }',
    'POST /badges/{badgeId}/mint',
  ],
];

describe('mistakes in copies of the guides', () => {
  let driver: SiteDriver;
  let report = '';
  const quickStart = readPage(QUICK_START);
  const blocks = codeBlocks(quickStart).filter(({ language }) => language === 'js');

  beforeAll(() => {
    driver = site({
      'site.config.ts': readFileSync(join(ROOT, 'site.config.ts'), 'utf8'),
      'samples.ts': readFileSync(join(ROOT, 'samples.ts'), 'utf8'),
      'api-client.ts': readFileSync(join(ROOT, 'api-client.ts'), 'utf8'),
    }).warm();
    for (const name of readdirSync(join(ROOT, 'openapi'), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.yaml'))
        driver.write(`openapi/${name}`, readFileSync(join(ROOT, 'openapi', name), 'utf8'));
    symlinkSync(join(ROOT, 'node_modules'), join(driver.dir, 'node_modules'), 'junction');
    for (const [at, [, page, from, to]] of MISTAKES.entries()) {
      const text = readPage(page);
      if (from === '' || !text.includes(from)) throw new Error(`${page} has no ${from}`);
      driver.write(
        `content/docs/mistake-${at}.md`,
        text.replace(from, () => to),
      );
    }
    for (const [at, { code }] of blocks.slice(0, -1).entries())
      driver.write(
        `content/docs/without-${at}.md`,
        quickStart.replace(code, () => ''),
      );
    report = run(driver.dir).stderr;
    return () => driver.dispose();
  }, 300_000);

  /** What the command says of a page, without the blocks that it prints. */
  const saidOf = (page: string): string => {
    const parts = report
      .split(/^(?=content\/)/m)
      .filter((part) => part.startsWith(`content/docs/${page}.md:`));
    return parts.filter((part) => / (?:error|warning) {2}sample-/.test(part)).join('');
  };

  it.each(MISTAKES.map(([name], at) => [name, at] as const))('are found: %s', (_, at) => {
    expect(saidOf(`mistake-${at}`)).toContain(MISTAKES[at]?.[4]);
  });

  it('are found: any block of the quick start that is left out, but the last', () => {
    for (const at of blocks.slice(0, -1).keys())
      expect(saidOf(`without-${at}`)).toMatch(/ReferenceError: \w+ is not defined/);
  });
});

describe('the code of the guides', () => {
  it('fits the types of the client and of viem, in strict mode', () => {
    const folder = mkdtempSync(join(inject('runFolder'), 'guides-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'client.d.ts'), readAchievoApi().declarations());
    const pages = [GATING, GATING_LOGIN, DRAWS, DRAW_CLIENT];
    const program = pages.flatMap((page) => {
      mkdirSync(join(folder, page), { recursive: true });
      const titled = codeBlocks(readPage(page)).filter(({ title }) => /(?<!try)\.ts$/.test(title));
      return titled.map(({ title, code }) => {
        writeFileSync(join(folder, page, title), code);
        return join(page, title);
      });
    });
    const options = '--noEmit --strict --target es2023 --module nodenext --types node'.split(' ');
    const more = '--skipLibCheck --lib es2023,dom client.d.ts'.split(' ');
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const args = [tsc, ...options, ...more, ...program];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });
});

describe('the C# of the page on game clients', () => {
  const [server = '', program = ''] = codeBlocks(readPage('getting-started/game-clients.md'))
    .filter(({ language }) => language === 'csharp')
    .map(({ code }) => code);

  it('sends requests that the API accepts, and reads fields that it answers', async () => {
    const { config } = await loadConfig({ siteDir: ROOT });
    if (config === undefined) throw new Error('no configuration');
    const { apis } = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false });
    const mock = createMock(createOperations(apis, { hosts: [] }), ['ak']);
    const [, badgeId = '', player = ''] = /"(bdg_\w+)", "(0x\w+)"/.exec(program) ?? [];
    const values = new Map([
      ['badgeId', badgeId],
      ['player', player],
    ]);
    const send = (method: string, path = '', body = '') => {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
      const header = /Headers\.Add\("([^"]*)", awardId/.exec(server)?.[1] ?? '';
      const {
        status,
        problems,
        body: text,
      } = mock({
        method,
        url: `https://sandbox.achievo.example/v1/${address}`,
        headers: [
          ['Authorization', 'ak'],
          ...(body === '' ? [] : [['Content-Type', 'application/json'] as const]),
          ...(body === '' ? [] : [[header, '7d9f2a54-63c1-4e0b-b8a7-15f4c92e6d03'] as const]),
        ],
        body,
      });
      expect(problems).toEqual([]);
      expect(status).toBeLessThan(300);
      return JSON.parse(text);
    };
    const [, target = '', reason = ''] =
      /new \{ (\w+) = player, reason = "([^"]*)" \}/.exec(server) ?? [];
    const mint = /HttpMethod\.Post, \$"([^"]*)"/.exec(server)?.[1];
    const answer = send('POST', mint, JSON.stringify({ [target]: player, reason }));
    values.set('requestId', answer.requestId);
    const job = /GetAsync\(\$"([^"]*)"\)/.exec(server)?.[1];
    const states = [1, 2, 3].map(() => send('GET', job));
    expect(states.map(({ status }) => status)).toEqual(['running', 'running', 'done']);
    const named = Array.from(server.matchAll(/GetProperty\("(\w+)"\)/g), ([, name = '']) => name);
    expect(named).toEqual(['requestId', 'status', 'error']);
    for (const name of named) expect(states[0]).toHaveProperty(name);
  });
});

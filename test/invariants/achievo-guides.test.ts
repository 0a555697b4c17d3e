import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringAt } from '../../src/config/problem.ts';
import { readAchievoApi } from '../support/achievo-api.ts';
import { type AchievoMock, type MockOptions, startAchievoMock } from './support/achievo-mock.ts';
import { BADGE_CONTRACT } from './support/achievo-steps.ts';
import {
  type CodeBlock,
  codeBlocks,
  type GuideRun,
  guideFolder,
  readPage,
  runModules,
} from './support/guide-run.ts';

const api = readAchievoApi();
const PLAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const CONSUMER = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const STRANGER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const KEYS = ['7d9f2a54-63c1-4e0b-b8a7-15f4c92e6d03', 'c2b8e6f1-0d47-4a95-9e3c-84a1f7d25b60'];

interface Following extends MockOptions {
  readonly edits?: Readonly<Record<string, string>>;
  readonly main: string;
}

/** Runs the TypeScript of a page, with texts of it replaced, and code that calls it. */
async function follow(
  path: string,
  { edits = {}, main, ...options }: Following,
): Promise<{ readonly run: GuideRun; readonly mock: AchievoMock }> {
  const mock = await startAchievoMock(api, options);
  onTestFinished(mock.close);
  vi.stubEnv('ACHIEVO_API_KEY', Object.keys(options.keys ?? {})[0] ?? '');
  const blocks = typeScript(path).map((block) => ({ ...block, code: edited(block.code, edits) }));
  const run = await runModules(guideFolder(api), { blocks, main, url: mock.url });
  return { run, mock };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

function typeScript(path: string): readonly CodeBlock[] {
  return codeBlocks(readPage(path)).filter(({ language }) => language === 'ts');
}

function edited(code: string, edits: Readonly<Record<string, string>>): string {
  return Object.entries(edits).reduce((text, [from, to]) => text.replaceAll(from, () => to), code);
}

/** The JSON that a page shows as answers. */
function answersOn(path: string): readonly unknown[] {
  const blocks = codeBlocks(readPage(path)).filter(({ language }) => language === 'json');
  return blocks.map(({ code }) => JSON.parse(code));
}

/** The scopes that a page's prerequisites name. */
function scopesOf(path: string): readonly string[] {
  const [, line = ''] = /^- An API key with the scopes? (.*?)\./m.exec(readPage(path)) ?? [];
  return [...line.matchAll(/`(\w+)`/g)].map(([, scope = '']) => scope);
}

/** Runs a page with each of its scopes missing. */
async function errorsWithout(path: string, following: Following): Promise<readonly string[]> {
  const scopes = scopesOf(path);
  const errors: string[] = [];
  for (const missing of scopes) {
    const keys = { ak: scopes.filter((scope) => scope !== missing) };
    errors.push((await follow(path, { ...following, keys })).run.error);
  }
  return errors;
}

describe('NFT gating in the back end', () => {
  const PAGE = 'nft-gating/backend.md';
  const main = `import { holdsPass } from './gate.js';
import { clubRoom } from './club-room.js';
import { sendWelcomeGift } from './welcome-gift.js';
const room = async (player) => (await clubRoom(new Request('http://localhost/'), player)).status;
console.log(await sendWelcomeGift('${STRANGER}', '${KEYS[0]}'));
console.log([await room('${STRANGER}'), await room(null), await room('${PLAYER}')]);
const gift = await sendWelcomeGift('${PLAYER}', '${KEYS[0]}');
console.log(gift === (await sendWelcomeGift('${PLAYER}', '${KEYS[0]}')));
console.log(await holdsPass('${PLAYER}'));`;
  const following: Following = {
    main,
    keys: { ak: scopesOf(PAGE) },
    exists: [`${BADGE_CONTRACT} 1 ${PLAYER}`, 'itm_7h4j2k9l5p8q'],
  };

  it('lets the holder in and nobody else, and gives one gift', async () => {
    const { run, mock } = await follow(PAGE, following);
    expect(run.error).toBe('');
    expect(run.printed.get(0)).toEqual([null, [403, 401, 200], true, true]);
    expect(answersOn(PAGE)).toEqual([mock.answers.get('postCrossChainNftGating')]);
  });

  it('needs each of its scopes and its item', async () => {
    expect(await errorsWithout(PAGE, following)).toEqual([
      expect.stringContaining('nftGating: needs apiKey read'),
      expect.stringContaining('mint: needs apiKey mint'),
    ]);
    const { run } = await follow(PAGE, {
      ...following,
      exists: following.exists?.slice(0, 1) ?? [],
    });
    expect(run.error).toContain('"itm_7h4j2k9l5p8q" does not exist');
  });

  it('keeps the door shut when the question cannot be answered', async () => {
    const room = `import { clubRoom } from './club-room.js';
console.log((await clubRoom(new Request('http://localhost/'), '${PLAYER}')).status);`;
    vi.spyOn(globalThis.console, 'error').mockReturnValue();
    const { run } = await follow(PAGE, { ...following, main: room, keys: { ak: [] } });
    expect(run.printed.get(0)).toEqual([503]);
  });
});

describe('randomness in the back end', () => {
  const PAGE = 'randomness/backend.md';
  const [drawKey, mintKey] = KEYS;
  const main = `import { openChest } from './open-chest.js';
import { finished } from './finished.js';
import { drawRaffle } from './raffle.js';
import { isGenuine } from './verify-raffle.js';
const chest = await openChest({ player: '${PLAYER}', drawKey: '${drawKey}', mintKey: '${mintKey}' });
console.log([chest.items, (await finished(chest.requestId)).status]);
const raffle = await drawRaffle({ drawKey: '${mintKey?.replace('c', 'd')}', settleKey: '${drawKey?.replace('7', '8')}' });
console.log(raffle);
console.log([await isGenuine(raffle), await isGenuine({ ...raffle, nonce: '1' })]);`;
  const following: Following = { main, keys: { ak: scopesOf(PAGE) }, exists: ['harbor-draws'] };

  it('draws, hands the draw over, waits, and verifies the raffle, as the page shows', async () => {
    const { run, mock } = await follow(PAGE, following);
    expect(run.error).toBe('');
    const [chest, raffle, verdicts] = run.printed.get(0) ?? [];
    expect(chest).toEqual([[101, 104, 2101], 'confirmed']);
    expect(verdicts).toEqual([true, false]);
    const example = api.model.operations.find(
      ({ tags, path }) => tags[0] === 'Randomness' && path.endsWith('raffle'),
    );
    expect(mock.bodies.get('postRandomnessRaffle')).toEqual(
      example?.body?.contents[0]?.examples[0]?.value?.json,
    );
    expect(answersOn(PAGE)).toEqual([mock.answers.get('postRandomnessItems'), raffle]);
    const waits = mock.calls.filter((id, at) => id === 'getJobStatus' && mock.calls[at - 1] !== id);
    expect(waits).toHaveLength(3);
  });

  it('needs each of its scopes, its contract and its waits', async () => {
    expect(await errorsWithout(PAGE, following)).toEqual([
      expect.stringContaining('needs apiKey sign'),
      expect.stringContaining('/contracts/harbor-draws/execute: needs apiKey mint'),
      expect.stringMatching(/GET \/steam\/jobs\/.*: needs apiKey read/),
    ]);
    const without = async (change: Partial<Following>): Promise<string> =>
      (await follow(PAGE, { ...following, ...change })).run.error;
    expect(await without({ exists: [] })).toContain('"harbor-draws" does not exist');
    const unwaited = { '(await finished(requestId)) as Raffle': '{} as Raffle' };
    expect(await without({ edits: unwaited })).toContain('has no result');
    const consumer = /consumer: '0x\w+',/.exec(readPage(PAGE))?.[0] ?? '';
    expect(await without({ edits: { [consumer]: '' } })).toContain("property 'consumer'");
  });
});

const player = privateKeyToAccount(keccak256(toHex('a player')));

/** A wallet as browsers have it, which keeps the transactions that it is asked for. */
const WALLET = `import { privateKeyToAccount } from 'viem/accounts';
const account = privateKeyToAccount('${keccak256(toHex('a player'))}');
const sent = [];
const provider = { request: async ({ method, params }) => {
  if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
  if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] } });
  if (method === 'eth_chainId') return '0xaa36a7';
  sent.push(params[0]);
  return '0x' + '0'.repeat(64);
} };
globalThis.location = { host: 'harbor-games.example', origin: 'https://harbor-games.example' };
`;

describe('the front ends', () => {
  it('log in with the NFT, in the browser and through the back end, once for each signature', async () => {
    const PAGE = 'nft-gating/frontend.md';
    const main = `${WALLET}
import { loginWithNft, signLogin } from './nft-login.js';
import { openClub } from './club-session.js';
console.log(await loginWithNft(provider));
const proof = await signLogin(provider);
console.log([await openClub(proof), await openClub(proof)]);`;
    const exists = ['ten_4k8d2m9x7q1a', `${BADGE_CONTRACT} 1 ${player.address}`];
    const { run } = await follow(PAGE, { main, exists });
    expect(run.error).toBe('');
    const [session, verdicts] = run.printed.get(0) ?? [];
    expect(verdicts).toEqual([player.address, null]);
    expect(JSON.stringify(session).replace(player.address, PLAYER)).toBe(
      JSON.stringify(answersOn(PAGE)[0]),
    );
    const stranger = await follow(PAGE, { main, exists: exists.slice(0, 1) });
    expect(stranger.run.error).toContain('does not hold the token');
    const constant = { "statement: 'ACHIEVO LOGIN'": "statement: 'Hello'" };
    const other = await follow(PAGE, { main, exists, edits: constant });
    expect(other.run.error).toContain('the statement is not ACHIEVO LOGIN');
  });

  it('draw with the session, and send the draw to the contract', async () => {
    const PAGE = 'randomness/frontend.md';
    const main = `${WALLET}
import { openChest } from './open-chest.js';
console.log((await openChest(provider, account.address, 'the session')).items);
console.log(sent);`;
    const players = { 'the session': player.address };
    const { run, mock } = await follow(PAGE, { main, players });
    expect(run.error).toBe('');
    expect(run.printed.get(0)).toEqual([
      [1009],
      [expect.objectContaining({ from: player.address, to: CONSUMER })],
    ]);
    const draw = mock.answers.get('postPublicRandomnessItems');
    const sent = JSON.stringify(run.printed.get(0));
    expect(sent).toContain(stringAt(draw, 'signature')?.slice(2));
    expect(sent).toContain(BigInt(stringAt(draw, 'nonce') ?? '').toString(16));
    const other = await follow(PAGE, { main, players: { 'the session': STRANGER } });
    expect(other.run.error).toContain('the address is not that of the session');
  });
});

const PAGES = [
  'nft-gating/backend.md',
  'nft-gating/frontend.md',
  'randomness/backend.md',
  'randomness/frontend.md',
];

describe('the code of the guides', () => {
  it('fits the types of the client and of viem, in strict mode', () => {
    const folder = guideFolder(api);
    writeFileSync(join(folder, 'client.d.ts'), api.declarations());
    const program = PAGES.flatMap((page) => {
      mkdirSync(join(folder, page), { recursive: true });
      return typeScript(page).map(({ title, code }) => {
        // The pages on gating share the files of the back end.
        writeFileSync(join(folder, page, title), code);
        return join(page, title);
      });
    });
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext'];
    const more = ['--types', 'node', '--skipLibCheck', '--lib', 'es2023,dom'];
    const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    const files = ['client.d.ts', ...program];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options, ...more, ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });
});

describe('the page on players', () => {
  const PAGE = 'getting-started/players.md';

  it('mints what was earned before the wallet, once', async () => {
    const main = `import { mintPending } from './pending-awards.js';
const awards = [{ id: '${KEYS[0]}', badgeId: 'bdg_2p6w9y3k7m1s' }];
const first = await mintPending(awards, '${PLAYER}');
const again = await mintPending(awards, '${PLAYER}');
console.log([first.size, first.get('${KEYS[0]}') === again.get('${KEYS[0]}')]);`;
    const exists = ['bdg_2p6w9y3k7m1s'];
    const { run } = await follow(PAGE, { main, keys: { ak: ['mint'] }, exists });
    expect(run).toMatchObject({ error: '', printed: new Map([[0, [[1, true]]]]) });
    const without = await follow(PAGE, { main, keys: { ak: ['read'] }, exists });
    expect(without.run.error).toContain('needs apiKey mint');
  });

  it('has a rule that the description allows', () => {
    const [block] = codeBlocks(readPage(PAGE)).filter(({ language }) => language === 'json');
    expect(block?.title).toBe('POST /contracts/{contractAddress}/rules');
    const pointer =
      '/paths/~1contracts~1{contractAddress}~1rules/post/requestBody/content/application~1json/schema';
    const rule = JSON.parse(block?.code ?? '');
    expect(api.problemOf(pointer, rule)).toBeUndefined();
    expect(api.problemOf(pointer, { ...rule, action: 'ban' })).toBeDefined();
  });
});

describe('the C# of the page on game clients', () => {
  const [server = '', program = ''] = codeBlocks(readPage('getting-started/game-clients.md'))
    .filter(({ language }) => language === 'csharp')
    .map(({ code }) => code);

  /** A request as the class writes it, with values for the variables in its texts. */
  async function send(url: string, values: Readonly<Record<string, string>>): Promise<unknown> {
    const filled = (text = ''): string =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const mint = /HttpMethod\.Post, \$"([^"]*)"/.exec(server)?.[1];
    const header = /Headers\.Add\("([^"]*)", awardId/.exec(server)?.[1] ?? '';
    const [, target, reason] = /new \{ (\w+) = player, reason = "([^"]*)" \}/.exec(server) ?? [];
    const job = /GetAsync\(\$"([^"]*)"\)/.exec(server)?.[1];
    const isMint = values['requestId'] === undefined;
    const body = JSON.stringify({ [target ?? '']: values['player'], reason });
    const headers = { Authorization: 'ak' };
    const response = await (isMint
      ? fetch(`${url}/${filled(mint)}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', [header]: KEYS[0] ?? '' },
          body,
        })
      : fetch(`${url}/${filled(job)}`, { headers }));
    return response.json();
  }

  it('sends requests that the API accepts, and reads fields that it answers', async () => {
    const keys = { ak: ['mint', 'read'] };
    const mock = await startAchievoMock(api, { keys, exists: ['bdg_2p6w9y3k7m1s'] });
    onTestFinished(mock.close);
    const [, badgeId = '', winner = ''] = /"(bdg_\w+)", "(0x\w+)"/.exec(program) ?? [];
    const answer = await send(mock.url, { badgeId, player: winner });
    const requestId = stringAt(answer, 'requestId') ?? '';
    expect(answer).toMatchObject({ status: 'queued' });
    const states = [];
    for (let poll = 0; poll < 4; poll += 1)
      states.push(stringAt(await send(mock.url, { requestId }), 'status'));
    expect(states).toEqual(['running', 'running', 'done', 'done']);
    const named = Array.from(server.matchAll(/GetProperty\("(\w+)"\)/g), ([, name]) => name);
    expect(named).toEqual(['requestId', 'status', 'error']);
    expect(mock.calls.slice(0, 2)).toEqual(['postBadgeMint', 'getJobStatus']);
  });
});

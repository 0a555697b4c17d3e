import { describe, expect, it, onTestFinished } from 'vitest';
import { readAchievoApi } from '../support/achievo-api.ts';
import { type AchievoMock, type MockOptions, startAchievoMock } from './support/achievo-mock.ts';
import {
  codeBlocks,
  type GuideRun,
  guideFolder,
  readPage,
  runBlocks,
} from './support/guide-run.ts';

const api = readAchievoApi();
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

async function startMock(options: MockOptions = {}): Promise<AchievoMock> {
  const mock = await startAchievoMock(api, options);
  onTestFinished(mock.close);
  return mock;
}

const quickStart = readPage('getting-started/overview.md').split('\n## What the platform')[0] ?? '';
const stepBlocks = codeBlocks(quickStart).filter(({ language }) => language !== 'bash');

/** Runs the quick start, with texts of its code replaced. */
async function follow(edits: Readonly<Record<string, string>> = {}): Promise<{
  readonly run: GuideRun;
  readonly calls: readonly string[];
}> {
  const mock = await startMock();
  const code = stepBlocks
    .filter(({ language }) => language === 'js')
    .map((block) => block.code)
    .join('\u0000');
  const edited = Object.entries(edits).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the page has no ${from}`);
    return text.replace(from, () => to);
  }, code);
  const run = await runBlocks(guideFolder(api), edited.split('\u0000'), mock.url);
  return { run, calls: mock.calls };
}

/** The answers that the page shows after each code block, by the block's number. */
function shownAnswers(): ReadonlyMap<number, readonly unknown[]> {
  const shown = new Map<number, unknown[]>();
  let number = -1;
  for (const { language, code } of stepBlocks) {
    if (language === 'js') number += 1;
    else shown.set(number, [...(shown.get(number) ?? []), JSON.parse(code)]);
  }
  return shown;
}

/** Leaves out what differs in each run: times, the random part of the slug, the address of the new wallet. */
function comparable(answers: ReadonlyMap<number, readonly unknown[]>): unknown {
  const text = JSON.stringify([...answers], null, 1);
  const wallet = /"walletAddress": "(0x\w{40})"/.exec(text)?.[1] ?? '';
  return JSON.parse(
    text
      .replaceAll(`"walletAddress": "${wallet}"`, '"walletAddress": "the wallet"')
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"')
      .replace(/harbor-games-[0-9a-f]{8}/g, 'the slug'),
  );
}

describe('the quick start', () => {
  it('runs block by block, and shows the answers that come', async () => {
    const { run } = await follow();
    expect(run.error).toBe('');
    expect(comparable(shownAnswers())).toEqual(comparable(run.printed));
  });

  it('counts its requests, waits and steps right', async () => {
    const { calls } = await follow();
    const requests = calls.filter((id) => id !== 'getJobStatus');
    const waits = calls.filter((id, at) => id === 'getJobStatus' && calls[at - 1] !== id);
    expect(quickStart).toContain(
      `${NUMBERS[requests.length]} requests and ${NUMBERS[waits.length]} waits`,
    );
    expect(api.model.info.description.text).toContain(`in ${NUMBERS[requests.length]} requests`);
    const steps = [...quickStart.matchAll(/^### (\d)\. /gm)].map(([, step]) => Number(step));
    expect(steps).toEqual(requests.map((_, at) => at + 1));
  });

  const SCOPES = "['read', 'mint', 'admin']";
  it.each<[missing: string, edits: Readonly<Record<string, string>>, error: RegExp]>([
    [
      'the scope admin',
      { [SCOPES]: "['read', 'mint']" },
      /POST \/dev\/contracts: needs apiKey admin/,
    ],
    ['the scope mint', { [SCOPES]: "['read', 'admin']" }, /POST \/badges: needs apiKey mint/],
    [
      'the scope read',
      { [SCOPES]: "['mint', 'admin']" },
      /GET \/steam\/jobs\/.*: needs apiKey read/,
    ],
    [
      'the session',
      { 'credential: session.accessToken': "credential: ''" },
      /POST \/tenants: (?:needs a|unknown) credential/,
    ],
    [
      'the tenant',
      { 'tenantId: tenant.id': "tenantId: 'ten_9r2t5y8u1i4o'" },
      /api-keys: "ten_9r2t5y8u1i4o" does not exist/,
    ],
    [
      'the contract',
      { 'contract.contractAddress': "'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'" },
      /POST \/badges: "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB" does not exist/,
    ],
    [
      'the template',
      { 'templateId: template.id': "templateId: 'tpl_9c3v6n2b8m4k'" },
      /POST \/badges: "tpl_9c3v6n2b8m4k" does not exist/,
    ],
    [
      'the badge',
      { 'badgeId: badge.id': "badgeId: 'bdg_8m1n4b7v2c5x'" },
      /mint: "bdg_8m1n4b7v2c5x" does not exist/,
    ],
    [
      'the wait for the contract',
      { 'await finished(deployment)': 'deployment' },
      /POST \/badges: body\/contractAddress must be string/,
    ],
    [
      'the wait for the badge',
      { 'await finished(creation)': '{ id: creation.badgeId }' },
      /mint: "bdg_2p6w9y3k7m1s" is not confirmed yet/,
    ],
    ['the nonce', { 'nonce: generateSiweNonce(),': "nonce: ''," }, /field "nonce"/],
    [
      'the expiration time',
      { '5 * 60_000': '60 * 60_000' },
      /POST \/auth\/login\/signature: Expiration Time is more than ten minutes/,
    ],
    [
      'a number as number',
      { "chainId: 11155111, type: 'badge'": "chainId: '11155111', type: 'badge'" },
      /POST \/dev\/contracts: body\/chainId must be integer/,
    ],
  ])('fails without %s', async (_, edits, error) => {
    expect((await follow(edits)).run.error).toMatch(error);
  });

  it('fails without any one of its blocks but the last', async () => {
    const blocks = stepBlocks.filter(({ language }) => language === 'js');
    for (const { code } of blocks.slice(0, -1))
      expect((await follow({ [code]: '' })).run.error).toMatch(
        /^ReferenceError: \w+ is not defined$/,
      );
  });

  it('shows another balance without the wait for the mint', async () => {
    const { run } = await follow({ 'await finished(mint)': 'mint' });
    expect(comparable(run.printed)).not.toEqual(comparable(shownAnswers()));
  });
});

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { Common, Hardfork, Mainnet, Sepolia } from '@ethereumjs/common';
import { createEVM, type EVM, type Log } from '@ethereumjs/evm';
import { type Address, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import {
  bytesToHex,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { listAt, stringAt, valueAt } from '../../src/config/problem.ts';
import { readAchievoApi } from '../support/client-types.ts';
import { codeBlocks, readPage } from './support/guide-pages.ts';

const CONSUMER = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const PLAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const PAGES = ['overview', 'backend', 'frontend'].map((name) => readPage(`randomness/${name}.md`));
const [overview = ''] = PAGES;

/** The contract of the page, completed as the page says. */
const SOURCE = `${codeBlocks(overview).find(({ language }) => language === 'solidity')?.code}
contract Game is HarborDraws {
    event Given(address player, uint256 item);
    constructor(address signer, bytes32 entries) HarborDraws(signer, entries) {}
    function give(address player, uint256 item) internal override { emit Given(player, item); }
}`;
/** The key behind the signer that the page names. */
const drawSigner = privateKeyToAccount(keccak256(toHex('achievo sandbox draw signer')));
const ABI = parseAbi([
  'constructor(address signer, bytes32 entries)',
  'function open(address player, bytes randomData, uint256 nonce, bytes signature)',
  'function settle(bytes randomData, uint256 nonce, bytes signature)',
  'function winners(uint256 at) view returns (address)',
  'event Given(address player, uint256 item)',
  'error NonceAlreadyUsed(uint256 nonce)',
  'error WrongSigner(address recovered)',
]);

const INPUT = {
  language: 'Solidity',
  sources: { 'HarborDraws.sol': { content: SOURCE } },
  settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
};

/** Compiles in a separate process: the compiler listens to the errors of the process that loads it. */
function compile(): unknown {
  const compiler = createRequire(import.meta.url).resolve('solc/solc.js');
  const input = JSON.stringify(INPUT);
  const command = [compiler, '--standard-json'];
  const output = execFileSync(process.execPath, command, { encoding: 'utf8', input });
  // A line about solvers may come first.
  return JSON.parse(output.slice(output.indexOf('{')));
}

const compiled = compile();

interface Draw {
  readonly randomData: Hex;
  readonly nonce: bigint;
  readonly signature: Hex;
  /** Of items; undefined for a raffle. */
  readonly items: readonly number[] | undefined;
  readonly winners: readonly string[];
}

/** Every signed draw that the guides show, and those of the description. */
const draws: readonly Draw[] = [...shownAnswers(), ...examples()].flatMap((value): Draw[] => {
  const [randomData, signature] = [hexAt(value, 'randomData'), hexAt(value, 'signature')];
  if (randomData === undefined || signature === undefined) return [];
  const items = listAt(value, 'decodedItems').map(Number);
  const winners = listAt(value, 'winners').map(String);
  const nonce = BigInt(stringAt(value, 'nonce') ?? '');
  return [{ randomData, nonce, signature, items: winners.length > 0 ? undefined : items, winners }];
});

function shownAnswers(): readonly unknown[] {
  const blocks = PAGES.flatMap(codeBlocks).filter(({ language }) => language === 'json');
  return blocks.map(({ code }) => JSON.parse(code));
}

function examples(): readonly unknown[] {
  const operations = readAchievoApi().model.operations.filter(({ tags }) =>
    tags.includes('Randomness'),
  );
  return operations.flatMap(({ responses }) =>
    (responses[0]?.contents[0]?.examples ?? []).map(({ value }) => value?.json),
  );
}

function hexAt(value: unknown, key: string): Hex | undefined {
  const text = stringAt(value, key);
  return text === undefined ? undefined : `0x${text.slice(2)}`;
}

/** The hash of the entries, as the raffle of the description sends it. */
function entriesHash(): Hex {
  const operation = readAchievoApi().model.operations.find(
    ({ operationId }) => operationId === 'postRandomnessRaffle',
  );
  const example = operation?.body?.contents[0]?.examples[0]?.value?.json;
  return hexAt(example, 'seedHint') ?? '0x';
}

interface Chain {
  /** Sends a call to the contract; returns what it answers and emits, or the error that it reverts with. */
  readonly call: (
    data: Hex,
    to?: Address,
  ) => Promise<{ readonly answer: Hex; readonly logs: readonly Log[]; readonly error: string }>;
  /** The same contract at another address. */
  readonly elsewhere: Address;
}

/** A chain with the contract at the address of the examples. */
async function deploy(options: { chain?: typeof Sepolia; entries?: Hex } = {}): Promise<Chain> {
  const common = new Common({ chain: options.chain ?? Sepolia, hardfork: Hardfork.Cancun });
  const evm = await createEVM({ common });
  const contract = valueAt(valueAt(valueAt(compiled, 'contracts'), 'HarborDraws.sol'), 'Game');
  const bytecode = stringAt(valueAt(valueAt(contract, 'evm'), 'bytecode'), 'object');
  const args = [drawSigner.address, options.entries ?? entriesHash()] as const;
  const data = encodeDeployData({ abi: ABI, bytecode: `0x${bytecode}`, args });
  const { createdAddress: elsewhere } = await evm.runCall({ data: hexToBytes(data) });
  if (elsewhere === undefined) throw new Error('the contract was not created');
  const consumer = createAddressFromString(CONSUMER);
  await evm.stateManager.putCode(consumer, await evm.stateManager.getCode(elsewhere));
  return { elsewhere, call: (input, to = consumer) => callOf(evm, input, to) };
}

async function callOf(evm: EVM, data: Hex, to: Address): ReturnType<Chain['call']> {
  const { execResult } = await evm.runCall({ to, data: hexToBytes(data), gasLimit: 10_000_000n });
  const answer = bytesToHex(execResult.returnValue);
  const failed = execResult.exceptionError;
  const isNamed = failed !== undefined && answer !== '0x';
  const error = isNamed ? decodeErrorResult({ abi: ABI, data: answer }).errorName : failed?.error;
  return { answer, logs: execResult.logs ?? [], error: error ?? '' };
}

function openOf({ randomData, nonce, signature }: Draw, player: Hex = PLAYER): Hex {
  const args = [player, randomData, nonce, signature] as const;
  return encodeFunctionData({ abi: ABI, functionName: 'open', args });
}

function settleOf({ randomData, nonce, signature }: Draw): Hex {
  const args = [randomData, nonce, signature] as const;
  return encodeFunctionData({ abi: ABI, functionName: 'settle', args });
}

function givenItems(logs: readonly Log[]): readonly unknown[] {
  return logs.map(([, topics, data]) => {
    const [first = '0x', ...others] = topics.map((topic) => bytesToHex(topic));
    const { args } = decodeEventLog({
      abi: ABI,
      topics: [first, ...others],
      data: bytesToHex(data),
    });
    return args;
  });
}

const different = [...new Map(draws.map((draw) => [draw.signature, draw])).values()];
const itemDraws = different.filter(({ items }) => items !== undefined);
const raffles = different.filter(({ items }) => items === undefined);

describe('the contract of the randomness guide', () => {
  it('compiles without a warning, and trusts the signer that the page names', () => {
    expect(listAt(compiled, 'errors').map((error) => stringAt(error, 'formattedMessage'))).toEqual(
      [],
    );
    expect(overview).toContain(`| Sandbox | \`${drawSigner.address}\` |`);
  });

  it('hands out the items of every draw that is shown, once', async () => {
    expect(itemDraws).toHaveLength(3);
    const chain = await deploy();
    for (const draw of itemDraws) {
      const { error, logs } = await chain.call(openOf(draw));
      expect({ draw, error }).toEqual({ draw, error: '' });
      const words = draw.randomData.slice(2).match(/.{64}/g) ?? [];
      expect(givenItems(logs)).toEqual(
        words.map((word) => ({ player: PLAYER, item: BigInt(`0x${word}`) })),
      );
      if (draw.items?.length) expect(words.map((word) => Number(`0x${word}`))).toEqual(draw.items);
      expect((await chain.call(openOf(draw))).error).toBe('NonceAlreadyUsed');
    }
  });

  it('refuses a draw for another player, contract or chain, and one that was changed', async () => {
    const [draw] = itemDraws;
    if (draw === undefined) throw new Error('no draw');
    const chain = await deploy();
    expect((await chain.call(openOf(draw, OTHER))).error).toBe('WrongSigner');
    expect((await chain.call(openOf(draw), chain.elsewhere)).error).toBe('WrongSigner');
    const more = { ...draw, randomData: `${draw.randomData}${'0'.repeat(63)}1` as const };
    expect((await chain.call(openOf(more))).error).toBe('WrongSigner');
    expect((await chain.call(openOf({ ...draw, nonce: draw.nonce + 1n }))).error).toBe(
      'WrongSigner',
    );
    expect((await chain.call(openOf({ ...draw, signature: '0x' }))).error).toBe('WrongSigner');
    const mainnet = await deploy({ chain: Mainnet });
    expect((await mainnet.call(openOf(draw))).error).toBe('WrongSigner');
  });

  it('stores the winners of the raffle for its entries only', async () => {
    expect(raffles).toHaveLength(1);
    for (const raffle of raffles) {
      const chain = await deploy();
      expect((await chain.call(settleOf(raffle))).error).toBe('');
      const read = encodeFunctionData({ abi: ABI, functionName: 'winners', args: [0n] });
      const { answer } = await chain.call(read);
      const winner = decodeFunctionResult({ abi: ABI, functionName: 'winners', data: answer });
      expect([winner]).toEqual(raffle.winners);
      expect((await chain.call(openOf(raffle))).error).toBe('NonceAlreadyUsed');
      const other = await deploy({ entries: `0x${'1'.repeat(64)}` });
      expect((await other.call(settleOf(raffle))).error).toBe('WrongSigner');
    }
  });
});

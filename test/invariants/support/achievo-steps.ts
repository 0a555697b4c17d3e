/** What each operation that a guide calls needs, creates and answers. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  encodeAbiParameters,
  type Hex,
  isAddress,
  keccak256,
  pad,
  parseAbiParameters,
  toHex,
  verifyMessage,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { parseSiweMessage } from 'viem/siwe';
import { isRecord, listAt, stringAt, valueAt } from '../../../src/config/problem.ts';
import type { Operation } from '../../../src/openapi/model/api-model.ts';

export interface Credential {
  readonly scheme: string;
  /** Scopes of an API key, roles of a session. */
  readonly grants: Set<string>;
  /** Of a session. */
  readonly address?: string;
}

interface Job {
  readonly kind: string;
  readonly result: object;
  /** What exists once the job is done. */
  readonly makes: readonly string[];
  pollsLeft: number;
}

export interface State {
  readonly credentials: Map<string, Credential>;
  /** Ids, addresses and names; `pending` until the chain has them. */
  readonly things: Map<string, 'pending' | 'ready'>;
  readonly jobs: Map<string, Job>;
  readonly usedMessages: Set<string>;
  /** Answers by `Idempotency-Key`. */
  readonly repeats: Map<string, { readonly text: string; readonly body: unknown }>;
  readonly polls: number;
}

export interface Request {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly credential: Credential | undefined;
}

type ErrorCode =
  | 'invalid_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'rule_violation';

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  422: 'rule_violation',
};

/** An error answer of the API. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
    this.code = CODES[status] ?? 'internal';
  }
}

/** Answers a valid request, and changes the state. */
type Step = (request: Request, state: State) => object | Promise<object>;

const TX_HASH = '0x709b55bd3da0f5a838125bd0ee20c5bfdd7caba173912d4281cae816b79a201b';
export const BADGE_CONTRACT = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** The key behind the signer that the randomness guide names. */
export const drawSigner = privateKeyToAccount(keccak256(toHex('achievo sandbox draw signer')));

export const STEPS: Readonly<Record<string, Step>> = {
  postLoginWithSignature: (request, state) => logIn(request, state, 'firstLogin'),
  postLoginWithNft: async (request, state) => {
    const { tokenId, smartContractAddress } = textsOf(request.body);
    need(state, [stringAt(request.body, 'tenantId')]);
    const session = await logIn(request, state, 'holder');
    if (!state.things.has(`${smartContractAddress} ${tokenId} ${addressOf(request)}`))
      throw new Refusal(403, 'the address does not hold the token');
    return { ...session, gate: { smartContractAddress, tokenId } };
  },
  postTenant: (request, state) => {
    request.credential?.grants.add('tenant_admin');
    return made(request, state, 'created');
  },
  postApiKey: (request, state) => {
    need(state, [request.path['tenantId']]);
    const body = made(request, state, 'created');
    const scopes = listAt(request.body, 'scopes').map(String);
    const secret = stringAt(body, 'secret') ?? '';
    state.credentials.set(secret, { scheme: 'apiKey', grants: new Set(scopes) });
    return body;
  },
  postDevContracts: (request, state) => {
    const body = filled(request, 'queued');
    const result = { ...confirmed(body), contractAddress: BADGE_CONTRACT };
    const makes = [BADGE_CONTRACT, stringAt(request.body, 'name') ?? ''];
    return start(state, body, { kind: 'chain_write', result, makes });
  },
  postTemplate: (request, state) => made(request, state, 'badge'),
  postBadge: (request, state) => {
    const { contractAddress, templateId } = textsOf(request.body);
    need(state, [contractAddress, templateId]);
    const body = filled(request, 'queued');
    const id = stringAt(body, 'badgeId') ?? '';
    state.things.set(id, 'pending');
    const result = {
      id,
      tokenId: '1',
      description: '',
      soulbound: true,
      maxSupply: null,
      mintEnabled: true,
      createdAt: stringAt(body, 'createdAt'),
      ...(isRecord(request.body) ? request.body : {}),
    };
    return start(state, body, { kind: 'badge_create', result, makes: [id] });
  },
  postBadgeMint: (request, state) => {
    const { badgeId } = request.path;
    need(state, [badgeId]);
    return startWrite(request, state, [`${badgeId} ${stringAt(request.body, 'to')}`]);
  },
  getBadgePlayerBalance: (request, state) => {
    const { badgeId, playerAddress } = request.path;
    need(state, [badgeId]);
    const isHolder = state.things.has(`${badgeId} ${playerAddress}`);
    return filled(request, isHolder ? 'holder' : 'noHolder');
  },
  postItemMint: (request, state) => {
    need(state, [request.path['itemId']]);
    return startWrite(request, state);
  },
  postCrossChainNftGating: ({ body }, state) => ({
    results: listAt(body, 'checks').map((check) => {
      const held = [stringAt(body, 'smartContract'), ...listAt(check, 'args').toReversed()];
      const isHolder = state.things.has(held.join(' '));
      return {
        ...(isRecord(check) ? check : {}),
        value: isHolder ? '1' : '0',
        satisfied: isHolder,
      };
    }),
  }),
  postContractExecute: (request, state) => {
    need(state, [request.path['contractName']]);
    return startWrite(request, state);
  },
  postRandomnessItems: (request) => draw(request, 'decoded', request.path['userAddress']),
  postPublicRandomnessItems: (request) => {
    if (request.credential?.address !== request.path['address'])
      throw new Refusal(403, 'the address is not that of the session');
    return draw(request, 'decoded', request.path['address']);
  },
  postRandomnessRaffle: async (request, state) => {
    const result = await draw(request, 'drawn', stringAt(request.body, 'seedHint') ?? '0x');
    const running = { status: 'queued', randomData: null, winners: null, nonce: null };
    const body = { ...result, ...running, signature: null };
    return start(state, body, { kind: 'raffle', result, makes: [] });
  },
  getJobStatus: ({ path: { requestId = '' } }, state) => {
    const job = state.jobs.get(requestId);
    if (job === undefined) throw new Refusal(404, `no job "${requestId}"`);
    job.pollsLeft -= 1;
    const shared = { requestId, kind: job.kind, error: null };
    if (job.pollsLeft >= 0) return { ...shared, status: 'running', progress: 0.5, result: null };
    for (const id of job.makes) state.things.set(id, 'ready');
    return { ...shared, status: 'done', progress: 1, result: job.result };
  },
};

/** Throws unless each of the ids, addresses or names exists. */
function need(state: State, ids: readonly (string | undefined)[]): void {
  for (const id of ids) {
    const thing = state.things.get(id ?? '');
    if (thing === undefined) throw new Refusal(404, `"${id}" does not exist`);
    if (thing === 'pending') throw new Refusal(422, `"${id}" is not confirmed yet`);
  }
}

/** The answer for something that exists at once. */
function made(request: Request, state: State, example: string): object {
  const body = filled(request, example);
  state.things.set(stringAt(body, 'id') ?? '', 'ready');
  return body;
}

/** Starts the job of an accepted write. */
function start(state: State, body: object, job: Omit<Job, 'pollsLeft'>): object {
  state.jobs.set(stringAt(body, 'requestId') ?? '', { ...job, pollsLeft: state.polls });
  return body;
}

/** Accepts one transaction. */
function startWrite(request: Request, state: State, makes: readonly string[] = []): object {
  const body = filled(request, 'queued');
  return start(state, body, { kind: 'chain_write', result: confirmed(body), makes });
}

/** Signs the draw of an example as the randomness guide says. */
async function draw(request: Request, example: string, subject = ''): Promise<object> {
  const { consumer = '', chainId = '' } = textsOf(request.body);
  const { randomData, winners, ...answer } = filled(request, example, ['winners']);
  const { nonce = '' } = textsOf(answer);
  const digest = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, bytes32, uint256, bytes32'), [
      BigInt(chainId),
      hexOf(consumer),
      pad(hexOf(subject)),
      BigInt(nonce),
      keccak256(hexOf(String(randomData))),
    ]),
  );
  const signature = await drawSigner.signMessage({ message: { raw: digest } });
  return { ...answer, randomData, ...(winners ? { winners } : {}), signature };
}

function confirmed(body: object): object {
  return { ...body, status: 'confirmed', txHash: TX_HASH };
}

/** An example answer of the operation with the values of the request, except those of some keys. */
function filled(
  { operation, body }: Request,
  example: string,
  except: readonly string[] = [],
): Record<string, unknown> {
  const value = operation.responses[0]?.contents[0]?.examples.find(({ name }) => name === example)
    ?.value?.json;
  if (!isRecord(value)) throw new Error(`${operation.operationId} has no example "${example}"`);
  const sent = Object.entries(isRecord(body) ? body : {}).filter(
    ([key]) => key in value && !except.includes(key),
  );
  return { ...value, ...Object.fromEntries(sent) };
}

const TEN_MINUTES = 10 * 60_000;

/** Checks a message by EIP-4361 as the guides explain it, and opens a session. */
async function logIn(request: Request, state: State, example: string): Promise<object> {
  const { message = '', signature = '' } = textsOf(request.body);
  const address = addressOf(request);
  const { address: named, nonce, issuedAt, expirationTime, statement } = parseSiweMessage(message);
  if (nonce === undefined || issuedAt === undefined || expirationTime === undefined)
    throw new Refusal(400, 'the message lacks Nonce, Issued At or Expiration Time');
  if (expirationTime.getTime() - issuedAt.getTime() > TEN_MINUTES)
    throw new Refusal(400, 'Expiration Time is more than ten minutes after Issued At');
  if (example === 'holder' && statement !== 'ACHIEVO LOGIN')
    throw new Refusal(400, 'the statement is not ACHIEVO LOGIN');
  const isValid = await verifyMessage({ address, message, signature: hexOf(signature) });
  if (!isValid || named !== address) throw new Refusal(401, 'the signature does not fit');
  if (expirationTime.getTime() < Date.now()) throw new Refusal(401, 'the message has expired');
  if (state.usedMessages.has(message)) throw new Refusal(401, 'the message was used before');
  state.usedMessages.add(message);
  const body = filled(request, example);
  const token = stringAt(body, 'accessToken') ?? '';
  state.credentials.set(token, { scheme: 'session', grants: new Set(['player']), address });
  const user = valueAt(body, 'user');
  return { ...body, user: { ...(isRecord(user) ? user : {}), walletAddress: address } };
}

function addressOf({ body }: Request): Hex {
  const address = stringAt(body, 'address') ?? '';
  if (!isAddress(address)) throw new Refusal(400, 'the address has a wrong checksum');
  return address;
}

function hexOf(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, item]) => [key, String(item)]),
  );
}

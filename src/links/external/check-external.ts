import { STATUS_CODES } from 'node:http';
import { parseUrl } from '../../shared/paths.ts';
import type { ExternalOptions, ExternalOutcome, ExternalTarget, Missed } from './external-check.ts';
import { type Failure, privateFailure } from './failures.ts';
import { backoffMs, type Clock, createPacing, type Pacing } from './pacing.ts';
import { isPrivateHostname } from './private-hosts.ts';
import type { Exchange, SendRequest } from './request.ts';

/** Access to network and time. */
export interface ExternalWorld {
  readonly clock: Clock;
  readonly send: SendRequest;
}

/** State shared by the checks of all addresses. */
interface Run extends ExternalWorld {
  readonly options: ExternalOptions;
  readonly pacing: Pacing;
  /** Pending and received answers by URL: the common target of several redirects is requested once. */
  readonly answers: Map<string, { readonly wantsIds: boolean; readonly answer: Promise<Exchange> }>;
  /** Origins that refuse connections: requests for their other addresses are pointless. */
  readonly dead: Map<string, Failure>;
  /** Number of successive timeouts by host. */
  readonly timeouts: Map<string, number>;
}

/**
 * Checks every address and returns the outcomes in the given order. Addresses that are equal after parsing are
 * requested once. After an abort, addresses without an outcome are left out.
 */
export async function checkExternal(
  targets: readonly ExternalTarget[],
  options: ExternalOptions,
  world: ExternalWorld,
): Promise<ReadonlyMap<string, ExternalOutcome>> {
  const { signal } = options;
  if (signal?.aborted) return new Map();
  const run: Run = {
    ...world,
    options,
    pacing: createPacing(options, world.clock),
    answers: new Map(),
    dead: new Map(),
    timeouts: new Map(),
  };
  const known = new Map<string, ExternalOutcome>();
  const checks = targets.map(async ({ url, wantsIds }) => {
    const chain = await followRedirects(new URL(url), (step) => ask(run, step, wantsIds));
    known.set(url, verdict(chain));
  });
  const aborted = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([Promise.all(checks), aborted]);
  run.pacing.stop();
  const outcomes = targets.flatMap(({ url }) => {
    const outcome = known.get(url);
    return outcome === undefined ? [] : [[url, outcome] as const];
  });
  return withoutOfflineErrors(new Map(outcomes));
}

/** Requests a URL, or shares the answer of another check; a request with cookies is not shared. */
function ask(run: Run, step: Step, wantsIds: boolean): Promise<Exchange> {
  if (step.cookies !== '') return askUntilAnswered(run, step, wantsIds);
  const url = withoutFragment(step.url);
  const known = run.answers.get(url);
  if (known !== undefined && (known.wantsIds || !wantsIds)) return known.answer;
  const answer = askUntilAnswered(run, step, wantsIds);
  run.answers.set(url, { wantsIds, answer });
  return answer;
}

async function askUntilAnswered(run: Run, step: Step, wantsIds: boolean): Promise<Exchange> {
  const { url } = step;
  const { hostname } = url;
  const { allowPrivate, retries, backoffMs: base } = run.options;
  if (!allowPrivate && isPrivateHostname(hostname)) return privateFailure(url);
  let notBefore = 0;
  let refusals = 0;
  let tries = 0;
  for (let isRepeated = false; ; isRepeated = true) {
    const turn = await run.pacing.enter(hostname, { notBefore, isRepeated });
    const reason = `${hostname} asks for longer pauses than are waited for`;
    const failure: Failure | undefined =
      turn === undefined
        ? { kind: 'unverified', cause: 'rate-limit', reason, scope: 'final' }
        : knownFailure(run, url);
    if (failure !== undefined) {
      turn?.giveBack();
      return failure;
    }
    const exchange = await run.send({ ...step, wantsIds });
    const next = nextStep(exchange, run.clock.now());
    turn?.end(next.kind === 'refused' ? pauseAfter(refusals, next.waitMs, base) : undefined);
    if (next.kind === 'refused' && refusals < retries) {
      refusals += 1;
    } else if (next.kind === 'try again' && tries < retries) {
      tries += 1;
      notBefore = run.clock.now() + backoffMs(base, tries);
    } else {
      learn(run, url, exchange);
      return exchange;
    }
  }
}

/** Returns the pause that a host requests, or else one that grows with each try. */
function pauseAfter(refusals: number, waitMs: number | undefined, base: number): number {
  if (refusals === 0 && waitMs !== undefined) return waitMs;
  return Math.max(waitMs ?? 0, backoffMs(base, refusals + 1));
}

/** After so many timeouts in a row, a host gets no more requests. */
const SILENT_AFTER = 3;

/** Records facts about the host of a URL after the last try. */
function learn({ dead, timeouts }: Run, { origin, hostname }: URL, exchange: Exchange): void {
  if (exchange.kind === 'response') timeouts.delete(hostname);
  else if (exchange.scope === 'dead' || exchange.scope === 'down') dead.set(origin, exchange);
  else if (exchange.cause === 'timeout') timeouts.set(hostname, (timeouts.get(hostname) ?? 0) + 1);
}
/** Returns the reason to skip a request, if there is one. */
function knownFailure({ dead, timeouts }: Run, { origin, hostname }: URL): Failure | undefined {
  if ((timeouts.get(hostname) ?? 0) < SILENT_AFTER) return dead.get(origin);
  const reason = `${hostname} did not answer for ${SILENT_AFTER} other addresses and was not asked again`;
  return { kind: 'unverified', cause: 'silent-host', reason, scope: 'final' };
}

interface NextStep {
  /** Refused: the host requests a pause, of `waitMs` if given. */
  readonly kind: 'done' | 'try again' | 'refused';
  readonly waitMs?: number | undefined;
}

/** Judges one exchange, regardless of the number of tries. */
function nextStep(exchange: Exchange, now: number): NextStep {
  if (exchange.kind !== 'response') {
    const { scope } = exchange;
    return { kind: scope === 'once' || scope === 'down' ? 'try again' : 'done' };
  }
  const { status, headers } = exchange;
  const waitMs = retryAfterMs(headers['retry-after'], now);
  if (status === 429 || (status === 503 && waitMs !== undefined))
    return { kind: 'refused', waitMs };
  const isServersFault = status >= 500 && status <= 599;
  return { kind: isServersFault || status === 408 ? 'try again' : 'done' };
}

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. Undefined if it is missing or malformed; a date in the
 * past is a wait of 0.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // A date contains the name of a month; `Date.parse` accepts numbers and other text too.
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** One request in a chain of redirects. */
interface Step {
  readonly url: URL;
  /** The `Cookie` line; empty where there is none. */
  readonly cookies: string;
}

/** Statuses whose `Location` is followed (RFC 9110, 15.4). */
function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

const MOST_HOPS = 10;

/** Follows redirects, sending the cookies that they set. */
async function followRedirects(
  start: URL,
  request: (step: Step) => Promise<Exchange>,
): Promise<Chain> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  // Pairs of name and value by origin and name. An origin gets only its own cookies, regardless of their path.
  const jar = new Map<string, string>();
  let url = start;
  for (;;) {
    const ownCookies = [...jar].filter(([key]) => key.startsWith(`${url.origin} `));
    const cookies = ownCookies.map(([, pair]) => pair).join('; ');
    // A redirect to itself that sets a cookie is not a loop.
    const state = `${withoutFragment(url)} ${cookies}`;
    const isLoop = seen.has(state);
    if (isLoop || hops.length > MOST_HOPS) {
      const words = isLoop ? 'in a circle' : `more than ${MOST_HOPS} times`;
      const status = hops.at(-1)?.status ?? 0;
      return { hops, url, end: missed(status, `it redirects ${words}`) };
    }
    seen.add(state);
    const end = await request({ url, cookies });
    if (end.kind !== 'response' || !isRedirect(end.status)) return { hops, url, end };
    const to = targetOf(end, url);
    if (!(to instanceof URL)) return { hops, url, end: to };
    for (const line of end.cookies) {
      const [pair = ''] = line.split(';', 1);
      const [name = ''] = pair.split('=', 1);
      if (/^[\x20-\x7e]{3,4096}$/.test(pair)) jar.set(`${url.origin} ${name.trim()}`, pair.trim());
    }
    hops.push({ status: end.status, to });
    url = to;
  }
}

function missed(status: number, reason: string): Missed {
  return { kind: 'broken', cause: 'redirect', reason, status };
}

/** The target of a redirect; it keeps only the fragment of `Location`. */
function targetOf(
  { status, headers }: Extract<Exchange, { kind: 'response' }>,
  base: URL,
): URL | Missed {
  const location = headers['location'];
  if (location === undefined) {
    return missed(status, `HTTP ${status} redirects, but does not say where (no Location)`);
  }
  // Browsers decode headers as UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const plain = text.includes('\ufffd') ? location : text;
  const url = parseUrl(plain, base.href);
  if (url === undefined) {
    return missed(status, `HTTP ${status} redirects to an address that is malformed`);
  }
  if (/^https?:$/.test(url.protocol)) return url;
  const reason = `it redirects to the scheme ${url.protocol}`;
  return { kind: 'unverified', cause: 'redirect', reason, status };
}

/** One redirect that was followed. */
interface Hop {
  readonly status: number;
  readonly to: URL;
}

/** The redirects of an address, up to their end. */
interface Chain {
  readonly hops: readonly Hop[];
  /** The last URL that was requested. */
  readonly url: URL;
  /** Its answer, or the reason why it was not followed further. */
  readonly end: Exchange | Missed;
}

/** Judges an address by the last answer of its redirects. */
function verdict(chain: Chain): ExternalOutcome {
  const { end, hops, url } = chain;
  const where = hops.length === 0 ? {} : { finalUrl: withoutFragment(url) };
  const prefix = hops.length === 0 ? '' : `it redirects to ${withoutFragment(url)}: `;
  if (end.kind !== 'response') {
    const { kind, cause, reason, status } = end;
    // A redirect that is not followed has its own message.
    return status === undefined
      ? { kind, cause, reason: prefix + reason, ...where }
      : { kind, cause, reason, status, ...where };
  }
  if (end.status >= 200 && end.status <= 299) return reached(chain, end);
  const outcome = refused(end);
  return { ...outcome, reason: prefix + outcome.reason, status: end.status, ...where };
}

type Response = Extract<Exchange, { kind: 'response' }>;

/** Answers that prove nothing: a person with a browser or an account may see more. */
const WALLS: ReadonlyMap<number, string> = new Map([
  [300, 'offers several addresses'],
  [304, 'says that nothing has changed'],
  [401, 'asks for a login'],
  [402, 'asks for a payment'],
  [403, 'refuses this program, or everybody'],
  [405, 'does not answer GET'],
  [406, 'refuses this program'],
  [407, 'is behind a proxy that asks for a login'],
  [451, 'is not shown here for legal reasons'],
  [999, 'refuses this program'],
]);

function refused({ status, headers }: Response): Missed {
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    const reason = `HTTP ${status}, after all requested pauses`;
    return { kind: 'unverified', cause: 'rate-limit', reason };
  }
  const wall =
    headers['cf-mitigated'] === 'challenge' ? 'wants to see a browser' : WALLS.get(status);
  if (wall !== undefined) {
    return { kind: 'unverified', cause: 'bot-wall', reason: `HTTP ${status}: it ${wall}` };
  }
  const reason = `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return { kind: 'broken', cause: 'status', reason };
}

function reached(chain: Chain, { status, ids }: Response): ExternalOutcome {
  const { hops } = chain;
  const finalUrl = withoutFragment(chain.url);
  // A fragment in Location wins over the author's (URL of a redirect response; Fetch standard, 4.4).
  const isReplaced = hops.some(({ to }) => to.hash !== '');
  const result = { status, finalUrl, ...(ids === undefined || isReplaced ? {} : { ids }) };
  // After a temporary redirect, the address as written is right.
  const end = hops.findIndex((hop) => hop.status !== 301 && hop.status !== 308);
  const last = (end < 0 ? hops : hops.slice(0, end)).at(-1);
  if (last === undefined) return { kind: 'ok', ...result };
  const permanent = hops[0]?.status === 308 ? 308 : 301;
  return { kind: 'moved', permanent, movedTo: last.to.href, ...result };
}

/** Removes the fragment of a URL. */
function withoutFragment(url: URL): string {
  return url.href.replace(/#.*$/s, '');
}

/**
 * Makes unknown host names unverified if there are several and no address was answered: some systems report every name
 * as unknown when there is no network.
 */
function withoutOfflineErrors(
  outcomes: ReadonlyMap<string, ExternalOutcome>,
): ReadonlyMap<string, ExternalOutcome> {
  const unknown = [...outcomes].filter(([, end]) => 'cause' in end && end.cause === 'dns');
  const names = new Set(unknown.map(([url]) => new URL(url).hostname));
  const isReached = [...outcomes.values()].some(({ status }) => status !== undefined);
  if (names.size < 3 || isReached) return outcomes;
  const reason = 'no name could be looked up; is there a network?';
  const offline: ExternalOutcome = { kind: 'unverified', cause: 'network', reason };
  return new Map([...outcomes, ...unknown.map(([url]) => [url, offline] as const)]);
}

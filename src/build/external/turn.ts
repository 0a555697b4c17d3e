import type { Exchange, ExchangeRequest } from './attempt.ts';
import { ENCODINGS } from './body.ts';
import type { Failure } from './failures.ts';
import { headersOfHost } from './host-headers.ts';
import { knownFailure } from './host-memory.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { backoffMs } from './retry-after.ts';
import type { Answer, Errand, Run, Step } from './run.ts';
import type { TurnEnd } from './schedule.ts';
import type { Method } from './types.ts';

/** The title stands at the beginning of a page. */
const TITLE_BYTES = 64 * 1024;
/** Fragments may lead anywhere; what a longer page lacks is not known. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** One exchange that is wished for. */
export interface Wish {
  readonly errand: Errand;
  readonly step: Step;
  readonly mayHead: boolean;
  readonly notBefore: number;
}

/** What became of a wish. */
export type Turn =
  | { readonly kind: 'not asked'; readonly answer: Answer }
  | {
      readonly kind: 'asked';
      readonly method: Method;
      readonly exchange: Exchange;
      readonly next: NextStep;
      /** Ends the turn. */
      readonly end: () => void;
    };

/** One exchange when it is the host's turn, unless there is no sense in it any more. */
export async function exchangeInTurn(run: Run, wish: Wish): Promise<Turn> {
  const { url } = wish.step;
  const known = knownFailure(run.memory, url);
  if (known !== undefined) return notAsked(known);
  const host = url.hostname;
  const { notBefore, errand } = wish;
  const pass = await run.gate.enter({ host, order: errand.order, notBefore });
  if (pass.kind === 'closed') return notAsked(impatience(host));
  const learned = knownFailure(run.memory, url);
  if (learned !== undefined) {
    pass.end({ kind: 'unused' });
    return notAsked(learned);
  }
  const method = wish.mayHead && !run.memory.headHostile.has(host) ? 'HEAD' : 'GET';
  const exchange = await run.send(requestOf(run, wish, method));
  const next = nextStep(exchange, method, run.clock.now());
  const end: TurnEnd =
    next.kind === 'wait'
      ? {
          kind: 'refused',
          waitMs: waitFor(run, { url, asked: next.waitMs, round: pass.refusalNumber() }),
        }
      : { kind: 'answered' };
  return { kind: 'asked', method, exchange, next, end: () => pass.end(end) };
}

function notAsked(failure: Failure): Turn {
  return { kind: 'not asked', answer: { kind: 'failed', failure } };
}

/** What the host asks for; where it says nothing, or has refused again after a pause, a pause that grows. */
function waitFor(
  run: Run,
  { url, asked, round }: { url: URL; asked: number | undefined; round: number },
): number {
  if (asked !== undefined && round === 1) return asked;
  return Math.max(asked ?? 0, backoffMs(run.options.backoffMs, round, url.href));
}

function requestOf(
  { options, signal }: Run,
  { errand, step }: Wish,
  method: Method,
): ExchangeRequest {
  const { url, cookies } = step;
  const own = headersOfHost(options.headers, url.hostname).map(
    ({ name, value }) => [name.toLowerCase(), value] as const,
  );
  const headers: Readonly<Record<string, string>> = {
    'user-agent': options.userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en,*;q=0.5',
    'accept-encoding': ENCODINGS,
    ...(cookies === '' ? {} : { cookie: cookies }),
    ...Object.fromEntries(own),
  };
  return {
    url,
    method,
    headers,
    // A HEAD that hangs is only the first half of the answer.
    timeoutMs: method === 'HEAD' ? options.timeoutMs / 2 : options.timeoutMs,
    bodyLimit: errand.depth === 'page' ? PAGE_BYTES : TITLE_BYTES,
    signal,
  };
}

function impatience(host: string): Failure {
  return {
    verdict: 'unverified',
    cause: 'rate-limit',
    reason: `${host} asks for longer pauses than are waited for`,
    again: false,
    ofOrigin: false,
  };
}

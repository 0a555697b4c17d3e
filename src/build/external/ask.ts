import type { Exchange } from './attempt.ts';
import { privateFailure } from './failures.ts';
import { rememberAnswer, rememberFailure } from './host-memory.ts';
import { pageFacts } from './page-facts.ts';
import { isPrivateHostname } from './private-hosts.ts';
import { backoffMs } from './retry-after.ts';
import type { Answer, Depth, Errand, Run, Step } from './run.ts';
import { exchangeInTurn } from './turn.ts';
import type { Method } from './types.ts';

/** Asks for one URL, or waits for the answer that another errand gets; with cookies the answer is its own. */
export function ask(run: Run, errand: Errand, step: Step): Promise<Answer> {
  if (step.cookies !== '') return askAnew(run, errand, step);
  const url = step.url.href.replace(/#.*$/s, '');
  const known = run.answers.get(url);
  if (known !== undefined && DEPTHS[known.depth] >= DEPTHS[errand.depth]) return known.answer;
  const answer = askAnew(run, errand, step);
  run.answers.set(url, { depth: errand.depth, answer });
  return answer;
}

const DEPTHS: Readonly<Record<Depth, number>> = { answer: 0, title: 1, page: 2 };

/** Asks as often and in such ways as it takes. */
async function askAnew(run: Run, errand: Errand, step: Step): Promise<Answer> {
  const { url } = step;
  const { allowPrivate, retries, backoffMs: base } = run.options;
  if (!allowPrivate && isPrivateHostname(url.hostname)) {
    return { kind: 'failed', failure: privateFailure(url.hostname) };
  }
  let mayHead = errand.depth === 'answer';
  let notBefore = 0;
  let refusals = 0;
  let tries = 0;
  for (;;) {
    const turn = await exchangeInTurn(run, { errand, step, mayHead, notBefore });
    if (turn.kind === 'not asked') return turn.answer;
    const { exchange, method, next, end } = turn;
    // What follows joins the queue before the next one of the host has its turn.
    end();
    if (next.kind === 'ask with GET') {
      mayHead = false;
    } else if (next.kind === 'wait' && refusals < retries) {
      refusals += 1;
    } else if (next.kind === 'try again' && tries < retries) {
      tries += 1;
      notBefore = run.clock.now() + backoffMs(base, tries, url.href);
    } else return conclude(run, { errand, url, method, exchange });
  }
}

interface Last {
  readonly errand: Errand;
  readonly url: URL;
  readonly method: Method;
  readonly exchange: Exchange;
}

function conclude({ memory }: Run, { errand, url, method, exchange }: Last): Answer {
  if (exchange.kind === 'failed') {
    rememberFailure(memory, url, exchange.failure);
    return exchange;
  }
  const { status, headers, body } = exchange;
  rememberAnswer(memory, url);
  if (errand.depth === 'answer' && method === 'GET' && status < 400) {
    memory.headHostile.add(url.hostname);
  }
  const answer = { kind: 'response', method, status, headers } as const;
  if (body === undefined) return answer;
  return { ...answer, page: { ...pageFacts(body.text), complete: body.complete } };
}

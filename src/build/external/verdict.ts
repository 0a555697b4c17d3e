import { STATUS_CODES } from 'node:http';
import { missingFragments } from './fragments.ts';
import { isErrorTitle } from './page-facts.ts';
import type { Chain, Hop, RedirectTrouble } from './redirect-chain.ts';
import type { Answer } from './run.ts';
import { isAccepted, type StatusRange } from './status-ranges.ts';
import type { ExternalOutcome, SchemeChange } from './types.ts';

export interface VerdictOptions {
  readonly accept: readonly StatusRange[];
  readonly anchors: boolean;
}

/** What a chain of redirects and its end mean for the address that it began with. */
export function verdict(
  chain: Chain,
  fragments: readonly string[],
  options: VerdictOptions,
): ExternalOutcome {
  const { end } = chain;
  const where = chain.hops.length === 0 ? {} : { finalUrl: withoutFragment(chain.url) };
  if (end.kind === 'failed') {
    const { failure } = end;
    const reason = told(chain, failure.reason);
    return failure.verdict === 'broken'
      ? { kind: 'broken', cause: failure.cause, reason, ...where }
      : { kind: 'unverified', cause: failure.cause, reason, ...where };
  }
  if (end.kind === 'trouble') return { ...troubleOutcome(end), ...where };
  if (isAccepted(end.status, options.accept)) return reached(chain, end, { fragments, ...options });
  return { ...refusedOutcome(chain, end), ...where };
}

type Response = Extract<Answer, { kind: 'response' }>;

function troubleOutcome({ verdict: kind, reason, status }: RedirectTrouble): ExternalOutcome {
  return kind === 'broken'
    ? { kind, cause: 'redirect', reason, status }
    : { kind, cause: 'scheme', reason, status };
}

/** Answers that say nothing about the address: a person with a browser, or with an account, may see more. */
const WALLS: ReadonlyMap<number, string> = new Map([
  [101, 'speaks another protocol'],
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

function refusedOutcome(chain: Chain, { status, headers }: Response): ExternalOutcome {
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    const reason = told(chain, `HTTP ${status}, after all the pauses that it asked for`);
    return { kind: 'unverified', cause: 'rate-limit', reason, status };
  }
  const wall =
    headers['cf-mitigated'] === 'challenge' ? 'wants to see a browser' : WALLS.get(status);
  if (wall !== undefined) {
    const reason = told(chain, `HTTP ${status}: it ${wall}`);
    return { kind: 'unverified', cause: 'bot-wall', reason, status };
  }
  const words = STATUS_CODES[status];
  const reason = told(chain, words === undefined ? `HTTP ${status}` : `HTTP ${status} ${words}`);
  return { kind: 'broken', cause: 'status', reason, status };
}

function reached(
  chain: Chain,
  { status, method, page }: Response,
  { fragments, anchors }: VerdictOptions & { fragments: readonly string[] },
): ExternalOutcome {
  const ids = anchors && page?.complete === true ? page.ids : undefined;
  const finalUrl = withoutFragment(chain.url);
  const schemes = schemeChange(chain);
  // A fragment in Location wins over the author's (URL of a redirect response; Fetch standard, 4.4).
  const isReplaced = chain.hops.some(({ to }) => to.hash !== '');
  const result = {
    status,
    finalUrl,
    method,
    missing: ids === undefined || isReplaced ? [] : missingFragments(fragments, ids),
    soft404: page !== undefined && isErrorTitle(page.title, finalUrl),
    ...(schemes === undefined ? {} : { schemes }),
    ...(ids === undefined ? {} : { ids: [...ids] }),
  };
  const permanent = permanentMove(chain.hops);
  return permanent === undefined
    ? { kind: 'ok', ...result }
    : { kind: 'moved', ...permanent, ...result };
}

/** The permanent redirects at the beginning; behind a temporary one, the address as written is the right one. */
function permanentMove(
  hops: readonly Hop[],
): { readonly permanent: 301 | 308; readonly movedTo: string } | undefined {
  const end = hops.findIndex(({ status }) => status !== 301 && status !== 308);
  const run = end < 0 ? hops : hops.slice(0, end);
  const last = run.at(-1);
  if (last === undefined) return undefined;
  return { permanent: run[0]?.status === 308 ? 308 : 301, movedTo: last.to.href };
}

function schemeChange({ hops, url }: Chain): SchemeChange | undefined {
  const from = hops[0]?.from.protocol;
  if (from === undefined || from === url.protocol) return undefined;
  return from === 'http:' ? 'http to https' : 'https to http';
}

function told({ hops, url }: Chain, reason: string): string {
  return hops.length === 0 ? reason : `it redirects to ${withoutFragment(url)}: ${reason}`;
}

function withoutFragment(url: URL): string {
  return url.href.replace(/#.*$/s, '');
}

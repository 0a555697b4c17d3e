import { type CookieJar, cookieLine, withCookies } from './cookies.ts';
import { isRedirect } from './next-step.ts';
import type { Answer, Step } from './run.ts';

/** One redirect that was followed. */
export interface Hop {
  readonly status: number;
  readonly from: URL;
  readonly to: URL;
}

/** Where the redirects of an address end. */
export interface Chain {
  readonly hops: readonly Hop[];
  /** The last URL that was asked for. */
  readonly url: URL;
  readonly end: Answer | RedirectTrouble;
}

export interface RedirectTrouble {
  readonly kind: 'trouble';
  readonly verdict: 'broken' | 'unverified';
  readonly reason: string;
  readonly status: number;
}

export type AskStep = (step: Step) => Promise<Answer>;

const MOST_HOPS = 10;

/** Follows redirects, with the cookies that they set. */
export async function followRedirects(start: URL, ask: AskStep, now: () => number): Promise<Chain> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let jar: CookieJar = [];
  let url = start;
  for (;;) {
    const cookies = cookieLine(jar, url);
    // A redirect to itself that has set a cookie is no loop.
    seen.add(stateOf(url, cookies));
    const end = await ask({ url, cookies });
    if (end.kind === 'failed' || !isRedirect(end.status)) return { hops, url, end };
    const { status, headers } = end;
    const trouble = (reason: string, verdict: 'broken' | 'unverified' = 'broken'): Chain => ({
      hops,
      url,
      end: { kind: 'trouble', verdict, reason, status },
    });
    if (headers.location === undefined) {
      return trouble(`HTTP ${status} redirects, but does not say where (no Location)`);
    }
    const to = resolveLocation(headers.location, url);
    if (to === undefined)
      return trouble(`HTTP ${status} redirects to an address that is malformed`);
    if (!/^https?:$/.test(to.protocol)) {
      return trouble(`it redirects to the scheme ${to.protocol}`, 'unverified');
    }
    jar = withCookies(jar, { url, lines: headers['set-cookie'] ?? [], now: now() });
    hops.push({ status, from: url, to });
    if (seen.has(stateOf(to, cookieLine(jar, to)))) return trouble('it redirects in a circle');
    if (hops.length > MOST_HOPS) return trouble(`it redirects more than ${MOST_HOPS} times`);
    url = to;
  }
}

/** The target of a redirect; it keeps the fragment of `Location` only. Browsers read UTF-8 in headers. */
function resolveLocation(location: string, base: URL): URL | undefined {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const plain = text.includes('\ufffd') ? location : text;
  return URL.canParse(plain, base.href) ? new URL(plain, base.href) : undefined;
}

function stateOf(url: URL, cookies: string): string {
  return `${url.href.replace(/#.*$/s, '')} ${cookies}`;
}

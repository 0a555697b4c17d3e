import { setMaxListeners } from 'node:events';
import { ask } from './ask.ts';
import { type Clock, MACHINE_CLOCK } from './clock.ts';
import { createGate } from './gate.ts';
import { createHostMemory } from './host-memory.ts';
import { createNetwork, type SendRequest } from './network.ts';
import { withoutOfflineErrors } from './offline.ts';
import { proxyRules } from './proxy.ts';
import { type Chain, followRedirects } from './redirect-chain.ts';
import type { Depth, Errand, Run } from './run.ts';
import type { ExternalOptions, ExternalOutcome, ExternalTarget } from './types.ts';
import { verdict } from './verdict.ts';

/** The world that is asked. */
export interface ExternalWorld {
  readonly clock: Clock;
  readonly send: SendRequest;
}

/** The real network, through the proxies that the environment names. */
export function machineWorld(
  options: Pick<ExternalOptions, 'allowPrivate'>,
  env: Readonly<Record<string, string | undefined>>,
): ExternalWorld {
  const { allowPrivate } = options;
  return { clock: MACHINE_CLOCK, send: createNetwork({ allowPrivate, proxy: proxyRules(env) }) };
}

/**
 * Asks for every address once and says what became of it, by the address as given and in the given order. Addresses
 * that are one once they are parsed are asked for once. After an abort, addresses without an outcome are left out.
 */
export async function checkExternal(
  targets: readonly ExternalTarget[],
  options: ExternalOptions,
  world: ExternalWorld,
): Promise<ReadonlyMap<string, ExternalOutcome>> {
  if (options.signal?.aborted) return new Map();
  const pages = groupTargets(targets);
  const known = new Map<string, ExternalOutcome>();
  const stop = new AbortController();
  // Each request in flight listens.
  setMaxListeners(0, stop.signal);
  const run: Run = {
    options,
    ...world,
    gate: createGate(options, world.clock),
    memory: createHostMemory(),
    answers: new Map(),
    signal: stop.signal,
  };
  const checks = pages.map(async (page, order) => {
    const outcome = await checkPage(run, page, order);
    if (stop.signal.aborted) return;
    known.set(page.url, outcome);
    options.onProgress?.({ done: known.size, total: pages.length, url: page.url });
  });
  try {
    await untilAborted(Promise.all(checks), options.signal);
  } finally {
    run.gate.stop();
    stop.abort();
  }
  return byTarget(targets, withoutOfflineErrors(known));
}

/** All targets that are one address. */
interface Page {
  readonly url: string;
  readonly fragments: readonly string[];
}

function groupTargets(targets: readonly ExternalTarget[]): readonly Page[] {
  const fragments = new Map<string, Set<string>>();
  for (const target of targets) {
    const url = normalUrl(target.url);
    const known = fragments.get(url) ?? new Set();
    fragments.set(url, known);
    for (const fragment of target.fragments) known.add(fragment);
  }
  return [...fragments].map(([url, set]) => ({ url, fragments: [...set] }));
}

/** The address as the URL standard prints it, without fragment; as it stands where it cannot be parsed. */
function normalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, '') : url;
}

async function checkPage(
  run: Run,
  { url, fragments }: Page,
  order: number,
): Promise<ExternalOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return { kind: 'broken', cause: 'address', reason: 'it is no address of the web' };
  }
  const { anchors, method, accept } = run.options;
  const wantsPage = anchors && fragments.some((fragment) => fragment !== '');
  const depth: Depth = wantsPage ? 'page' : method === 'get' ? 'title' : 'answer';
  const chain = await chainOf(run, { order, depth }, url);
  return verdict(chain, fragments, { accept, anchors });
}

async function chainOf(run: Run, errand: Errand, url: string): Promise<Chain> {
  const follow = (way: Errand): Promise<Chain> =>
    followRedirects(new URL(url), (step) => ask(run, way, step), run.clock.now);
  const chain = await follow(errand);
  // Some servers redirect a HEAD in circles.
  return chain.end.kind === 'trouble' && errand.depth === 'answer'
    ? follow({ ...errand, depth: 'title' })
    : chain;
}

/** Resolves when the work is done or the signal is given, whichever comes first. */
function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve();
    signal?.addEventListener('abort', end, { once: true });
    work.then(end, reject).finally(() => signal?.removeEventListener('abort', end));
  });
}

function byTarget(
  targets: readonly ExternalTarget[],
  known: ReadonlyMap<string, ExternalOutcome>,
): ReadonlyMap<string, ExternalOutcome> {
  const result = new Map<string, ExternalOutcome>();
  for (const { url } of targets) {
    const outcome = known.get(normalUrl(url));
    if (outcome !== undefined) result.set(url, outcome);
  }
  return result;
}

import type { Failure } from './failures.ts';

/** What one run has learned about hosts. */
export interface HostMemory {
  /** Hosts that answer GET better than HEAD. */
  readonly headHostile: Set<string>;
  /** Origins to which no connection can be made, and why: asking for another address there tells nothing new. */
  readonly dead: Map<string, Failure>;
  /** Addresses in a row that a host has not answered in time. */
  readonly silences: Map<string, number>;
}

/** A host that stays silent about that many addresses in a row is asked no more. */
const SILENT_AFTER = 3;

export function createHostMemory(): HostMemory {
  return { headHostile: new Set(), dead: new Map(), silences: new Map() };
}

/** Notes that all tries for an address have failed. */
export function rememberFailure(memory: HostMemory, url: URL, failure: Failure): void {
  if (failure.ofOrigin) memory.dead.set(url.origin, failure);
  if (failure.cause === 'timeout') {
    memory.silences.set(url.hostname, (memory.silences.get(url.hostname) ?? 0) + 1);
  }
}

/** Notes that a host has answered. */
export function rememberAnswer(memory: HostMemory, url: URL): void {
  memory.silences.delete(url.hostname);
}

/** Why there is no sense in asking, if there is none. */
export function knownFailure(memory: HostMemory, url: URL): Failure | undefined {
  const dead = memory.dead.get(url.origin);
  if (dead !== undefined) return dead;
  if ((memory.silences.get(url.hostname) ?? 0) < SILENT_AFTER) return undefined;
  return {
    verdict: 'unverified',
    cause: 'silent-host',
    reason: `${url.hostname} did not answer for ${SILENT_AFTER} other addresses and was not asked again`,
    again: false,
    ofOrigin: false,
  };
}

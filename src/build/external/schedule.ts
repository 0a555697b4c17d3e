import type { ExternalOptions } from './types.ts';

export type ScheduleLimits = Pick<
  ExternalOptions,
  'concurrency' | 'perHost' | 'intervalMs' | 'maxWaitMs'
>;

/** A request that waits for its turn. */
export interface Ticket {
  readonly host: string;
  /** Requests of a host start in this order, as far as they may start at all. */
  readonly order: number;
  /** Not before this time, whatever the host's queue says. */
  readonly notBefore: number;
  readonly start: (turn: Turn) => void;
}

/** What a ticket comes to: it may be used, or its host is asked no more. */
export type Turn =
  /** `pauses` is how many pauses the host has had by then. */
  { readonly kind: 'go'; readonly pauses: number } | { readonly kind: 'closed' };

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'answered' }
  /** Nothing was sent. */
  | { readonly kind: 'unused' }
  /** The host asked to wait. */
  | { readonly kind: 'refused'; readonly waitMs: number };

interface Host {
  /** In order. */
  readonly waiting: Ticket[];
  /** Tickets whose own time has not come. */
  later: Ticket[];
  inFlight: number;
  /** When the next request may start. */
  nextAt: number;
  intervalMs: number;
  /** No request starts before; it has passed where the host never asked to wait. */
  parkedUntil: number;
  /** Pauses that the host has asked for. Requests from before a pause belong to the refusal that brought it. */
  pauses: number;
  /** All that the host has asked to wait. */
  waitedMs: number;
  /** Refusals, one after the other, with no answer between them. Above 0, one request at a time probes the host. */
  refusals: number;
  closed: boolean;
}

/** What waits and what is under way, host by host. Knows no timers: times are given, in milliseconds. */
export interface Schedule {
  readonly hosts: Map<string, Host>;
  readonly limits: ScheduleLimits;
  inFlight: number;
}

/** A host that has asked for a pause again and again is asked at a slower pace, at most this much slower. */
const SLOWEST = 16;

export function createSchedule(limits: ScheduleLimits): Schedule {
  return { hosts: new Map(), limits, inFlight: 0 };
}

/** Puts a ticket into its host's queue. */
export function enqueue(schedule: Schedule, ticket: Ticket): void {
  hostOf(schedule, ticket.host).later.push(ticket);
}

/** Starts all that may start now. */
export function startReady(schedule: Schedule, now: number): void {
  for (const host of schedule.hosts.values()) {
    if (host.later.length > 0) wake(host, now);
    if (host.closed) for (const { start } of host.waiting.splice(0)) start({ kind: 'closed' });
  }
  while (schedule.inFlight < schedule.limits.concurrency) {
    const host = longestReady(schedule, now);
    const ticket = host?.waiting.shift();
    if (host === undefined || ticket === undefined) return;
    schedule.inFlight += 1;
    host.inFlight += 1;
    host.nextAt = now + host.intervalMs;
    ticket.start({ kind: 'go', pauses: host.pauses });
  }
}

/** When something may start next if nothing ends before; undefined where only an end can bring the next start. */
export function nextStart(schedule: Schedule): number | undefined {
  if (schedule.inFlight >= schedule.limits.concurrency) return undefined;
  let first = Number.POSITIVE_INFINITY;
  for (const host of schedule.hosts.values()) {
    if (host.inFlight >= allowedInFlight(schedule, host)) continue;
    const soonest = Math.min(
      host.waiting.length > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      ...host.later.map(({ notBefore }) => notBefore),
    );
    first = Math.min(first, Math.max(soonest, host.nextAt, host.parkedUntil));
  }
  return Number.isFinite(first) ? first : undefined;
}

/** Notes the end of a turn that started after so many pauses. */
export function finish(
  schedule: Schedule,
  turn: { readonly host: string; readonly pauses: number; readonly now: number },
  end: TurnEnd,
): void {
  const host = hostOf(schedule, turn.host);
  schedule.inFlight -= 1;
  host.inFlight -= 1;
  switch (end.kind) {
    case 'answered':
      // An answer to a request from before the pause says nothing about the host's mood after it.
      if (turn.pauses === host.pauses) host.refusals = 0;
      return;
    case 'unused':
      host.nextAt = Math.min(host.nextAt, turn.now);
      return;
    case 'refused':
      park(schedule, host, { ...turn, waitMs: end.waitMs });
  }
}

/** Which refusal in a row it would be if the host refused a turn now, from 1. */
export function refusalNumber(
  schedule: Schedule,
  turn: { readonly host: string; readonly pauses: number },
): number {
  const { refusals, pauses } = hostOf(schedule, turn.host);
  return turn.pauses === pauses ? refusals + 1 : Math.max(1, refusals);
}

function park(
  { limits }: Schedule,
  host: Host,
  { pauses, now, waitMs }: { pauses: number; now: number; waitMs: number },
): void {
  const until = Math.max(host.parkedUntil, now + waitMs);
  host.waitedMs += until - Math.max(now, host.parkedUntil);
  host.parkedUntil = until;
  if (host.waitedMs > limits.maxWaitMs) host.closed = true;
  if (pauses < host.pauses) return;
  host.refusals += 1;
  host.pauses += 1;
  if (host.refusals > 1) {
    host.intervalMs = Math.min(host.intervalMs * 2, limits.intervalMs * SLOWEST);
  }
}

/** Moves the tickets whose time has come to their place in the queue; those of a closed host wait for nothing. */
function wake(host: Host, now: number): void {
  const due = ({ notBefore }: Ticket): boolean => host.closed || notBefore <= now;
  const awake = host.later.filter(due);
  if (awake.length === 0) return;
  host.later = host.later.filter((ticket) => !due(ticket));
  host.waiting.push(...awake);
  host.waiting.sort((a, b) => a.order - b.order);
}

/** A long queue ends last, so it goes first. */
function longestReady(schedule: Schedule, now: number): Host | undefined {
  let longest: Host | undefined;
  for (const host of schedule.hosts.values()) {
    if (host.waiting.length > (longest?.waiting.length ?? 0) && isReady(schedule, host, now)) {
      longest = host;
    }
  }
  return longest;
}

function isReady(schedule: Schedule, host: Host, now: number): boolean {
  return (
    host.inFlight < allowedInFlight(schedule, host) && now >= host.nextAt && now >= host.parkedUntil
  );
}

function allowedInFlight({ limits }: Schedule, { refusals }: Host): number {
  return refusals > 0 ? 1 : limits.perHost;
}

function hostOf({ hosts, limits }: Schedule, name: string): Host {
  const known = hosts.get(name);
  if (known !== undefined) return known;
  const host: Host = {
    waiting: [],
    later: [],
    inFlight: 0,
    nextAt: Number.NEGATIVE_INFINITY,
    intervalMs: limits.intervalMs,
    parkedUntil: Number.NEGATIVE_INFINITY,
    pauses: 0,
    waitedMs: 0,
    refusals: 0,
    closed: false,
  };
  hosts.set(name, host);
  return host;
}

import type { ExternalOutcome } from './types.ts';

/** So many names that do not exist, and not one host that answers, mean that names cannot be looked up here. */
const TOO_MANY = 3;

/**
 * Without a network some systems say of every name that it does not exist. Where no address was answered at all,
 * that proves nothing about the addresses.
 */
export function withoutOfflineErrors(
  outcomes: ReadonlyMap<string, ExternalOutcome>,
): ReadonlyMap<string, ExternalOutcome> {
  const isUnknown = (outcome: ExternalOutcome): boolean =>
    outcome.kind === 'broken' && outcome.cause === 'dns';
  const unknown = [...outcomes].filter(([, outcome]) => isUnknown(outcome));
  const names = new Set(unknown.map(([url]) => new URL(url).hostname));
  const isReached = [...outcomes.values()].some(
    (outcome) => outcome.kind === 'ok' || outcome.status !== undefined,
  );
  if (names.size < TOO_MANY || isReached) return outcomes;
  const reason = 'no name could be looked up; is there a network?';
  return new Map(
    [...outcomes].map(([url, outcome]) => [
      url,
      isUnknown(outcome) ? { kind: 'unverified', cause: 'network', reason } : outcome,
    ]),
  );
}

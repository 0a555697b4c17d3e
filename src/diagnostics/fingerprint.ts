import { createHash } from 'node:crypto';
import { compareDiagnostics, type Diagnostic } from './diagnostic.ts';

/** The parts of a finding that stay the same when lines are added above it. */
export interface FindingIdentity {
  readonly rule: string;
  readonly file: string;
  /** The destination as written; the subject of a finding that is not about a link. */
  readonly href: string;
  /** 1 for the first of its kind in the file, 2 for the next. */
  readonly nth: number;
}

/** The key of a finding in baselines and reports: 16 hexadecimal digits of a SHA-256. */
export function fingerprint({ rule, file, href, nth }: FindingIdentity): string {
  const text = JSON.stringify([rule, file, href, nth]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Identifies each finding. Findings of one kind are numbered by location, regardless of the given order. */
export function identify(
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<Diagnostic, FindingIdentity> {
  const counts = new Map<string, number>();
  const identities = new Map<Diagnostic, FindingIdentity>();
  for (const entry of [...diagnostics].sort(compareDiagnostics)) {
    const kind = {
      rule: entry.code,
      file: entry.location?.file ?? '',
      href: entry.link?.href ?? subjectOf(entry),
    };
    const key = JSON.stringify(kind);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    identities.set(entry, { ...kind, nth });
  }
  return identities;
}

/** The quoted parts of a message, after the pointer without indexes, so that rewording a message changes nothing. */
function subjectOf({ message, location }: Diagnostic): string {
  const pointer = location?.pointer?.replace(/\/\d+(?=\/|$)|\[\d+\]/g, '/*');
  const quoted = message.match(/"[^"]*"|`[^`]*`|<[^>]*>/g) ?? [];
  return [...(pointer === undefined ? [] : [pointer]), ...quoted].join(' ') || message;
}

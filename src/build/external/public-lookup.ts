import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { PRIVATE_ADDRESS } from './failures.ts';
import { isPrivateAddress } from './private-hosts.ts';

/**
 * A look-up of names that gives public addresses only, so that the address that is checked is the one that is
 * connected to. A name with private addresses only is an error with the code `PRIVATE_ADDRESS`.
 */
export function publicLookup(lookup: LookupFunction, allowPrivate: boolean): LookupFunction {
  if (allowPrivate) return lookup;
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      // No address at all is for the caller to judge.
      if (error !== null || found.length === 0) return callback(error, found, family);
      const open = publicOnly(found);
      if (open.length > 0) return callback(null, open, family);
      const refusal = new Error(`${hostname} is private`);
      callback(Object.assign(refusal, { code: PRIVATE_ADDRESS }), open, family);
    });
  };
}

/** One address, or several, as the look-up was asked for them. */
function publicOnly(found: string | LookupAddress[]): string | LookupAddress[] {
  if (typeof found === 'string') return isPrivateAddress(found) ? '' : found;
  return found.filter(({ address }) => !isPrivateAddress(address));
}

import { type AddressStyle, printFile, printRoute, toRoute } from '../shared/paths.ts';
import type { CheckedConfig } from './schema.ts';

type Redirect = CheckedConfig['redirects'][number];

/** True for the source of a redirect from all addresses below a folder, such as `/old/*`. */
export function isPattern({ from }: Pick<Redirect, 'from'>): boolean {
  return from.endsWith('/*');
}

/** The folder of a pattern, as the start of the routes below it. */
export function patternFolder({ from }: Pick<Redirect, 'from'>): string {
  return `${toRoute(from.slice(0, -2))}/`;
}

/** A redirect from all addresses below a folder, as a host needs it. */
export interface RedirectRule {
  /** Address of the folder, with the base path and a final slash. */
  readonly folder: string;
  /** New address; if it keeps the rest of the old one, what comes before that. */
  readonly to: string;
  readonly keepsRest: boolean;
}

/** The redirects that need rules of a host, in the order of the configuration. */
export function redirectRules(
  config: AddressStyle & { readonly redirects: readonly Redirect[] },
): readonly RedirectRule[] {
  const folderUrl = (path: string): string =>
    printRoute(toRoute(path), { ...config, trailingSlash: true });
  return config.redirects.filter(isPattern).map(({ from, to }) => {
    const keepsRest = to.endsWith('/*');
    const isInside = to.startsWith('/');
    const kept = isInside ? folderUrl(to.slice(0, -1)) : to.slice(0, -1);
    const fixed = isInside ? printTarget(to, config) : to;
    return { folder: folderUrl(from.slice(0, -2)), to: keepsRest ? kept : fixed, keepsRest };
  });
}

function printTarget(target: string, style: AddressStyle): string {
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  const isFile = /\.\w+$/.test(path);
  return (isFile ? printFile(path, style) : printRoute(toRoute(path), style)) + suffix;
}

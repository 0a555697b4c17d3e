import { type AddressStyle, printRoute, readUrlPath, toRoute } from '../../shared/paths.ts';

/** The URL of a section as links of the site are printed, with the final slash that the site has. */
export function hitUrl(sectionRoute: string, style: AddressStyle): string {
  const hash = sectionRoute.indexOf('#');
  const path = readUrlPath(hash < 0 ? sectionRoute : sectionRoute.slice(0, hash), style);
  if (path === undefined) return sectionRoute;
  return printRoute(toRoute(path), style) + (hash < 0 ? '' : sectionRoute.slice(hash));
}

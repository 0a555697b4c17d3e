/** Writes the files from which Netlify and Cloudflare read the rules of a site. */
import { redirectRules } from '../config/redirect-patterns.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { ASSETS_FOLDER, FILES_FOLDER, printFile } from '../shared/paths.ts';
import {
  FILES_POLICY,
  type Header,
  headerPolicy,
  IMMUTABLE,
  type SiteToHost,
  securityHeaders,
  siteLinks,
} from './hosting-rules.ts';

type HeaderHost = 'netlify' | 'cloudflare';

/**
 * Prints `_headers`. Where rules set the same header, these hosts send one or both values: rules for a part of the site
 * only add headers, or policies that narrow that of the site. By default, both hosts revalidate files.
 */
export function headersFile({ config, widePages }: SiteToHost, host: HeaderHost): string {
  const policies = widePages.flatMap((page) => page.policies);
  const cache = { name: 'Cache-Control', value: IMMUTABLE };
  const files = { name: CSP, value: FILES_POLICY };
  const rule = (folder: string, headers: readonly Header[], others: readonly string[] = []) => [
    `${printFile(folder, config)}*`,
    ...others,
    ...headers.map(({ name, value }) => `  ${name}: ${value}`),
  ];
  const site = securityHeaders(config).map((header) =>
    header.name === CSP ? { name: CSP, value: headerPolicy(config, policies) } : header,
  );
  const links = siteLinks(config).join(', ');
  // Cloudflare lets all origins read files, unless this default is removed.
  const removed = host === 'cloudflare' ? ['  ! Access-Control-Allow-Origin'] : [];
  const lines = [
    `# ${WRITTEN}`,
    ...rule('', links.length === 0 ? site : [...site, { name: 'Link', value: links }], removed),
    ...rule(ASSETS_FOLDER, [cache]),
    ...rule(FILES_FOLDER, [cache, files]),
  ];
  return `${lines.join('\n')}\n`;
}

const CSP = 'Content-Security-Policy';
/** The first line of the files of every host. */
export const WRITTEN = 'Written by docwright: see "Deploying" in its manual.';

/**
 * Prints `_redirects`: patterns, and the 404 pages that Netlify does not find: of locales, and below a base path. Empty if
 * there are none.
 */
export function redirectsFile(config: ResolvedConfig, host: HeaderHost): string {
  const rules = redirectRules(config).map(
    ({ folder, to, keepsRest }) => `${folder}* ${to}${keepsRest ? ':splat' : ''} 301\n`,
  );
  return [...rules, ...(host === 'netlify' ? notFoundRules(config) : [])].join('');
}

function notFoundRules(config: ResolvedConfig): readonly string[] {
  const locales = config.locales.filter(({ code }) => code !== config.defaultLocale);
  const folders = [
    ...locales.map(({ code }) => `${code}/`),
    ...(config.baseUrl === '/' ? [] : ['']),
  ];
  return folders
    .map((folder) => printFile(folder, config))
    .map((url) => `${url}* ${url}404.html 404\n`);
}

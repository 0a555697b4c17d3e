import type { TrustHtml } from './theme/page-context.ts';

/** The one policy of the site (https://www.w3.org/TR/trusted-types/). */
const POLICY = 'docs';

export interface Trust {
  /** Only for HTML out of the site's own bundles. */
  readonly html: TrustHtml;
  /** The address of a script; throws for every address but those of the site's assets. */
  readonly scriptUrl: (url: string) => string;
}

interface PolicyRules {
  readonly createHTML: (html: string) => string;
  readonly createScriptURL: (url: string) => string;
}

interface Policy {
  createHTML(html: string): TrustedHTML;
  createScriptURL(url: string): object;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: PolicyRules): Policy };
  }
}

/** Makes the policy, or what does the same where the browser has no Trusted Types. Once for each document. */
export function createTrust(page: Window, assetsUrl: string): Trust {
  const rules: PolicyRules = {
    createHTML: (html) => html,
    createScriptURL: (url) => {
      if (!isAssetUrl(url, new URL(assetsUrl, page.location.origin)))
        throw new TypeError(`${url} is not a script of this site`);
      return url;
    },
  };
  const policy = page.trustedTypes?.createPolicy(POLICY, rules);
  if (policy === undefined) return { html: rules.createHTML, scriptUrl: rules.createScriptURL };
  return {
    html: (html) => policy.createHTML(html),
    scriptUrl: (url) => String(policy.createScriptURL(url)),
  };
}

/** True for addresses below `assets`, a folder's URL with its final slash, after the URL standard's parsing. */
export function isAssetUrl(url: string, assets: URL): boolean {
  const parsed = URL.canParse(url, assets) ? new URL(url, assets) : undefined;
  return parsed?.origin === assets.origin && parsed.pathname.startsWith(assets.pathname);
}

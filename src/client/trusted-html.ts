import type { TrustHtml } from './theme/page-context.ts';

/** The one policy of the site (https://www.w3.org/TR/trusted-types/). */
const POLICY = 'docs';

export interface Trust {
  /** Only for HTML out of the site's own bundles. */
  readonly html: TrustHtml;
  /** The address of a script; throws for every address but those of the site's assets and the given others. */
  readonly scriptUrl: (url: string) => string;
  /** Starts a worker, a module of the site's assets. Throws where the browser has no workers or allows none. */
  readonly startWorker: (url: string) => Worker;
  /** Adds a classic script to the page; rejects where it does not load. */
  readonly loadScript: (url: string) => Promise<void>;
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
export function createTrust(
  page: Window,
  assetsUrl: string,
  otherScripts: readonly string[] = [],
): Trust {
  const rules: PolicyRules = {
    createHTML: (html) => html,
    createScriptURL: (url) => {
      const isOwn = isAssetUrl(url, new URL(assetsUrl, page.location.origin));
      if (!isOwn && !otherScripts.includes(url))
        throw new TypeError(`${url} is not a script of this site`);
      return url;
    },
  };
  const policy = page.trustedTypes?.createPolicy(POLICY, rules);
  const scripts = policy ?? rules;
  return {
    html: (html) => (policy ?? rules).createHTML(html),
    scriptUrl: (url) => String(scripts.createScriptURL(url)),
    // The types of the DOM know no trusted addresses.
    startWorker: (url) =>
      Reflect.construct(Worker, [scripts.createScriptURL(url), { type: 'module' }]),
    loadScript: (url) =>
      new Promise((resolve, reject) => {
        const script = page.document.createElement('script');
        Reflect.set(script, 'src', scripts.createScriptURL(url));
        script.addEventListener('load', () => resolve());
        script.addEventListener('error', reject);
        page.document.head.append(script);
      }),
  };
}

/** True for addresses below `assets`, a folder's URL with its final slash, after the URL standard's parsing. */
export function isAssetUrl(url: string, assets: URL): boolean {
  const parsed = URL.canParse(url, assets) ? new URL(url, assets) : undefined;
  return parsed?.origin === assets.origin && parsed.pathname.startsWith(assets.pathname);
}

import type { TrustHtml } from '../theme/page-context.ts';

/** The one policy of the site (https://www.w3.org/TR/trusted-types/). */
const POLICY = 'docs';

export interface Trust {
  /** Only for HTML of the site's own pages. */
  readonly html: TrustHtml;
  /** Reads the HTML of a page. In such a document no script runs, and nothing is loaded. */
  readonly parse: (html: string) => Document;
  /**
   * The address of a script; throws for addresses other than those of assets and the given others.
   */
  readonly scriptUrl: (url: string) => string;
  /** Starts a worker, a module of the site's assets. Throws where the browser has no workers or allows none. */
  readonly startWorker: (url: string) => Worker;
  /** Adds a classic script to the page; rejects where it does not load. */
  readonly loadScript: (url: string) => Promise<void>;
}

type PolicyRules = Readonly<Record<'createHTML' | 'createScriptURL', (text: string) => string>>;

interface Policy {
  createHTML(html: string): TrustedHTML;
  createScriptURL(url: string): object;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: PolicyRules): Policy };
  }
}

/**
 * Makes the policy, or an equivalent where the browser has no Trusted Types. Once for each
 * document.
 */
export function createTrust(page: Window, assets: URL, others: readonly string[] = []): Trust {
  const rules: PolicyRules = {
    createHTML: (html) => html,
    createScriptURL: (url) => {
      if (others.includes(url)) return url;
      if (!isAssetUrl(url, assets)) throw new TypeError(`${url} is not a script of this site`);
      return new URL(url, assets).href;
    },
  };
  // Where the browser has no Trusted Types, an element with that id could stand there.
  const types = page.trustedTypes;
  const policy =
    typeof types?.createPolicy === 'function' ? types.createPolicy(POLICY, rules) : undefined;
  const scripts = policy ?? rules;
  return {
    html: (html) => (policy ?? rules).createHTML(html),
    // The types of the DOM know no trusted HTML.
    parse: (html) =>
      Reflect.apply(DOMParser.prototype.parseFromString, new DOMParser(), [
        (policy ?? rules).createHTML(html),
        'text/html',
      ]),
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

/** A script as the bundler names it: right in its folder, with a hash. */
const SCRIPT = /^[\w-]+-[A-Z2-7]{8}\.js$/;

/** True for the address of a script right in `assets`, a folder's URL with its final slash. */
export function isAssetUrl(url: string, assets: URL): boolean {
  const parsed = URL.canParse(url, assets) ? new URL(url, assets) : undefined;
  return (
    parsed?.href.startsWith(assets.href) === true &&
    SCRIPT.test(parsed.href.slice(assets.href.length))
  );
}

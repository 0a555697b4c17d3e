/** The site's only policy (https://www.w3.org/TR/trusted-types/). */
const POLICY = 'docs';

export interface Trust {
  /** Converts HTML of the site's own pages for `innerHTML`. */
  readonly html: (html: string) => string | TrustedHTML;
  /** Parses the HTML of a page into an inert document: no scripts run, nothing is loaded. */
  readonly parse: (html: string) => Document;
  /** Adds the address of a script that is not an asset. */
  readonly allowScript: (url: string) => void;
  /** The address of a script; throws unless it is an asset or was added. */
  readonly scriptUrl: (url: string) => string;
  /** Starts a worker from a module of the site's assets. Throws if the browser does not support or allow workers. */
  readonly startWorker: (url: string) => Worker;
  /** Adds a script to the page, a classic one without further attributes; rejects if it cannot be loaded. */
  readonly loadScript: (
    url: string,
    attributes?: Readonly<Record<string, string>>,
  ) => Promise<void>;
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

type Page = Pick<Window, 'trustedTypes'>;

const SHARED = Symbol.for('docwright:trust');

/** The policy of a document, if a script has created it. */
export function sharedTrust(page: Page): Trust | undefined {
  return Reflect.get(page, SHARED);
}

/** The policy of a document, which can be created only once: scripts that share no module share it by a symbol. */
export function trustOf(page: Page, assets: URL): Trust {
  const trust = sharedTrust(page) ?? createTrust(page, assets);
  Reflect.set(page, SHARED, trust);
  return trust;
}

/** Creates the policy, or an equivalent for browsers without Trusted Types. */
function createTrust(page: Page, assets: URL): Trust {
  const others = new Set<string>();
  const rules: PolicyRules = {
    createHTML: (html) => html,
    createScriptURL: (url) => {
      if (others.has(url)) return url;
      if (!isAssetUrl(url, assets)) throw new TypeError(`${url} is not a script of this site`);
      return new URL(url, assets).href;
    },
  };
  // Without Trusted Types, this may be an element with the id `trustedTypes`.
  const types = page.trustedTypes;
  const policy =
    typeof types?.createPolicy === 'function' ? types.createPolicy(POLICY, rules) : undefined;
  const scripts = policy ?? rules;
  return {
    html: (html) => (policy ?? rules).createHTML(html),
    // The DOM types do not include trusted HTML.
    parse: (html) =>
      Reflect.apply(DOMParser.prototype.parseFromString, new DOMParser(), [
        (policy ?? rules).createHTML(html),
        'text/html',
      ]),
    allowScript: (url) => void others.add(url),
    scriptUrl: (url) => String(scripts.createScriptURL(url)),
    // The DOM types do not include trusted URLs.
    startWorker: (url) =>
      Reflect.construct(Worker, [scripts.createScriptURL(url), { type: 'module' }]),
    loadScript: (url, attributes = {}) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
        Reflect.set(script, 'src', scripts.createScriptURL(url));
        script.addEventListener('load', () => resolve());
        script.addEventListener('error', reject);
        document.head.append(script);
      }),
  };
}

/** A script or style sheet as the build names it: directly in its folder, with a hash. */
const NAMES = { js: /^[\w-]+-[A-Z2-7]{8}\.js$/, css: /^[\w-]+-[A-Z2-7]{8}\.css$/ };

/** True for the address of a script or style sheet directly in `assets`, a folder's URL with its final slash. */
export function isAssetUrl(url: string, assets: URL, kind: keyof typeof NAMES = 'js'): boolean {
  const parsed = URL.canParse(url, assets) ? new URL(url, assets) : undefined;
  return (
    parsed?.href.startsWith(assets.href) === true &&
    NAMES[kind].test(parsed.href.slice(assets.href.length))
  );
}

/**
 * Called on the 404 page: where the address is the name of a page's file, or has a slash that addresses of the site do not
 * have, goes to the page. `slash` ends all addresses of the site, or is empty.
 */
export async function goToPage(slash: string): Promise<void> {
  const url = new URL(location.href);
  const [end] = /(?:\/index)?\.html$|\/$/.exec(url.pathname) ?? [];
  if (end === undefined || end === slash) return;
  url.pathname = url.pathname.slice(0, -end.length) + slash;
  const found = await fetch(url, { method: 'HEAD', mode: 'same-origin' }).catch(() => undefined);
  if (found?.ok !== true || !found.headers.get('content-type')?.startsWith('text/html')) return;
  // The host may have its own form of the address.
  url.pathname = new URL(found.url).pathname;
  if (url.pathname !== location.pathname) location.replace(url);
}

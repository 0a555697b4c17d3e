import { escapeHtml } from '../shared/escape-html.ts';

/** `sitemap.xml` of absolute URLs, in the given order (sitemaps.org protocol 0.9). */
export function renderSitemap(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${escapeHtml(url)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** `robots.txt` that allows everything and names the sitemap (RFC 9309). */
export function renderRobots(sitemapUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemapUrl}\n`;
}

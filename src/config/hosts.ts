/** Hosts whose rules a build can write; `none` leaves them to the site's own tools. */
export const HOSTS = ['netlify', 'cloudflare', 'nginx', 'caddy', 'github-pages', 'none'] as const;

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import { close, listen, type StaticServer } from '../../support/serve.ts';
import type { ServedSite } from './hosted-site.ts';

/**
 * Serves the output folder as GitHub Pages does: at the path of the repository, `x.html` for `/x`, a redirect to folders,
 * the single `404.html`, ten minutes in caches, and no headers of the site.
 */
export async function runGithubPages({ root: folder, baseUrl }: ServedSite): Promise<StaticServer> {
  const root = join(folder, baseUrl);
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'max-age=600');
    if (!path.startsWith(baseUrl))
      return void response.writeHead(404).end('There is no site here.');
    const inside = path.slice(baseUrl.length);
    const file = [inside, `${inside}.html`, `${inside}index.html`].find((name) =>
      isFile(root, name),
    );
    if (file !== undefined) return send(response, 200, join(root, file));
    if (isFile(root, `${inside}/index.html`)) {
      response.writeHead(301, { Location: `${encodeURI(path)}/${search}` });
      return void response.end();
    }
    send(response, 404, join(root, '404.html'));
  });
  const origin = await listen(server);
  return { url: origin + baseUrl, requests: [], close: () => close(server) };
}

/** Without `.nojekyll`, folders and files that begin with `_` or `.` are left out. */
function isFile(root: string, name: string): boolean {
  const isPublished = existsSync(join(root, '.nojekyll')) || !/(?:^|\/)[._]/.test(name);
  return isPublished && (statSync(join(root, name), { throwIfNoEntry: false })?.isFile() ?? false);
}

function send(response: ServerResponse, status: number, file: string): void {
  const type = lookup(file) ?? 'application/octet-stream';
  const charset = /^text|json|javascript|svg/.test(type) ? '; charset=utf-8' : '';
  response.writeHead(status, { 'Content-Type': type + charset });
  response.end(readFileSync(file));
}

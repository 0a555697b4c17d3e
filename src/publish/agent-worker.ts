/** Prints the worker for Cloudflare and the edge function for Netlify, which answer agents from the published files. */
import type { ResolvedConfig } from '../config/site-config.ts';
import { ASSETS_FOLDER, FILES_FOLDER, printFile } from '../shared/paths.ts';
import { WRITTEN } from './header-files.ts';
import type { ServerRulesFile } from './write-rules.ts';

/** The file for the host of a site with files for agents; `handler` is the code that defines `docwright`. */
export function agentWorker(
  config: ResolvedConfig,
  handler: string | undefined,
): ServerRulesFile | undefined {
  const { agents, hosting, baseUrl } = config;
  if (agents === undefined || handler === undefined) return undefined;
  const settings = `base: ${JSON.stringify(baseUrl)}, mcp: ${agents.mcp ? '"mcp"' : 'false'}`;
  const skipped = [ASSETS_FOLDER, FILES_FOLDER].map((folder) => `${printFile(folder, config)}*`);
  const code = {
    cloudflare: `export default {
  fetch: (request, env) =>
    docwright.createAgentHandler({ ${settings}, assets: (asked) => env.ASSETS.fetch(asked) })(request),
};
`,
    netlify: `export default (request, context) =>
  docwright.createAgentHandler({
    ${settings},
    assets: (asked) => (asked === request ? context.next() : fetch(asked)),
  })(request);
export const config = { path: ${JSON.stringify(`${baseUrl}*`)}, excludedPath: ${JSON.stringify(skipped)} };
`,
  };
  if (hosting !== 'cloudflare' && hosting !== 'netlify') return undefined;
  const name = hosting === 'cloudflare' ? 'worker.js' : 'edge-functions/agents.js';
  return { name, content: `// ${WRITTEN}\n${handler}${code[hosting]}` };
}

import type { SiteFiles } from '../../support/site.ts';

const FILLER = Array.from(
  { length: 30 },
  (_, index) => `Paragraph ${index}.\n\n${'Plain words fill this page. '.repeat(12)}\n`,
).join('\n');

const DESCRIPTION = `openapi: 3.1.0
info: { title: Game API, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /tenants/{tenantId}:
    get:
      operationId: getTenant
      summary: Get tenant
      description: Reads one tenant.
      parameters:
        - { name: tenantId, in: path, required: true, description: Names the tenant., schema: { type: string } }
      responses:
        '200':
          description: The tenant.
          content:
            application/json:
              schema: { type: object, properties: { planName: { type: string, description: What is paid for. } } }
  /auth/login/nftGating:
    post:
      operationId: loginGated
      summary: Open the door
      responses: { '204': { description: Open. } }
`;

/** A site with what a reader may look for: docs, a plain page, a React page, operations. */
export const SEARCH_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Harbour',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    openapi: [{ spec: 'openapi/game.yaml' }],
    navbar: { items: [
      { label: 'Docs', to: '/docs/usage' },
      { label: 'Elsewhere', href: 'https://elsewhere.example' },
    ] },
    colorMode: { default: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'openapi/game.yaml': DESCRIPTION,
  'content/index.md': '# Start\n\nHere begins everything about a lighthouse.\n',
  'content/live.tsx': `import { useState } from 'react';
    export const meta = { title: 'Live' };
    export default function Live() {
      const [count, setCount] = useState(0);
      return <><h1>Live</h1><p>A periscope is shown.</p><button type="button" onClick={() => setCount(count + 1)}>Count {count}</button></>;
    }\n`,
  'content/docs/usage.md': `# Wallet\n\n${FILLER}\n## Usage\n\nA zeppelin is used like this:\n\n\`\`\`ts\nconst zeppelin = fly('zeppelin');\n\`\`\`\n\n${FILLER}`,
  'content/docs/mint.md':
    '# Coins\n\nWhat is to be minted is a coin. Minting takes a minute, and about one more.\n',
  'content/docs/achievement.md': `# Achievement\n\nAn achievement is earned.\n\n## History\n\n${'An old story goes on and on. '.repeat(
    20,
  )}At last a xylophone was heard.\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `content/docs/lists/list-${index}.md`,
      `# List ${index}\n\nA list with a common walrus.\n`,
    ]),
  ),
};

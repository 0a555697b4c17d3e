import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { operationSamples } from '../../../src/openapi/samples/operation-samples.ts';
import type { SampleTools } from '../../../src/openapi/samples/request.ts';
import { createSiteSamples } from '../../../src/openapi/samples/site-samples.ts';
import { readAchievoApi } from '../../support/client-types.ts';

const { config } = await loadConfig({ siteDir: process.cwd() });
const [module] = config?.sampleModules ?? [];
if (config === undefined || module === undefined) throw new Error('no configuration');
const site = createSiteSamples(module);
const [api] = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false }).apis;
if (api === undefined) throw new Error('no description');
const { operations } = api.model;
const tools: SampleTools = {
  schemas: api.schemas,
  securitySchemes: api.model.securitySchemes,
};
const samples = operations.map((operation) => ({
  operation,
  list: operationSamples(operation, tools, {
    own: site.samplesOf(operation, tools),
    languages: ['curl', 'javascript', 'python', 'go'],
  }),
}));

const NODE = `declare module 'node:crypto' { export function randomUUID(): string; }
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
`;

describe('samples of the Achievo API', () => {
  it('show the API client first, for all 74 operations', () => {
    expect(site.problems()).toEqual([]);
    expect(samples).toHaveLength(74);
    for (const { operation, list } of samples) {
      expect(list.map(({ label }) => label)).toEqual([
        'api-client',
        'cURL',
        'JavaScript',
        'Python',
        'Go',
      ]);
      expect(list[0]?.code).toContain(`await achievo.${operation.operationId}(`);
    }
  });

  it('name credentials as the pages do, and leave no placeholder in the API client', () => {
    for (const { operation, list } of samples) {
      const schemes = operation.security.map(([first]) => first?.scheme);
      const [scheme] = schemes;
      const env = { apiKey: 'ACHIEVO_API_KEY', session: 'ACHIEVO_SESSION' }[scheme ?? ''];
      const placeholder = { apiKey: 'YOUR_API_KEY', session: 'YOUR_SESSION_TOKEN' }[scheme ?? ''];
      for (const { id, code } of list) {
        if (id === 'ts-api-client') expect(code).not.toMatch(/YOUR_|'\{/);
        expect(code).toContain('https://sandbox.achievo.example/v1');
        const name = id === 'ts-api-client' ? env : placeholder;
        expect(/ACHIEVO_\w+|YOUR_\w+/.exec(code)?.[0]).toBe(name);
      }
    }
  });

  it('fit the types of a client with one method for each operation', () => {
    const dir = mkdtempSync(join(tmpdir(), 'client-'));
    try {
      writeFileSync(join(dir, 'client.d.ts'), NODE + readAchievoApi().declarations());
      for (const { operation, list } of samples)
        writeFileSync(join(dir, `${operation.slug}.ts`), `${list[0]?.code}\n`);
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022'];
      const files = ['client.d.ts', ...samples.map(({ operation }) => `${operation.slug}.ts`)];
      const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, ...options, ...files], { cwd: dir, stdio: 'pipe' });
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('name the scopes and roles of every operation that takes a credential', () => {
    const open = operations.filter(({ security }) => security.length === 0);
    expect(open.map(({ operationId }) => operationId)).toEqual([
      'getGameSummaryUri',
      'getAvatarUri',
      'postLoginWithSignature',
      'postLoginWithNft',
    ]);
    const names = operations.flatMap(({ security }) =>
      security.flatMap((alternative) =>
        alternative.map(({ scheme, scopes }) => `${scheme} ${scopes.join()}`),
      ),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      'apiKey admin',
      'apiKey mint',
      'apiKey read',
      'apiKey sign',
      'session ',
      'session member',
      'session platform_admin',
      'session player',
      'session tenant_admin',
    ]);
    for (const { description } of operations)
      expect(description.text).not.toMatch(/\b(?:needs|with) the scope\b|session must be/);
  });
});

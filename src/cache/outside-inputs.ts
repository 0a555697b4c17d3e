import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createProbe, packageManifest } from './fact-recorder.ts';

/**
 * Describes the inputs of a site's code besides its own modules, as far as its text shows: variables of the environment, the
 * day, the modules of packages that it imports, and files or the network, which a later run cannot know to be the same.
 */
export function outsideInputs(code: string): string {
  const named = [...code.matchAll(/\benv(?:\??\.|(?:\?\.)?\[["'])(\w+)/g)];
  const names = new Set(named.map(([, name = '']) => name));
  const { env } = process;
  const values = [...names].map((name) => [name, env[name] ?? '']);
  const others = /\bprocess\??\.env\b(?!\??\.\w|(?:\?\.)?\[["'])/.test(code) ? env : {};
  const day = /\bnew Date\(\)|\bDate\.now\(\)/.test(code) ? new Date().toDateString() : '';
  const reads = MODULES.test(code) ? randomUUID() : '';
  return JSON.stringify([values, others, day, reads, packagesOf(code)]);
}

/** The contents of imported modules of packages and of their manifests, which name the version. */
function packagesOf(code: string): readonly string[] {
  const probe = createProbe();
  const urls = [...code.matchAll(/["'](file:\/\/\/[^"'\s]+)["']/g)].map(([, url = '']) => url);
  return urls.flatMap((url) => {
    const file = pathOf(url);
    return file === undefined ? [] : [file, packageManifest(file) ?? ''].map(probe.content);
  });
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** Names of Node's modules in imports of ES modules and CommonJS. */
const MODULES = /["'](?:node:)?(?:fs|fs\/promises|child_process|os|https?|net)["']/;

import { readFileSync } from 'node:fs';

/** The version in docwright's own package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const version: unknown = JSON.parse(text).version;
  return typeof version === 'string' ? version : 'unknown';
}

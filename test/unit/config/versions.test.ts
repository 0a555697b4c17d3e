import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../src/config/schema.ts';
import type { DocsSet } from '../../../src/config/site-config.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { problems } from './check-config.ts';

/** A docs set of a site with the given folders below `versions`. */
function resolveSet(set: NonNullable<SiteConfig['docs']>[number], ...names: string[]): DocsSet {
  const { docs } = resolveSite(
    { docs: [set] },
    {
      exists: () => true,
      folders: (path) => (path === '/site/versions' ? names : []),
    },
  );
  const [first] = docs;
  if (first === undefined) throw new Error('there is a docs set');
  return first;
}

function bases(set: DocsSet): readonly string[] {
  return set.versions.map(({ name, routeBase }) => `${name} ${routeBase}`);
}

describe('the versions of a docs set', () => {
  it('are the current one alone, at the base of the set', () => {
    const set = resolveSet({ path: 'content/docs' });
    expect(bases(set)).toEqual(['current /docs']);
    expect(set.last.banner).toBeUndefined();
  });

  it('are at the base, at /next and at /<name>, newest first', () => {
    const set = resolveSet({ path: 'content/docs' }, '1.0', '1.10', '1.9');
    expect(bases(set)).toEqual([
      'current /docs/next',
      '1.10 /docs',
      '1.9 /docs/1.9',
      '1.0 /docs/1.0',
    ]);
  });

  it('are unreleased before and unmaintained after the last one', () => {
    const set = resolveSet({ versions: { '1.0': { banner: 'none' } } }, '1.0', '2.0', '3.0');
    expect(set.versions.map(({ banner }) => banner)).toEqual([
      'unreleased',
      undefined,
      'unmaintained',
      undefined,
    ]);
  });

  it('may have another last one', () => {
    expect(bases(resolveSet({ path: 'docs', lastVersion: 'current' }, '1.0'))).toEqual([
      'current /docs',
      '1.0 /docs/1.0',
    ]);
    expect(resolveSet({ lastVersion: '1.0' }, '1.0', '2.0').last.name).toBe('1.0');
  });

  it('are at the route that is written, also the last one', () => {
    const versions = { current: { route: 'v2' }, '1.0': { route: 'v1' } };
    const set = { path: 'docs', lastVersion: 'current', versions };
    expect(bases(resolveSet(set, '1.0'))).toEqual(['current /docs/v2', '1.0 /docs/v1']);
  });

  it('leave out folders whose names are no addresses', () => {
    expect(resolveSet({}, '.git', '_draft', '1.0').versions.map(({ name }) => name)).toEqual([
      'current',
      '1.0',
    ]);
  });
});

describe('settings of a version without a folder', () => {
  it('are an error with the nearest name', () => {
    expect(problems({ docs: [{ versions: { '1.1': {} } }] })).toEqual([
      'config-value docs[0].versions["1.1"] names the version "1.1", but there is no folder "versions/1.1"',
    ]);
    expect(problems({ docs: [{ lastVersion: '9' }] })).toEqual([
      'config-value docs[0].lastVersion names the version "9", but there is no folder "versions/9"',
    ]);
  });
});

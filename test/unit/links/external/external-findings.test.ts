import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_EXTERNAL_OPTIONS } from '../../../../src/links/external/external-check.ts';
import { type CheckLinksResult, checkLinks } from '../../../../src/pipeline/check-links.ts';
import { type LinkServer, startLinkServer } from '../../../support/link-server/link-server.ts';
import { type SiteDriver, site } from '../../../support/site.ts';

let server: LinkServer;
let driver: SiteDriver | undefined;

beforeAll(async () => {
  server = await startLinkServer();
});
afterAll(async () => {
  driver?.dispose();
  await server.close();
});

const OPTIONS = {
  ...DEFAULT_EXTERNAL_OPTIONS,
  allowPrivate: true,
  intervalMs: 0,
  backoffMs: 10,
  maxWaitMs: 0,
};

const LOST = ['X', 'in-template', 'in-comment', 'in-script', 'in-code', '%E0%A4%8A'];

interface Changes {
  readonly cacheFile?: string;
  readonly anchors?: boolean;
}

/** Checks a page with links to the server's paths. */
async function checked(text: string, changes: Changes = {}): Promise<CheckLinksResult> {
  driver?.dispose();
  driver = site({ 'index.md': text.replaceAll('HOST', server.origin) });
  return recheck(driver, changes);
}

function recheck(
  { dir }: SiteDriver,
  { cacheFile, anchors = false }: Changes,
): Promise<CheckLinksResult> {
  return checkLinks({
    siteDir: dir,
    external: {
      options: OPTIONS,
      cacheFile: cacheFile === undefined ? undefined : join(dir, cacheFile),
      anchors,
      isWanted: () => true,
    },
  });
}

function printed({ diagnostics }: CheckLinksResult): readonly string[] {
  return diagnostics.map(
    ({ severity, code, location }) => `${location?.line}:${location?.column} ${severity} ${code}`,
  );
}

describe('addresses outside of the site', () => {
  it('are reported at every occurrence, each requested once', async () => {
    const before = server.arrivals.length;
    const result = await checked(
      '[a](HOST/ok) [b](HOST/gone)\n\n[c](HOST/gone#x) [d](HOST/429-forever)\n',
    );
    expect(printed(result).toSorted()).toEqual(
      [
        `1:${'[a]() [b]('.length + server.origin.length + 4} error external-broken`,
        '3:5 error external-broken',
        `3:${'[c]() [d]('.length + server.origin.length + 8} info external-unverified`,
      ].toSorted(),
    );
    const asked = server.arrivals.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path === '/gone').length).toBeLessThanOrEqual(2);
    expect(result.complete).toBe(true);
  });

  it('that have moved for good have a fix, which keeps the fragment', async () => {
    const result = await checked('[a](HOST/301#part)\n');
    const target = `${server.origin}/ok#part`;
    expect(result.diagnostics).toMatchObject([
      {
        code: 'external-redirect-permanent',
        message: `${server.origin}/301 has moved to ${server.origin}/ok (301)`,
        hint: `link to ${target}`,
        link: { href: `${server.origin}/301#part`, suggestions: [target], fix: target },
      },
    ]);
  });

  it.each([
    ['/301', '/ok', true],
    ['/redirect-fragment#a', '/anchor.html#x', true],
    ['/to?status=301&to=%2F#a', '/#a', false],
    ['/to?status=308&to=%2Fok%3Fq#a', '/ok?q#a', true],
  ])('%s are now %s, with a fix unless that is a start page: %s', async (path, to, isFixed) => {
    const { diagnostics } = await checked(`[a](HOST${path})\n`);
    const [link] = diagnostics.flatMap((entry) =>
      entry.link?.suggestions.length ? entry.link : [],
    );
    const target = server.origin + to;
    expect([link?.suggestions, link?.fix]).toEqual([[target], isFixed ? target : undefined]);
  });

  it('say why they are broken or unverified', async () => {
    const { diagnostics } = await checked('[a](HOST/gone#x) [b](HOST/401)\n');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `${server.origin}/gone does not answer: HTTP 404 Not Found`,
      `${server.origin}/401 could not be checked: HTTP 401: it asks for a login`,
    ]);
    expect(diagnostics[0]?.link).toEqual({
      href: `${server.origin}/gone#x`,
      resolved: `${server.origin}/gone`,
      suggestions: [],
    });
  });

  it('can have their fragments checked', async () => {
    const good = ['x', 'named', 'gr%C3%B6%C3%9Fe', 'a%20b', '50%25', 'TOP', '!/route', 'L10-L20'];
    const text = [...good, 'x:~:text=X', ':~:text=y', ...LOST].map(
      (id) => `[a](HOST/anchor.html#${id})`,
    );
    const result = await checked(`${text.join('\n')}\n`, { anchors: true });
    expect(result.diagnostics.map(({ message }) => message)).toEqual(
      LOST.map((id) => `${server.origin}/anchor.html has no anchor "#${id}"`),
    );
  });

  it('are remembered: a second run asks for nothing that works', async () => {
    const first = await checked('[a](HOST/ok)\n', { cacheFile: '.cache/links.json' });
    expect(first.diagnostics).toEqual([]);
    const dir = driver?.dir ?? '';
    expect(existsSync(join(dir, '.cache/links.json'))).toBe(true);
    const before = server.arrivals.length;
    if (driver !== undefined) await recheck(driver, { cacheFile: '.cache/links.json' });
    expect(server.arrivals.length).toBe(before);
    expect(readFileSync(join(dir, '.cache/links.json'), 'utf8')).toContain('/ok');
  });

  it('are requested if the cache is damaged, which is said', async () => {
    await checked('[a](HOST/ok)\n');
    driver?.write('links.json', '[]');
    const before = server.arrivals.length;
    const result = driver && (await recheck(driver, { cacheFile: 'links.json' }));
    expect(server.arrivals.length).toBe(before + 1);
    expect(result?.notes).toEqual([
      `${join(driver?.dir ?? '', 'links.json')} is damaged or of another version and is not used.`,
    ]);
    expect(readFileSync(join(driver?.dir ?? '', 'links.json'), 'utf8')).toContain('/ok');
  });

  it('are suppressed like other findings', async () => {
    const result = await checked(
      '<!-- check-links-disable-next-line external-broken -- soon -->\n[a](HOST/gone)\n',
    );
    expect(result.diagnostics).toEqual([]);
    expect(result.suppressed).toHaveLength(1);
  });
});

describe('without --external', () => {
  it('no request is sent, and suppressions of external findings are not reported as unused', async () => {
    const before = server.arrivals.length;
    driver?.dispose();
    driver = site({
      'index.md': `<!-- check-links-disable-next-line external-broken -- soon -->\n[a](${server.origin}/gone)\n`,
    });
    const result = await checkLinks({ siteDir: driver.dir });
    expect(result.diagnostics).toEqual([]);
    expect(server.arrivals.length).toBe(before);
  });
});

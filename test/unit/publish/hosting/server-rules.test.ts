import { describe, expect, it } from 'vitest';
import { caddyRules, nginxRules } from '../../../../src/publish/server-rules.ts';
import { type Route, toRoute } from '../../../../src/shared/paths.ts';
import { resolveSite } from '../../../support/resolve-config.ts';

const POLICY = {
  script: [],
  style: [],
  font: [],
  img: [],
  connect: [],
  trustedTypes: ['drawing'],
  inlineStyles: false,
};

function siteWith(routes: readonly Route[]) {
  return {
    config: resolveSite({ baseUrl: '/base/' }),
    widePages: routes.map((route) => ({ route, policies: [POLICY] })),
    extensions: new Set(['html', 'js', 'odd;type']),
  };
}

/** The patterns of nginx for the pages with a wider policy, as it reads them. */
function patterns(rules: string): readonly RegExp[] {
  return [...rules.matchAll(/^if \(\$uri ~ "(.*)"\) \{ set \S+_policy .*drawing"; \}$/gm)].map(
    ([, pattern = '']) => new RegExp(pattern.replaceAll('\\"', '"').replaceAll('\\\\', '\\')),
  );
}

describe('the rules of servers', () => {
  it('find every page with a wider policy, in each form of its address, and no other', () => {
    const names = ['/', '/a/b', '/c++ (x)', '/say "hi"', '/été', '/$x{1}'];
    const found = patterns(nginxRules(siteWith(names.map(toRoute))));
    const isWide = (path: string): boolean => found.some((pattern) => pattern.test(path));
    for (const name of names.slice(1))
      for (const end of ['', '/', '/index.html', '.html'])
        expect([name + end, isWide(`/base${name}${end}`)]).toEqual([name + end, true]);
    for (const path of ['/base/', '/base/index.html']) expect(isWide(path)).toBe(true);
    for (const path of ['/base/a', '/base/a/b/c', '/a/b', '/base/c', '/base/a/b.htmlx'])
      expect([path, isWide(path)]).toEqual([path, false]);
  });

  it('of nginx make no redirect with the port of the server', () => {
    const { config, ...site } = siteWith([]);
    const rules = nginxRules({ ...site, config: { ...config, baseUrl: '/' } });
    const at = rules.indexOf('absolute_redirect off;');
    expect(at).toBeGreaterThan(-1);
    expect(at).toBeLessThan(rules.indexOf('rewrite '));
    expect(rules.match(/^\s*absolute_redirect off;$/gm)).toHaveLength(1);
  });

  it('stay within the longest token that nginx reads, whatever the number of pages', () => {
    const routes = Array.from({ length: 2000 }, (_, index) => toRoute(`/drawings/page-${index}`));
    const rules = nginxRules(siteWith(routes));
    const found = patterns(rules);
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(30);
    for (const { source } of found) expect(source.length).toBeLessThan(4096);
    expect(found.some((pattern) => pattern.test('/base/drawings/page-1999/'))).toBe(true);
  });

  it('have types of known extensions only', () => {
    for (const rules of [nginxRules(siteWith([])), caddyRules(siteWith([]))]) {
      expect(rules).toContain('text/javascript');
      expect(rules).not.toContain('odd');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { pathQueries } from '../../../../src/client/search/launcher.ts';

describe('pathQueries', () => {
  it.each([
    ['/docs/getting-strated', ['getting strated', 'docs getting strated']],
    ['/base/docs/getting-strated/', ['getting strated', 'docs getting strated'], '/base/'],
    ['/docs/sdk/install.html', ['install', 'docs sdk install']],
    ['/docs/sdk/index.html', ['sdk', 'docs sdk']],
    ['/install', ['install']],
    ['/docs/get_tenant%2Fby--id', ['get tenant by id', 'docs get tenant by id']],
    ['/%E6%97%A5%E6%9C%AC', ['日本']],
    ['/100%/%zz', ['zz', '100 zz']],
    ['/', []],
    ['/--/', []],
  ])('reads the words of %s', (path, queries, baseUrl = '/') => {
    expect(pathQueries(path, baseUrl)).toEqual(queries);
  });
});

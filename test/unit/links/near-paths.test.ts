import { describe, expect, it } from 'vitest';
import {
  anchorLikeness,
  type Likeness,
  pathLikeness,
  pathParts,
  readWritten,
  sharedEnd,
  writeLike,
} from '../../../src/links/near-paths.ts';

/** The cost, with `sure` for a candidate that may be certain; `-` for none. */
const print = (like: Likeness | undefined): string =>
  like === undefined ? '-' : `${like.cost}${like.isSure ? ' sure' : ''}`;

describe('the likeness of two paths', () => {
  it.each([
    ['a/b.md', 'A/B.md', '0.5 sure'],
    ['./a/b.md', 'a/b.md/', '0.5 sure'],
    ['/ü', '/ü', '0.5 sure'],
    ['a/bcd.md', 'c/a/bcd.md', '1.25 sure'],
    ['a/q-a.md', 'a/q--a.md', '0.75 sure'],
    ['q_a.md', 'q a.md', '0.75 sure'],
    ['a/é.md', 'a/e.md', '0.75 sure'],
    ['a/b.md', 'a/b.md/c', '-'],
    ['x/ab/cd.txt', 'x/abc/d.txt', '2'],
    ['ab/cde.md', 'abc/de.html', '2.5'],
    ['index.md', 'index.html', '0.8 sure'],
    ['a/index.md', 'a.html', '0.8 sure'],
    ['a/deploi.md', 'a/x/deploy.md', '4'],
    ['-.md', '--.md', '0.75 sure'],
    ['---', '--', '1'],
    ['/', '/', '0.5 sure'],
    ['a/b.md', 'a/b.html', '0.8 sure'],
    ['a/b', 'a/b.mdx', '0.8 sure'],
    ['a/b', 'a/b.markdown', '0.8 sure'],
    ['a/b.tsx', 'a/b', '0.8 sure'],
    ['a/b.htm', 'a/b.md', '0.8 sure'],
    ['a/b/index.html', 'a/b.md', '0.8 sure'],
    ['a/b/readme', 'a/b', '0.8 sure'],
    ['index.md', 'readme.md', '-'],
    ['index.md', 'home.md', '-'],
    ['x/a/b.md', 'y/a/b.html', '-'],
    ['x/a/bcd.md', 'y/a/bcd.html', '1.5'],
    ['a/b.png', 'a/b.md', '1'],
    ['a/b.png', 'a/b.jpg', '1'],
    ['a.b/c.md', 'a.b/c.png', '1'],
    ['.png', 'x.png', '-'],
    ['a/deploy.md', 'b/c/deploy.md', '1.25 sure'],
    ['a/dep.md', 'b/c/dep.md', '1.25 sure'],
    ['a/de.md', 'b/c/de.md', '-'],
    ['a/deploy.md', 'b/c/deploy.png', '1.5'],
    ['a/index.md', 'b/c/index.md', '-'],
    ['a/readme.md', 'b/readme.md', '-'],
    ['a/deploy.md', 'a/deplyo.md', '1'],
    ['a/deploy.md', 'a/depoy.md', '1'],
    ['a/deploy.md', 'a/deploy1.md', '1'],
    ['a/ab.md', 'a/cd.md', '-'],
    ['a/ab.md', 'a/ac.md', '1'],
    ['a/a.md', 'a/b.md', '-'],
    ['a/abc.md', 'a/abd.md', '1'],
    ['a/abc.md', 'a/ade.md', '-'],
    ['a/abcdef.md', 'a/abcdxy.md', '2'],
    ['a/abcdef.md', 'a/abcxyz.md', '-'],
    ['a/abcdef.md', 'a/abcd.md', '2'],
    ['a/abcdef.md', 'a/abc.md', '-'],
    ['a/abcdef.md', 'a/abcdefghi.md', '-'],
    ['a/step-1.md', 'a/step-2.md', '-'],
    ['a/step-1.md', 'a/stop-2.md', '2'],
    ['a/deplyo.md', 'b/deploy.md', '4'],
    ['guide/deploi.md', 'other/x/deploy.md', '4'],
    ['guide/deplo.md', 'other/x/depla.md', '4'],
    ['guide/depl.md', 'other/x/depk.md', '-'],
    ['guide/deplxx.md', 'other/x/deploy.md', '-'],
    ['abcdefghi/abcdefghi.md', 'abcdefgxy/abcdefgxy.md', '4'],
    ['abcdefghi/abcdefghi.md', 'abcdefxyz/abcdefgxy.md', '-'],
    ['abcdefghi/abcdefghi.md', 'abcdefxyz/abcdefxyz.md', '-'],
    ['abcdef/deplxy.md', 'abcdxx/deploy.png', '3.5'],
    ['a/deplyo.md', 'a/deploy.png', '1.5'],
    ['a/deplxy.txt', 'a/deploy.txt', '1'],
  ])('%s and %s is %s', (wanted, found, expected) => {
    expect(print(pathLikeness(pathParts(wanted), pathParts(found)))).toBe(expected);
  });

  it('is that of their addresses, but another path is suggested', () => {
    expect(pathParts('a/./B.md', '/c')).toMatchObject({ path: '/c', name: 'B.md', stem: 'b' });
  });

  it.each([
    ['a/b/c.md', 'x/b/c.md', 2],
    ['a/b', 'a/b', 2],
    ['a', 'b', 0],
    ['c.md', 'x/c.md', 1],
    ['x/c.md', 'c.md', 1],
  ])('%s and %s has %i equal segments at the end', (a, b, count) => {
    expect(sharedEnd(pathParts(a), pathParts(b))).toBe(count);
  });
});

describe('the extension of a path', () => {
  it.each([
    ['a.tar.gz', 'gz'],
    ['a.B2', 'b2'],
    ['a.abcdefghi', 'abcdefghi'],
    ['a.abcdefghij', ''],
    ['a.1b', ''],
    ['.md', ''],
    ['a.b/c', ''],
  ])('%s is "%s"', (path, extension) => {
    const { stem, ...parts } = pathParts(path);
    const whole = extension === '' ? stem : `${stem}.${extension}`;
    expect([parts.extension, path.toLowerCase().endsWith(whole)]).toEqual([extension, true]);
  });
});

describe('the likeness of two anchors', () => {
  it.each([
    ['Install', 'install', undefined, '0.5 sure'],
    ['über', 'Über', undefined, '0.5 sure'],
    ['q-a', 'q--a', undefined, '0.75 sure'],
    ['ete', 'été', undefined, '0.75 sure'],
    ['-', '--', undefined, '1'],
    ['---', '-', undefined, '-'],
    ['getting-started', 'start', 'getting-started', '0.8 sure'],
    ['Getting_Started', 'start', 'getting-started', '0.8 sure'],
    ['404', '404-not-found', undefined, '1.25 sure'],
    ['40', '40-not-found', undefined, '-'],
    ['404', '4045', undefined, '-'],
    ['404', '404not', undefined, '-'],
    ['instal', 'install', undefined, '1'],
    ['instxxx', 'install', undefined, '-'],
    ['instalx', 'inst', 'install', '1.25'],
    ['instal', 'zzz', 'install', '1.25'],
    ['step-1', 'step-2', undefined, '-'],
    ['install', 'zzz', 'install-on-linux', '4'],
    ['1-installation', 'installation', undefined, '2'],
    ['installation', '1-installation', undefined, '2'],
    ['1-setup', 'setup', undefined, '2'],
    ['1-step', 'step', undefined, '2'],
    ['setup', '1-setup', undefined, '4'],
    ['step', '1-step', undefined, '-'],
    ['asetup', 'setup', undefined, '1'],
    ['getting-startd', 'start', 'getting-started', '1.25'],
    ['zebra', 'install', undefined, '-'],
  ])('%s and %s (%s) is %s', (...[wanted, found, title, expected]) => {
    expect(print(anchorLikeness(wanted, found, title))).toBe(expected);
  });
});

describe('the style of an author', () => {
  it.each([
    ['a b', 'x', 'a%20b'],
    ['a b', 'x y', 'a b'],
    ['a%b?c#d<e>f"g\\h', 'x', 'a%25b%3Fc%23d%3Ce%3Ef%22g%5Ch'],
    ['é', 'x', 'é'],
    ['é', '%C3%A9', '%C3%A9'],
    ['é', '%2f', 'é'],
    ['größe ü', '%a0 x', 'gr%C3%B6%C3%9Fe %C3%BC'],
    ['é', '%7f', 'é'],
    ['é', '%80', '%C3%A9'],
    ['é', '%FF', '%C3%A9'],
    ['éa😀', '%e9', '%C3%A9a%F0%9F%98%80'],
  ])('%j is written like %j as %j', (text, like, expected) => {
    expect(writeLike(text, like)).toBe(expected);
  });

  it.each([
    ['a%20b', 'a b'],
    ['a%zz', 'a%zz'],
    ['a\\b\\c', 'a/b/c'],
    ['%5C', '/'],
  ])('%j is read as %j', (text, expected) => {
    expect(readWritten(text)).toBe(expected);
  });
});

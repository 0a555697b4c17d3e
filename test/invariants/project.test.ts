import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

function tracked(...folders: readonly string[]): readonly string[] {
  const run = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...folders],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return run.stdout.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const quoted = [...text.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map(([, path]) => path ?? '');
    const found = (path: string): boolean =>
      existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'src', path));
    const named = quoted.filter((path) => found(path.slice(0, path.indexOf('/'))));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !found(path))).toEqual([]);
  });
});

describe('the package', () => {
  it('holds every source that the browser code is compiled from', () => {
    const { files }: { files: readonly string[] } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    const needed = tracked('src/client', 'templates')
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to]) =>
          join(dirname(path), to ?? ''),
        );
      });
    expect(needed.length).toBeGreaterThan(100);
    const missing = needed.filter((path) => !files.some((at) => path.startsWith(`${at}/`)));
    expect(missing).toEqual([]);
  });
});

describe('CHANGELOG.md', () => {
  it('says for each version how to upgrade, then all changes; the first is that of the package', () => {
    const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    const headings = [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading);
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    expect(headings[0]).toBe(version);
    const versions = headings.filter((heading) => /^\d+\.\d+\.\d+/.test(heading ?? ''));
    expect(headings).toEqual(versions.flatMap((one) => [one, 'Upgrade', 'Changes']));
  });
});

describe('the generator', () => {
  it('knows nothing of the site that this repository also holds', () => {
    const files = tracked('src', 'templates', 'bin');
    expect(files.length).toBeGreaterThan(100);
    const knowing = files.filter((path) =>
      /achievo|randomness|nft|soulbound/i.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(knowing).toEqual([]);
  });
});

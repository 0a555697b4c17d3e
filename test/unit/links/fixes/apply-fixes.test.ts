import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFixes } from '../../../../src/links/fixes/apply-fixes.ts';
import { planFixes } from '../../../../src/links/fixes/fixes.ts';
import { linkFinding } from '../link-finding.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'docwright-fix-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const path = (file = 'a.md'): string => join(dir, file);
const TEXT = '\uFEFF[x](./a.md)\r\n';
const { files } = planFixes(
  [linkFinding({ column: 5, href: './a.md', fix: './b.md' })],
  () => TEXT,
);

describe('fixed files', () => {
  it('are written with their permissions, and no other file is left', () => {
    writeFileSync(path(), TEXT);
    chmodSync(path(), 0o664);
    expect(writeFixes(dir, files)).toEqual({ written: ['a.md'], failed: [] });
    expect(readFileSync(path(), 'utf8')).toBe('\uFEFF[x](./b.md)\r\n');
    expect(statSync(path()).mode & 0o777).toBe(0o664);
    expect(readdirSync(dir)).toEqual(['a.md']);
  });

  it('are left alone once they have changed', () => {
    writeFileSync(path(), `${TEXT}more\n`);
    expect(writeFixes(dir, files).failed).toEqual([
      { file: 'a.md', reason: 'it has changed, or is not UTF-8' },
    ]);
    expect(readFileSync(path(), 'utf8')).toBe(`${TEXT}more\n`);
    expect(writeFixes(dir, files).written).toEqual([]);
  });

  it('are skipped if they are not UTF-8', () => {
    const bytes = Buffer.from([...Buffer.from('[x](./a.md) '), 0xff]);
    writeFileSync(path(), bytes);
    const text = bytes.toString('utf8');
    const plan = planFixes([linkFinding({ column: 5, href: './a.md', fix: './b.md' })], () => text);
    expect(plan.files).toHaveLength(1);
    expect(writeFixes(dir, plan.files).written).toEqual([]);
    expect(readFileSync(path()).equals(bytes)).toBe(true);
  });

  it('are written again after a run that was ended', () => {
    writeFileSync(path(), TEXT);
    writeFileSync(path(`a.md.${process.pid}.new`), '');
    expect(writeFixes(dir, files).written).toEqual(['a.md']);
    expect(readdirSync(dir)).toEqual(['a.md']);
  });

  it('are skipped if they are links, or do not exist', () => {
    writeFileSync(path('b.md'), TEXT);
    symlinkSync(path('b.md'), path());
    expect(writeFixes(dir, files).failed).toEqual([
      { file: 'a.md', reason: 'it is not a regular file' },
    ]);
    rmSync(path());
    expect(writeFixes(dir, files).failed[0]?.reason).toContain('ENOENT');
    expect(readdirSync(dir)).toEqual(['b.md']);
  });
});

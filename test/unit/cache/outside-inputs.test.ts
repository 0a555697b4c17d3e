import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { outsideInputs } from '../../../src/cache/outside-inputs.ts';
import { tempFolder } from '../publish/output-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('what code reads besides its modules', () => {
  it.each([
    'process.env.COLOR',
    "process.env['COLOR']",
    'process?.env?.COLOR',
    '({ COLOR } = process.env)',
  ])('includes the variables of the environment: %s', (code) => {
    vi.stubEnv('COLOR', 'red');
    const before = outsideInputs(code);
    expect(outsideInputs(code)).toBe(before);
    vi.stubEnv('COLOR', 'blue');
    expect(outsideInputs(code)).not.toBe(before);
  });

  it('includes no other variable', () => {
    const before = outsideInputs('process.env.COLOR');
    vi.stubEnv('OTHER', 'blue');
    expect(outsideInputs('process.env.COLOR')).toBe(before);
  });

  it.each(['new Date().getFullYear()', 'Date.now()'])('includes the day: %s', (code) => {
    vi.useFakeTimers({ now: new Date(2024, 11, 31, 10) });
    const before = outsideInputs(code);
    vi.setSystemTime(new Date(2024, 11, 31, 11));
    expect(outsideInputs(code)).toBe(before);
    vi.setSystemTime(new Date(2025, 0, 1));
    expect(outsideInputs(code)).not.toBe(before);
  });

  it.each([
    'import { readFileSync } from "node:fs";',
    "require('fs/promises')",
    'import("node:https")',
  ])('is never the same for code that reads files or the network: %s', (code) => {
    expect(outsideInputs(code)).not.toBe(outsideInputs(code));
  });

  it.each(['index.js', 'package.json'])('includes the modules of packages: %s', (name) => {
    const folder = join(tempFolder(), 'node_modules/box');
    mkdirSync(folder, { recursive: true });
    for (const file of ['index.js', 'package.json']) writeFileSync(join(folder, file), '{}');
    const code = `import box from "${pathToFileURL(join(folder, 'index.js')).href}";`;
    const before = outsideInputs(code);
    expect(outsideInputs(code)).toBe(before);
    writeFileSync(join(folder, name), '{ }');
    expect(outsideInputs(code)).not.toBe(before);
  });

  it('is the same for other code', () => {
    const code = 'export const box = ({ content }) => `<p>${content}</p>`; // new Date(0)';
    expect(outsideInputs(code)).toBe(outsideInputs(code));
  });
});

import { describe, expect, it } from 'vitest';
import { bundleLiveScript } from '../../../../src/dev/live/live-script.ts';

describe('bundleLiveScript', () => {
  it('gives one module that imports nothing, runs under the strict policy, and is the same every time', async () => {
    const script = await bundleLiveScript();
    expect(script).toContain('EventSource');
    expect(script).not.toMatch(/\bimport\s*["'{*]|\bimport\(|createPolicy|eval\(|new Function/);
    expect(await bundleLiveScript()).toBe(script);
  });
});

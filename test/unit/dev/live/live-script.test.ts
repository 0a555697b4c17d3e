import { describe, expect, it } from 'vitest';
import { liveScript } from '../../../../src/dev/live/live-script.ts';

describe('liveScript', () => {
  it('gives one module that imports nothing, runs under the strict policy, and is the same every time', async () => {
    const script = await liveScript();
    expect(script).toContain('EventSource');
    expect(script).not.toMatch(/\bimport\s*["'{*]|\bimport\(|eval\(|new Function/);
    expect(await liveScript()).toBe(script);
  });
});

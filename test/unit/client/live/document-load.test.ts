import { describe, expect, it } from 'vitest';
import {
  createDocumentLoad,
  type DocumentLoad,
} from '../../../../src/client/live/document-load.ts';

/** Tells the statuses that the server answers with; 0 is no answer. */
function loading(...statuses: readonly number[]): DocumentLoad & { readonly loads: () => number } {
  const left = [...statuses];
  const stored = new Map<string, string>();
  let loads = 0;
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => stored.clear(),
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  };
  const location = {
    href: 'http://localhost/a',
    reload: () => {
      loads += 1;
    },
  };
  const documents = createDocumentLoad({
    page: { location, sessionStorage: storage },
    fetch: async (_, { method }) => {
      const status = left.shift() ?? 0;
      if (status === 0 || method !== 'HEAD') throw new TypeError('no network');
      return new Response(null, { status });
    },
  });
  return { ...documents, loads: () => loads };
}

describe('createDocumentLoad', () => {
  it('loads once for each reason, so that it never goes round', () => {
    const { load, loads } = loading();
    load('one');
    load('one');
    expect(loads()).toBe(1);
    load('two');
    expect(loads()).toBe(2);
  });

  it('loads where there is another answer now', async () => {
    const { loadUnless, loads } = loading(404, 200);
    expect(await loadUnless(404, 'one')).toBe(true);
    expect(loads()).toBe(0);
    expect(await loadUnless(404, 'two')).toBe(true);
    expect(loads()).toBe(1);
  });

  it('does not leave the page for a server that is gone', async () => {
    const { loadUnless, loads } = loading(0, 200);
    expect(await loadUnless(undefined, 'one')).toBe(false);
    expect(loads()).toBe(0);
    expect(await loadUnless(undefined, 'one')).toBe(true);
    expect(loads()).toBe(1);
  });
});

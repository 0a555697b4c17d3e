import { describe, expect, it } from 'vitest';
import { hitUrl } from '../../../../src/client/search/launcher.ts';
import {
  createButtonStore,
  type SearchButtonStore,
  isSearchKey,
  printKeys,
} from '../../../../src/client/search/search-button.ts';
import { createRecentSearches, readSearches } from '../../../../src/client/search/session.ts';

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, text) => void items.set(key, text),
  };
}

const blocked = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

describe('createRecentSearches', () => {
  it('remembers the latest six over documents, each once, without blanks', () => {
    const kept = storage();
    const { add } = createRecentSearches(() => kept);
    for (const query of ['a', 'b', ' c ', '  ', 'd', 'e', 'f', 'b', 'g']) add(query);
    expect(createRecentSearches(() => kept).list()).toEqual(['g', 'b', 'f', 'e', 'd', 'c']);
  });

  it('forgets them', () => {
    const kept = storage();
    const { add, clear } = createRecentSearches(() => kept);
    add('a');
    clear();
    expect(createRecentSearches(() => kept).list()).toEqual([]);
  });

  it('lives as long as the page where storage is blocked', () => {
    const { add, list } = createRecentSearches(blocked);
    add('a');
    expect(list()).toEqual(['a']);
  });

  it.each(['', '{', '{}', 'null', '[1,{}]'])('reads %s as nothing', (text) => {
    expect(readSearches(text)).toEqual([]);
  });
});

describe('the shortcuts', () => {
  const key = (name: string, modifiers: object = {}): boolean =>
    isSearchKey({
      key: name,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isComposing: false,
      ...modifiers,
    });

  it('are /, Ctrl or Cmd with K', () => {
    expect(key('/')).toBe(true);
    expect(key('k', { ctrlKey: true })).toBe(true);
    expect(key('K', { metaKey: true })).toBe(true);
  });

  it('are nothing else', () => {
    expect(key('k')).toBe(false);
    expect(key('/', { ctrlKey: true })).toBe(false);
    expect(key('/', { altKey: true })).toBe(false);
    expect(key('/', { isComposing: true })).toBe(false);
    expect(key('k', { ctrlKey: true, altKey: true })).toBe(false);
  });

  it('are written as the keyboard has them', () => {
    expect(printKeys('MacIntel')).toBe('⌘K');
    expect(printKeys('Linux x86_64')).toBe('Ctrl K');
  });

  it('stay off when the reader has turned them off', () => {
    const kept = storage();
    const store = (from: () => Storage): SearchButtonStore => createButtonStore(from, () => {});
    expect(store(() => kept).areKeysOn()).toBe(true);
    store(() => kept).switchKeys();
    expect(store(() => kept).areKeysOn()).toBe(false);
    store(() => kept).switchKeys();
    expect(store(() => kept).areKeysOn()).toBe(true);
    const here = store(blocked);
    here.switchKeys();
    expect(here.areKeysOn()).toBe(false);
  });
});

describe('hitUrl', () => {
  it('has the final slash that the site has', () => {
    const style = { baseUrl: '/base/', trailingSlash: true };
    expect(hitUrl('/base/docs/a#b', style)).toBe('/base/docs/a/#b');
    expect(hitUrl('/base/', style)).toBe('/base/');
    expect(hitUrl('/base/docs/a%20b', { ...style, trailingSlash: false })).toBe('/base/docs/a%20b');
  });
});

import { describe, expect, it } from 'vitest';
import {
  CATALOG,
  type CatalogEntry,
  CODES,
  type DiagnosticCode,
  isCode,
  type Level,
} from '../../../src/diagnostics/codes.ts';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { applyLevels, type LevelSettings, levelOf } from '../../../src/diagnostics/levels.ts';

const NOTHING: LevelSettings = { openapi: [], links: { rules: {} }, rules: {} };

function level(code: DiagnosticCode, settings: Partial<LevelSettings>, api?: string): Level {
  const finding = api === undefined ? { code } : { code, api };
  return levelOf(finding, { ...NOTHING, ...settings });
}

describe('levelOf', () => {
  it('is the default level without configuration', () => {
    expect(level('page-not-found', {})).toBe('error');
    expect(level('html-dropped', {})).toBe('warning');
    expect(level('insecure-http', {})).toBe('off');
  });

  it('uses the nearest setting that names a code', () => {
    const rules = { 'openapi-example': 'info' } as const;
    const own = { id: 'a', rules: { 'openapi-example': 'off' }, strict: true } as const;
    const strict = { id: 'b', rules: {}, strict: true } as const;
    const settings = { rules, openapi: [own, strict] };
    expect(level('openapi-example', settings)).toBe('info');
    expect(level('openapi-example', settings, 'b')).toBe('error');
    expect(level('openapi-example', settings, 'a')).toBe('off');
    // What changed is no mistake of a description.
    expect(level('api-change-safe', settings, 'b')).toBe('info');
    const flags = { 'openapi-example': 'warning' } as const;
    expect(level('openapi-example', { ...settings, flags }, 'a')).toBe('warning');
  });

  it('prefers links.rules to rules', () => {
    const links = { rules: { 'orphan-page': 'warning' } } as const;
    expect(level('orphan-page', { links, rules: { 'orphan-page': 'error' } })).toBe('warning');
  });

  it('is fixed for problems that prevent a page or are harmful', () => {
    const all: Record<string, Level> = Object.fromEntries(CODES.map((code) => [code, 'off']));
    const api = { id: 'a', rules: all, strict: false };
    const settings = { flags: all, links: { rules: all }, rules: all, openapi: [api] };
    const entries: [string, CatalogEntry][] = Object.entries(CATALOG);
    const fixed = entries.filter(([, entry]) => entry.fixed !== undefined).map(([code]) => code);
    const kept = CODES.filter(isCode).filter((code) => level(code, settings, 'a') !== 'off');
    expect(kept).toEqual(fixed);
    expect(new Set(kept.map((code) => level(code, settings, 'a')))).toEqual(new Set(['error']));
    expect(fixed).toEqual(
      expect.arrayContaining([
        'config-type',
        'duplicate-route',
        'frontmatter-syntax',
        'openapi-syntax',
        'path-outside-root',
        'unsafe-scheme',
      ]),
    );
  });
});

describe('applyLevels', () => {
  it('sets the levels of findings and drops those that are off', () => {
    const found = [
      diagnostic('page-not-found', { message: 'a' }),
      diagnostic('anchor-not-found', { message: 'b' }),
      diagnostic('insecure-http', { message: 'c' }),
      diagnostic('html-dropped', { message: 'd' }),
    ];
    const rules = {
      'page-not-found': 'warning',
      'anchor-not-found': 'off',
      'html-dropped': 'error',
    } as const;
    const { diagnostics, lowered } = applyLevels(found, { ...NOTHING, rules });
    expect(diagnostics.map(({ message, severity }) => `${message} ${severity}`)).toEqual([
      'a warning',
      'd error',
    ]);
    expect(lowered).toEqual([
      { code: 'anchor-not-found', from: 'error', to: 'off', count: 1 },
      { code: 'page-not-found', from: 'error', to: 'warning', count: 1 },
    ]);
    expect(applyLevels(found, NOTHING)).toEqual({
      diagnostics: found.filter(({ code }) => code !== 'insecure-http'),
      lowered: [],
      spared: 0,
    });
  });
});

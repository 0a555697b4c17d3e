import { describe, expect, it } from 'vitest';
import {
  checkHref,
  checkScheme,
  checkSchemeName,
  schemeOf,
} from '../../../../src/config/formats/address.ts';

describe('checkScheme', () => {
  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    '\u0001javascript:x',
    'java\nscript:x',
    'java script:x',
    'javascript\t:x',
    'vbscript:x',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'filesystem:x',
    'data:text/html,x',
    'ftp://a.example',
  ])('refuses %j', (address) => {
    expect(checkScheme(address)?.code).toBe('unsafe-scheme');
  });

  it.each([
    'https://a.example',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+1',
    '/path:x',
    './a:b',
    '?a:b',
    '#a:b',
    '//a.example',
    '',
  ])('accepts %j', (address) => {
    expect(checkScheme(address)).toBeUndefined();
  });

  it('reads schemes in lower case', () => {
    expect(schemeOf('HTTPS://a.example')).toBe('https');
    expect(schemeOf('1a:b')).toBeUndefined();
  });
});

describe('checkHref', () => {
  it('refuses what is never published, and leaves other schemes to the link check', () => {
    expect(checkHref('java\nscript:x')?.code).toBe('unsafe-scheme');
    expect(checkHref('data:text/html,x')?.code).toBe('unsafe-scheme');
    expect(checkHref('vscode:x')).toBeUndefined();
    expect(checkHref('/docs')).toBeUndefined();
  });
});

describe('checkSchemeName', () => {
  it.each(['javascript', 'VBScript', 'data', 'blob', 'file', 'filesystem'])(
    'refuses %s',
    (name) => {
      expect(checkSchemeName(name)?.reason).toBe(`must not allow "${name.toLowerCase()}:" links`);
    },
  );

  it('refuses what is no scheme, and says how it is written', () => {
    expect(checkSchemeName('vscode:')?.hint).toBe('write "vscode"');
    expect(checkSchemeName('vscode://')?.hint).toBe('write "vscode"');
    expect(checkSchemeName('1a')?.reason).toBe('must be the name of a URL scheme, found "1a"');
    expect(checkSchemeName('web+docs')).toBeUndefined();
    expect(checkSchemeName('VSCode')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { checkScheme, schemeOf } from '../../../../src/config/formats/address.ts';

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

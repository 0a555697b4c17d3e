import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { printForm, schemaAt } from '../../../src/config/form.ts';
import { SITE_SCHEMA } from '../../../src/config/schema.ts';
import { problems } from './check-config.ts';

describe('the form of each key', () => {
  it.each(Object.keys(SITE_SCHEMA.entries))('%s is one that the check accepts', (key) => {
    const form = printForm(schemaAt(SITE_SCHEMA, [key]));
    const value: unknown = runInNewContext(`(${form})`);
    const ofShape = problems({ [key]: value }).filter(
      (problem) => !/names a folder|theme is not found|needs rules of a host/.test(problem),
    );
    expect(ofShape).toEqual([]);
  });
});

describe('printForm', () => {
  const form = (path: string[], found: unknown) => printForm(schemaAt(SITE_SCHEMA, path), found);

  it.each([
    [['openapi'], 'a.yaml', "[{ spec: 'a.yaml' }]"],
    [['openapi'], { spec: 'a.yaml' }, "[{ spec: 'a.yaml' }]"],
    [['docs'], {}, "[{ path: 'content/docs' }]"],
    [['redirects'], { '/a': '/b' }, "[{ from: '/a', to: '/b' }]"],
    [['i18n'], ['en', 'de'], "{ locales: [{ code: 'en' }, { code: 'de' }] }"],
    [['colorMode'], 'dark', "{ default: 'dark' }"],
    [['markdown', 'dialects'], 'vitepress', "['vitepress']"],
    [['toc'], 3, '{ max: 3 }'],
    [
      ['footer'],
      'x'.repeat(200),
      "{ copyright: '© Example', links: [{ label: 'Guide', to: '/docs/guide' }] }",
    ],
    [['navbar'], [{ label: 'x'.repeat(200), to: '/' }], '{ items: […] }'],
  ])('puts what was written into it: %j', (path, found, wanted) => {
    expect(form(path, found)).toBe(wanted);
  });
});

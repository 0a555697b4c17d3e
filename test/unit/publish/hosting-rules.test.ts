import { describe, expect, it } from 'vitest';
import { EARLY_SCRIPT_SOURCE } from '../../../src/publish/early-script.ts';
import {
  addedSources,
  filePolicy,
  type HostedConfig,
  policyDirectives,
  securityPolicy,
} from '../../../src/publish/hosting-rules.ts';
import { escapeJson } from '../../../src/shared/escape-html.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';

const NONE = { img: [], media: [], frame: [], script: [], connect: [] };

function config(
  origins: Partial<HostedConfig['security']['origins']>,
  head: HostedConfig['head'] = [],
): HostedConfig {
  return { security: { origins: { ...NONE, ...origins }, trustedTypes: [] }, head, plugins: [] };
}

function sources(name: string, of: HostedConfig): readonly string[] | undefined {
  return policyDirectives(of).find((directive) => directive.name === name)?.sources;
}

describe('securityPolicy', () => {
  it('is the strict policy where nothing widens it', () => {
    expect(securityPolicy(config({}))).toBe(STRICT_POLICY);
  });

  it('allows policies of Trusted Types', () => {
    const { security, ...others } = config({});
    const of = { ...others, security: { ...security, trustedTypes: ['mermaid', 'docs'] } };
    expect(sources('trusted-types', of)).toEqual(['docs', 'mermaid']);
  });

  it('allows the origins of each kind, beside the site itself', () => {
    const of = config({
      img: ['https://img.example'],
      media: ['https://media.example'],
      frame: ['https://frame.example'],
      script: ['https://script.example'],
      connect: ['https://connect.example', 'https://two.example:8443'],
    });
    expect(sources('img-src', of)).toEqual(["'self'", 'data:', 'https://img.example']);
    expect(sources('media-src', of)).toEqual(["'self'", 'https://media.example']);
    expect(sources('frame-src', of)).toEqual(["'self'", 'https://frame.example']);
    expect(sources('script-src', of)).toEqual([
      "'self'",
      EARLY_SCRIPT_SOURCE,
      'https://script.example',
    ]);
    expect(securityPolicy(of)).toContain(
      "connect-src 'self' https://connect.example https://two.example:8443;",
    );
  });

  it('never widens what no origin is listed for', () => {
    const of = config({ script: ['https://script.example'] });
    for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
      expect(sources(name, of)).toEqual(["'none'"]);
    for (const name of ['style-src', 'media-src', 'form-action'])
      expect(sources(name, of)).toEqual(["'self'"]);
    expect(sources('frame-src', of)).toBeUndefined();
    expect(securityPolicy(of)).not.toContain('unsafe');
  });

  it('allows what plug-ins need', () => {
    const policy = {
      script: ['https://cdn.example/'],
      style: ['https://cdn.example'],
      font: [],
      img: [],
      connect: ['https://api.example'],
      trustedTypes: ['drawing'],
      inlineStyles: true,
    };
    const of = { ...config({}), plugins: [{ policy }, { policy }] };
    expect(sources('script-src', of)).toEqual([
      "'self'",
      EARLY_SCRIPT_SOURCE,
      'https://cdn.example',
    ]);
    expect(sources('style-src', of)).toEqual(["'self'", 'https://cdn.example', "'unsafe-inline'"]);
    expect(sources('connect-src', of)).toEqual(["'self'", 'https://api.example']);
    expect(sources('trusted-types', of)).toEqual(['docs', 'drawing']);
    expect(sources('font-src', of)).toEqual(["'self'"]);
  });

  it('says each source once', () => {
    expect(sources('img-src', config({ img: ['https://a.example', 'https://a.example'] }))).toEqual(
      ["'self'", 'data:', 'https://a.example'],
    );
  });

  it('allows a manifest where the head has one', () => {
    const link = {
      tag: 'link',
      attributes: { rel: 'manifest', href: '/site.webmanifest' },
    } as const;
    const icon = { tag: 'link', attributes: { rel: 'icon', href: '/icon.png' } } as const;
    expect(sources('manifest-src', config({}, [link]))).toEqual(["'self'"]);
    expect(sources('manifest-src', config({}, [icon]))).toBeUndefined();
  });
});

describe('the policy of a page', () => {
  const policy = {
    script: ['https://cdn.example/x.js'],
    style: [],
    font: [],
    img: ['https://img.example'],
    connect: [],
    trustedTypes: ['mermaid'],
    inlineStyles: true,
  };
  const PAGE = toOutputPath('page.html');
  const root = (policies: object): string =>
    `<div id="dw-root" data-site='{}' data-policies='${escapeJson(JSON.stringify(policies))}'>`;
  const page = (opening: string, article = ''): Buffer =>
    Buffer.from(`<body>\n${opening}<article>${article}</article></div>\n</body>`);

  it('adds to that of the site', () => {
    const of = config({ img: ['https://img.example'] });
    const printed = filePolicy(of, PAGE, page(root([policy]))) ?? '';
    expect(printed).toContain(`script-src 'self' ${EARLY_SCRIPT_SOURCE} https://cdn.example;`);
    expect(printed).toContain('trusted-types docs mermaid');
    expect(addedSources(of, [policy])).toBe(
      "script-src https://cdn.example; style-src 'unsafe-inline'; trusted-types mermaid",
    );
  });

  it('is that of the site for other pages, and no text of a page changes it', () => {
    const plain = `<div id="dw-root" data-site='${escapeJson('{"title":" data-policies=\'[]\'>"}')}'>`;
    expect(filePolicy(config({}), PAGE, page(plain))).toBeUndefined();
    expect(filePolicy(config({}), PAGE, page(plain, root([policy])))).toBeUndefined();
    expect(filePolicy(config({}), PAGE, Buffer.from('<p>A page</p>'))).toBeUndefined();
  });
});

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, IN_NAVBAR, NASTY, PLACELESS, reportOf } from './findings.ts';

const all = [NASTY, IN_NAVBAR, BROKEN, PLACELESS];
const schema = JSON.parse(
  readFileSync(new URL('../../../../schema/findings.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ strict: true, strictRequired: false }).compile(schema);

function json(...args: Parameters<typeof reportOf>) {
  return JSON.parse(formatDiagnostics('json', reportOf(...args)));
}

describe('json', () => {
  it('has the target and the suggestions of a link', () => {
    expect(json([BROKEN]).findings).toEqual([
      {
        code: 'page-not-found',
        severity: 'error',
        file: 'content/docs/a.md',
        line: 12,
        column: 34,
        endLine: 12,
        endColumn: 45,
        href: './instal.md',
        resolved: '/docs/instal',
        message: 'there is no page at "/docs/instal"',
        suggestion: './install.md',
        suggestions: ['./install.md', './instance.md'],
        fix: './install.md',
      },
    ]);
  });

  it('counts the pages with a link of the layout', () => {
    const [finding] = json([IN_NAVBAR]).findings;
    expect(finding).toMatchObject({ pages: 120, pointer: 'navbar.items[2].to', suggestions: [] });
    expect(finding).not.toHaveProperty('suggestion');
  });

  it('counts known findings, new ones and checked items', () => {
    const lowered = [{ code: 'html-dropped', from: 'warning', to: 'off', count: 12 }] as const;
    const checked = { pages: 3, links: 40 };
    const report = json([BROKEN], { known: [IN_NAVBAR], suppressed: 2, lowered, checked });
    expect(validate(report)).toBe(true);
    expect(report).toMatchObject({
      counts: { error: 1, warning: 0, info: 0, known: 1, suppressed: 2, lowered },
      known: 1,
      checked: { pages: 3, links: 40 },
    });
    expect(report.findings).toHaveLength(1);
  });

  it('is the same text for any order of the findings', () => {
    const one = formatDiagnostics('json', reportOf([BROKEN, NASTY, IN_NAVBAR]));
    expect(formatDiagnostics('json', reportOf([IN_NAVBAR, BROKEN, NASTY]))).toBe(one);
  });
});

describe('the schema of the report', () => {
  const valid = (report: unknown): boolean => validate(report);
  const finding = json([BROKEN]).findings[0];
  const withFinding = (changed: object) => ({ ...json([]), findings: [changed] });

  it('accepts real reports', () => {
    expect(valid(json(all))).toBe(true);
    expect(valid(json([]))).toBe(true);
    expect(valid(json(all, { complete: false, known: all, checked: { links: 3 } }))).toBe(true);
    expect(valid({ ...json(all), search: { mrr: 0.9 } })).toBe(true);
  });

  it.each([
    ['without a version', { ...json([]), schemaVersion: undefined }],
    ['of another version', { ...json([]), schemaVersion: 2 }],
    ['without counts', { ...json([]), counts: undefined }],
    ['with a count below zero', { ...json([]), counts: { error: -1, warning: 0, info: 0 } }],
    ['without completeness', { ...json([]), complete: 'yes' }],
    ['with an unknown severity', withFinding({ ...finding, severity: 'fatal' })],
    ['with line 0', withFinding({ ...finding, line: 0 })],
    [
      'with a file without a line',
      withFinding({ code: 'x', severity: 'info', message: 'm', file: 'a' }),
    ],
    ['with a key that does not exist', withFinding({ ...finding, colour: 'red' })],
    ['with four suggestions', withFinding({ ...finding, suggestions: ['a', 'b', 'c', 'd'] })],
    [
      'with a fix and no link',
      withFinding({ code: 'x', severity: 'info', message: 'm', fix: 'a' }),
    ],
  ])('refuses a report %s', (_, report) => {
    expect(valid(JSON.parse(JSON.stringify(report)))).toBe(false);
  });
});

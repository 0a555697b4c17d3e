import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { fingerprint, identify } from '../../../../src/diagnostics/fingerprint.ts';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, IN_NAVBAR, NASTY, PLACELESS, reportOf } from './findings.ts';

/** The parts of SARIF 2.1.0 that docwright writes; objects have the keys of the standard and no others. */
const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const text = closed({ text: { type: 'string', minLength: 1 } }, ['text']);
const whole = { type: 'integer', minimum: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const region = closed({ startLine: whole, startColumn: whole, endLine: whole, endColumn: whole }, [
  'startLine',
  'startColumn',
]);
const artifact = closed(
  // RFC 3986, relative-ref without authority: no colon in the first segment.
  {
    uri: { type: 'string', pattern: "^(?![^/]*:)(?:[\\w\\-.~!$&'()*+,;=@:/]|%[0-9A-F]{2})+$" },
    uriBaseId: { const: 'SRCROOT' },
  },
  ['uri', 'uriBaseId'],
);
const rule = closed(
  {
    id: { type: 'string' },
    shortDescription: text,
    defaultConfiguration: closed({ level }, ['level']),
  },
  ['id'],
);
const place = closed({
  physicalLocation: closed({ artifactLocation: artifact, region }, ['artifactLocation']),
  logicalLocations: { type: 'array', items: closed({ fullyQualifiedName: { type: 'string' } }) },
});
const change = closed(
  {
    artifactLocation: artifact,
    replacements: {
      type: 'array',
      minItems: 1,
      items: closed({ deletedRegion: region, insertedContent: text }, ['deletedRegion']),
    },
  },
  ['artifactLocation', 'replacements'],
);
const result = closed(
  {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message: text,
    locations: { type: 'array', items: place },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    suppressions: {
      type: 'array',
      items: closed(
        { kind: { enum: ['inSource', 'external'] }, justification: { type: 'string' } },
        ['kind'],
      ),
    },
    fixes: {
      type: 'array',
      items: closed(
        { description: text, artifactChanges: { type: 'array', minItems: 1, items: change } },
        ['artifactChanges'],
      ),
    },
    properties: { type: 'object' },
  },
  ['message'],
);
const run = closed(
  {
    tool: closed(
      {
        driver: closed(
          {
            name: { const: 'docwright' },
            version: { type: 'string' },
            rules: { type: 'array', uniqueItems: true, items: rule },
          },
          ['name'],
        ),
      },
      ['driver'],
    ),
    invocations: {
      type: 'array',
      items: closed({ executionSuccessful: { type: 'boolean' } }, ['executionSuccessful']),
    },
    originalUriBaseIds: { type: 'object', additionalProperties: closed({ description: text }) },
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    newlineSequences: { type: 'array', minItems: 1, items: { type: 'string' } },
    results: { type: 'array', items: result },
    properties: { type: 'object' },
  },
  ['tool', 'results'],
);
const log = closed(
  {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: { type: 'array', items: run },
  },
  ['version', 'runs'],
);
const validate = new Ajv({ strict: false, validateFormats: false }).compile(log);

function sarif(...args: Parameters<typeof reportOf>) {
  return JSON.parse(formatDiagnostics('sarif', reportOf(...args)));
}

const all = [BROKEN, IN_NAVBAR, NASTY, PLACELESS];
const full = {
  version: '1.2.3',
  siteFolder: 'my docs',
  known: [{ ...BROKEN, message: 'older' }],
  checked: { links: 4 },
  replacement: (entry: { code: string }) =>
    entry.code === 'page-not-found' ? './install.md' : undefined,
};

describe('sarif', () => {
  it('has the shape that the standard demands', () => {
    for (const report of [sarif(all, full), sarif([]), sarif(all, { complete: false })]) {
      validate(report);
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it('lists each rule that occurs once, and refers to it by index', () => {
    const [{ tool, results }] = sarif([BROKEN, NASTY, BROKEN]).runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'empty-href',
      'page-not-found',
    ]);
    for (const { ruleId, ruleIndex } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
  });

  it('locates a finding by line and column, the end exclusive', () => {
    const [{ results }] = sarif([BROKEN], { siteFolder: 'my docs' }).runs;
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'my%20docs/content/docs/a.md', uriBaseId: 'SRCROOT' },
      region: { startLine: 12, startColumn: 34, endLine: 12, endColumn: 45 },
    });
  });

  it('encodes file names so that they are relative addresses', () => {
    const odd = { ...BROKEN, location: { file: 'c:d/é%\uD800 #?.md', line: 1, column: 1 } };
    const [{ results }] = sarif([odd]).runs;
    const { uri } = results[0].locations[0].physicalLocation.artifactLocation;
    expect(uri).toBe('c%3Ad/%C3%A9%25%EF%BF%BD%20%23%3F.md');
  });

  it('has the keys of the baseline as fingerprints', () => {
    const [{ results }] = sarif([BROKEN, { ...BROKEN, message: 'again' }]).runs;
    const keys = [...identify([BROKEN, { ...BROKEN, message: 'again' }]).values()].map(fingerprint);
    expect(
      results.map((entry: { partialFingerprints: object }) => entry.partialFingerprints),
    ).toEqual(keys.map((key) => ({ 'docwrightFinding/v1': key })));
    expect(new Set(keys).size).toBe(2);
  });

  it('has a fix only if the new text is known', () => {
    const [{ results }] = sarif([BROKEN, IN_NAVBAR], full).runs;
    expect(results[0].fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 12, startColumn: 34, endLine: 12, endColumn: 45 },
        insertedContent: { text: './install.md' },
      },
    ]);
    expect(results[1]).not.toHaveProperty('fixes');
    expect(sarif([BROKEN]).runs[0].results[0]).not.toHaveProperty('fixes');
  });

  it('suppresses findings of the baseline', () => {
    const [{ results }] = sarif([BROKEN], full).runs;
    expect(results.map((entry: { suppressions?: object }) => entry.suppressions)).toEqual([
      undefined,
      [{ kind: 'external', justification: 'The baseline lists it.' }],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../../../src/diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { groupFindings } from '../../../../src/openapi/load-descriptions.ts';

function findings(
  count: number,
  code: DiagnosticCode,
  message: (number: number) => string,
): Diagnostic[] {
  return Array.from({ length: count }, (_, index) =>
    diagnostic(code, {
      message: message(index),
      location: { file: 'api.yaml', line: index + 10, column: 3 },
    }),
  );
}

describe('findings of a description', () => {
  it('are one finding with a number where many places have the same fault', () => {
    const grouped = groupFindings([
      ...findings(9, 'openapi-tag', (number) => `the tag "T${number}" is not declared`),
      ...findings(1, 'openapi-tag', () => 'the tag "T" is declared twice'),
    ]);
    expect(grouped.map(({ message, location }) => `${location?.line} ${message}`)).toEqual([
      '10 the tag "T" is declared twice',
      '10 the tag "T0" is not declared (and 8 more like it: 11:3, 12:3, 13:3, 14:3, 15:3, …)',
    ]);
  });

  it('are shown one by one where there are few', () => {
    const few = findings(3, 'openapi-tag', (number) => `the tag "T${number}" is not declared`);
    expect(groupFindings(few)).toEqual(few);
  });

  it('are all shown where they are errors', () => {
    const errors = findings(
      9,
      'openapi-ref-missing',
      (number) => `"#/a/${number}" cannot be resolved`,
    );
    expect(groupFindings(errors)).toEqual(errors);
  });

  it('are one error where they say the same', () => {
    const same = findings(9, 'openapi-ref-missing', () => '"#/a" cannot be resolved');
    expect(groupFindings(same)).toHaveLength(1);
  });

  it.each<[string, DiagnosticCode, readonly string[]]>([
    [
      'values',
      'openapi-example',
      [
        '"a.b" in the example must be text, but it is the number 3',
        '"c[0]" in the example must be text, but it is a list',
        'the example must be text, but it is the text "{"a": "b"}"',
        'the example must be text, but it is null',
      ],
    ],
    [
      'elements',
      'html-dropped',
      [
        'the element <a> is not allowed and was left out',
        'the element <b> is not allowed and was left out',
        'the element <c> is not allowed and was left out',
        'the element <d> is not allowed and was left out',
      ],
    ],
    [
      'locations',
      'openapi-operation-id',
      [
        'the operationId "a" is used twice, first at api.yaml:4',
        'the operationId "b" is used twice, first at api.yaml:5',
        'the operationId "c" is used twice, first at api.yaml:6',
        'the operationId "d" is used twice, first at api.yaml:7',
      ],
    ],
  ])('are of one kind whatever their %s', (_what, code, messages) => {
    const several = findings(4, code, (number) => messages[number] ?? '');
    expect(groupFindings(several)).toHaveLength(1);
  });
});

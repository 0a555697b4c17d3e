import {
  BaseResolver,
  createConfig,
  getLineColLocation,
  lint,
  lintFromString,
} from '@redocly/openapi-core';

/** A problem of the oracle. A value is named by its own line, and by the line of the key that holds it. */
export interface OracleProblem {
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  readonly keyLine: number;
}

/** Rules that find what the specifications forbid. Rules of taste (a tag for every operation, no trailing slash) are left out. */
const RULES = [
  'struct',
  'no-unresolved-refs',
  'operation-operationId-unique',
  'operation-parameters-unique',
  'path-parameters-defined',
  'path-declaration-must-exist',
  'path-not-include-query',
  'no-identical-paths',
  'security-defined',
  'security-scopes-defined',
  'no-enum-type-mismatch',
  'no-duplicated-enum-values',
  'no-required-schema-properties-undefined',
  'no-schema-type-mismatch',
  'no-duplicated-tag-names',
  'no-undefined-server-variable',
  'no-server-variables-empty-enum',
  'spec-components-invalid-map-name',
  'spec-example-values',
  'spec-no-invalid-tag-parents',
  'spec-no-invalid-encoding-combinations',
  'no-example-value-and-externalValue',
  'operation-tag-defined',
];

// These throw on another version or a wrong type.
const RULES_OF_3_2 = ['spec-querystring-parameters'];

const EXAMPLE_RULES = [
  'no-invalid-media-type-examples',
  'no-invalid-schema-examples',
  'no-invalid-parameter-examples',
];

const configOf = (rules: readonly string[]): ReturnType<typeof createConfig> =>
  createConfig({
    rules: Object.fromEntries([
      ...rules.map((rule) => [rule, 'error'] as const),
      ...EXAMPLE_RULES.map((rule) => [
        rule,
        { severity: 'error', allowAdditionalProperties: true },
      ]),
    ]),
  });
const CONFIG = configOf(RULES);
const CONFIG_OF_3_2 = configOf([...RULES, ...RULES_OF_3_2]);

type Problems = Awaited<ReturnType<typeof lint>>;

/** Lists the oracle's findings in a text. */
export async function oracleProblems(text: string): Promise<readonly OracleProblem[]> {
  const absoluteRef = '/description/api.yaml';
  const config = await (text.startsWith('openapi: 3.2') ? CONFIG_OF_3_2 : CONFIG);
  return toProblems(await lintFromString({ source: text, absoluteRef, config }));
}

/** Lists the oracle's findings in a file and the files that it refers to. */
export async function oracleProblemsOfFile(file: string): Promise<readonly OracleProblem[]> {
  const config = await CONFIG;
  return toProblems(await lint({ ref: file, config, externalRefResolver: new BaseResolver() }));
}

// Matters of taste that come with rules which find mistakes.
const TASTE = [
  'Every operation should have security defined on it or on the root level.',
  'Operation tags should be defined',
];

function toProblems(problems: Problems): readonly OracleProblem[] {
  return problems.flatMap(({ ruleId, message, location: [location] }) => {
    if (location === undefined || TASTE.includes(message)) return [];
    const { start } = getLineColLocation(location);
    const key =
      'pointer' in location && location.pointer !== undefined && location.pointer !== '#/'
        ? getLineColLocation({ ...location, reportOnKey: true }).start
        : start;
    return [{ rule: ruleId, message, line: start.line, keyLine: key.line }];
  });
}

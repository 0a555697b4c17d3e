import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDescription } from '../../../../src/openapi/check/check.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { locationsOf, marksOf, problemsOf } from '../check/marked.ts';
import { DIFFERENCES } from './support/mistakes/differences.ts';
import { NAMES, SECURITY } from './support/mistakes/names.ts';
import { EXAMPLES, SCHEMAS } from './support/mistakes/schemas.ts';
import { STRUCTURE } from './support/mistakes/structure.ts';
import { NEWER, SWAGGER } from './support/mistakes/versions.ts';
import { type OracleProblem, oracleProblems, oracleProblemsOfFile } from './support/redocly.ts';

/** Findings of the oracle that we report neither at that line nor at the line of the key. */
function missed(oracle: readonly OracleProblem[], lines: ReadonlySet<number>): readonly string[] {
  return oracle
    .filter(({ line, keyLine }) => !lines.has(line) && !lines.has(keyLine))
    .map(({ line, rule, message }) => `${line}: ${rule}: ${message}`);
}

const FILE = 'api.yaml';

describe.each([
  ['structure', STRUCTURE],
  ['schemas', SCHEMAS],
  ['names', NAMES],
  ['security schemes', SECURITY],
  ['examples', EXAMPLES],
  ['Swagger 2.0', SWAGGER],
  ['newer versions', NEWER],
])('%s', (_name, mistakes) => {
  it.each(mistakes)('%s is reported where the oracle reports it', async (_what, text) => {
    const oracle = await oracleProblems(text);
    const ours = problemsOf({ [FILE]: text });
    const lines = new Set(ours.map(({ location }) => location?.line ?? 0));
    expect(oracle).not.toEqual([]);
    expect(missed(oracle, lines)).toEqual([]);
  });
});

describe('problems reported differently', () => {
  it.each(DIFFERENCES)('$what ($why)', async ({ text, oracle }) => {
    const found = await oracleProblems(text.replaceAll('▸', ''));
    expect(found.map(({ line }) => line)).toEqual(oracle);
    const files = { [FILE]: text };
    expect(locationsOf(problemsOf(files))).toEqual(marksOf(files));
  });
});

const PACKAGES = 'node_modules';
const REAL = [
  join(PACKAGES, '@blockfrost/openapi/openapi.yaml'),
  join(PACKAGES, 'rclone-openapi/openapi.yaml'),
  join(PACKAGES, '@directus/specs/dist/openapi.json'),
  'openapi/achievo.yaml',
  ...['2.0', '3.0', '3.1'].flatMap((version) => {
    const folder = join(PACKAGES, '@readme/oas-examples', version, 'yaml');
    return readdirSync(folder).map((name) => join(folder, name));
  }),
];

/** Problems of real files that we rightly do not tell at that line. The first ones are a linter's: pages lack nothing. */
const REASONS: readonly { readonly why: string; readonly pattern: RegExp }[] = [
  {
    why: 'keywords of other versions are shown',
    pattern:
      /struct: (?:Property `nullable` is not expected|Expected type `number` but got `boolean`)/,
  },
  { why: 'types of other versions are shown', pattern: /struct: `type` can be one of/ },
  {
    why: 'enum values are shown as they are',
    pattern: /no-enum-type-mismatch|no-duplicated-enum-values/,
  },
  { why: 'null is an absent value', pattern: /but got `null`/ },
  {
    why: 'OpenAPI 3.0 says nothing of "nullable" without a type',
    pattern: /"nullable" cannot be used without "type"/,
  },
  {
    why: 'a mapping may name a schema (OpenAPI, Discriminator Object)',
    pattern: /discriminators\.yaml:15[67]: no-unresolved-refs/,
  },
  {
    why: 'further properties are allowed there, so that a required one needs no schema',
    pattern: /rclone-openapi.*Required property 'id' is not defined/,
  },
  {
    why: 'fields of an extension whose name has an "x-" are not fields of OpenAPI',
    pattern: /readme-extensions\.yaml:\d+: struct: Property `(name|language|code|install)`/,
  },
  {
    why: 'formats of which there are many dialects are not judged',
    pattern: /must match format "(duration|json-pointer|byte)"/,
  },
  {
    why: 'JSON text in the example of a JSON body is the value that it stands for',
    pattern: /request-examples\.yaml:4\d\d: no-invalid-media-type-examples/,
  },
  {
    why: 'at most five problems of an example are reported',
    pattern: /blockfrost.*:11[67]\d\d: no-invalid-schema-examples/,
  },
  {
    why: 'the description declares no tags at all, which OpenAPI allows',
    pattern: /oas-examples.*operation-tag-defined/,
  },
  {
    why: 'the intended alternative is reported at the mismatching part',
    pattern: /train-travel\.yaml:5\d\d: no-invalid-media-type-examples/,
  },
];

/** Lines of our problems in the file itself. */
function linesOf(file: string): ReadonlySet<number> {
  const { description, diagnostics } = openDescription(toFilePath(file), (path) => {
    try {
      return { ok: true, text: readFileSync(path, 'utf8') };
    } catch {
      return { ok: false, reason: 'missing', message: `no file "${path}"` };
    }
  });
  const found = description === undefined ? [] : checkDescription(description);
  const here = [...diagnostics, ...found].filter(({ location }) => location?.file === file);
  return new Set(here.map(({ location }) => location?.line ?? 0));
}

describe('real files', () => {
  const known = new Map<string, Promise<readonly string[]>>();
  const missedIn = (file: string): Promise<readonly string[]> => {
    const found =
      known.get(file) ??
      oracleProblemsOfFile(file).then((oracle) =>
        missed(oracle, linesOf(file)).map((text) => `${file}:${text}`),
      );
    known.set(file, found);
    return found;
  };

  it.each(REAL.map((file) => [join(basename(dirname(file)), basename(file)), file] as const))(
    '%s: nothing that the oracle finds is missed',
    async (_name, file) => {
      const texts = await missedIn(file);
      expect(texts.filter((text) => !REASONS.some(({ pattern }) => pattern.test(text)))).toEqual(
        [],
      );
    },
  );

  it('needs every reason', async () => {
    const all = (await Promise.all(REAL.map(missedIn))).flat();
    const unused = REASONS.filter(({ pattern }) => !all.some((text) => pattern.test(text)));
    expect(unused).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { bundleDescription } from '../../../../src/openapi/export/single-file.ts';
import type {
  MediaContent,
  Operation,
  RawSchema,
} from '../../../../src/openapi/model/api-model.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import type {
  Description,
  JsonObject,
  JsonValue,
} from '../../../../src/openapi/read/description.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { type Direction, exampleOf } from '../../../../src/openapi/samples/example.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { asJsonSchema, withoutExamples } from './support/translate.ts';

const PACKAGES = 'node_modules';
const FOLDERS = ['2.0', '3.0', '3.1'].map((version) =>
  join(PACKAGES, '@readme/oas-examples', version, 'yaml'),
);
const FILES = [
  'openapi/achievo.yaml',
  join(PACKAGES, '@blockfrost/openapi/openapi.yaml'),
  join(PACKAGES, 'rclone-openapi/openapi.yaml'),
  join(PACKAGES, '@directus/specs/dist/openapi.json'),
  ...FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
];

function open(file: string): Description {
  const { description } = openDescription(toFilePath(file), (path) => {
    try {
      return { ok: true, text: readFileSync(path, 'utf8') };
    } catch {
      return { ok: false, reason: 'missing', message: path };
    }
  });
  if (description === undefined) throw new Error(`${file} cannot be read`);
  return description;
}

/** A description in one file. */
function openValue(value: JsonObject): Description {
  const text = JSON.stringify(value);
  const { description } = openDescription(toFilePath('api.json'), () => ({ ok: true, text }));
  if (description === undefined) throw new Error('the description cannot be read');
  return description;
}

interface Task {
  readonly schema: Exclude<RawSchema, boolean>;
  readonly direction: Direction;
}

/** Every schema of which a page shows an example. */
function tasksOf(operations: readonly Operation[]): readonly Task[] {
  const tasks: Task[] = [];
  const add = (contents: readonly MediaContent[], direction: Direction): void => {
    for (const { schema } of contents)
      if (typeof schema === 'object') tasks.push({ schema, direction });
  };
  for (const { parameters, body, responses, callbacks } of operations) {
    for (const { schema } of parameters)
      if (typeof schema === 'object') tasks.push({ schema, direction: 'request' });
    add(body?.contents ?? [], 'request');
    for (const { contents } of responses) add(contents, 'response');
    for (const callback of callbacks) tasks.push(...tasksOf(callback.operations));
  }
  return tasks;
}

/** Lists the oracle's problems with the examples of a description: `pointer: problem`. */
function problemsOf(value: JsonObject): readonly string[] {
  const description = openValue(value);
  const { model, schemas } = buildModel(description, { id: 'api' });
  const named = model.schemas.flatMap(({ schema }): Task[] =>
    typeof schema === 'object' ? [{ schema, direction: 'response' }] : [],
  );
  const tasks = [...tasksOf([...model.operations, ...model.webhooks]), ...named];
  const oracles = new Map<Direction, Oracle>();
  const seen = { request: new Set<object>(), response: new Set<object>() };
  return tasks.flatMap(({ schema, direction }) => {
    if (seen[direction].has(schema)) return [];
    seen[direction].add(schema);
    const oracle = oracles.get(direction) ?? oracleOf(value, direction);
    oracles.set(direction, oracle);
    const { pointer } = description.pointer(schema);
    const example = exampleOf(schema, schemas, direction);
    const problem = oracle(pointer, example);
    return problem === undefined ? [] : [`${pointer} (${direction}): ${problem}`];
  });
}

/** Lists the problems with the example of the schema at a pointer. */
type Oracle = (pointer: string, example: JsonValue) => string | undefined;

function oracleOf(value: JsonObject, direction: Direction): Oracle {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    unicodeRegExp: false,
    inlineRefs: false,
  });
  formats.default(ajv);
  // No text is made for a pattern.
  ajv.removeKeyword('pattern');
  ajv.addSchema({ ...structuredClone(asJsonSchema(value, direction)), $id: 'api.json' });
  return (pointer, example) => {
    const address = encodeURI(pointer.replace(/^#?/, '#'));
    const test = ajv.compile({ $ref: `api.json${address}` });
    if (test(structuredClone(example)) === true) return undefined;
    return `${ajv.errorsText(test.errors)} in ${JSON.stringify(example)}`.slice(0, 300);
  };
}

/** Schemas that no example of ours can match. */
const EXCEPTIONS: readonly { readonly why: string; readonly pattern: RegExp }[] = [
  {
    why: 'every value of a tree whose nodes need their parent is endless',
    pattern: /data\/parent must have required property 'id'/,
  },
  {
    why: 'two parts refuse the properties of each other, as the description itself says',
    pattern: /within an allOf must NOT have additional properties/,
  },
  {
    why: 'the values of the enum are not of the type',
    pattern: /enum \(with empty option\) must be number/,
  },
  {
    why: 'the parts of the allOf have different types',
    pattern: /quirks~1polymorphism/,
  },
];

describe.each(FILES)('%s', (file) => {
  const bundle = bundleDescription(open(file));
  it('has examples that match their schemas, made of nothing but the schemas', () => {
    const problems = problemsOf(withoutExamples(bundle));
    expect(
      problems.filter((problem) => !EXCEPTIONS.some(({ pattern }) => pattern.test(problem))),
    ).toEqual([]);
  });
});

describe('openapi/achievo.yaml', () => {
  it('generates examples that match their schemas', () => {
    expect(problemsOf(bundleDescription(open('openapi/achievo.yaml')))).toEqual([]);
  });
});

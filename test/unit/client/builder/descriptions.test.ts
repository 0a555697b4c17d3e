import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../../../src/client/builder/builder.tsx';
import { firstProblem, problemsOf } from '../../../../src/client/builder/tools.ts';
import { adopted, linkOf, passable, readLink } from '../../../../src/client/builder/values.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { printBuilder } from '../../../../src/openapi/samples/print-builder.ts';
import { sampleRequest } from '../../../../src/openapi/samples/request.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import type { BuilderData } from '../../../../src/shared/request/builder-data.ts';
import { LANGUAGES } from '../../../../src/shared/request/languages/languages.ts';
import { initialValues, requestOf } from '../../../../src/shared/request/request-model.ts';
import { builderMessages } from '../../../../src/shared/request/builder-messages.ts';
import { apiMessages, constraintMessages } from '../../../../src/shared/ui-messages.ts';

const PACKAGES = 'node_modules';
const EXAMPLES = ['2.0', '3.0', '3.1'].flatMap((version) => {
  const folder = join(PACKAGES, '@readme/oas-examples', version, 'yaml');
  return readdirSync(folder).map((name) => join(folder, name));
});
const FILES = [
  'openapi/achievo.yaml',
  join(PACKAGES, '@octokit/openapi-webhooks/generated/api.github.com.json'),
  join(PACKAGES, '@blockfrost/openapi/openapi.yaml'),
  join(PACKAGES, 'rclone-openapi/openapi.yaml'),
  join(PACKAGES, '@directus/specs/dist/openapi.json'),
  ...EXAMPLES,
];
/** Megabytes of markup would be compared with nothing. */
const MOST = 250;

interface Opened {
  readonly name: string;
  readonly data: BuilderData;
  /** The cURL sample of the page. */
  readonly sample: string;
}

function buildersOf(file: string): readonly Opened[] {
  const { description } = openDescription(toFilePath(file), (path) => {
    try {
      return { ok: true, text: readFileSync(path, 'utf8') };
    } catch {
      return { ok: false, reason: 'missing', message: 'missing' };
    }
  });
  if (description === undefined) throw new Error(`${file} cannot be read`);
  const { model, schemas } = buildModel(description, { id: 'api' });
  const tools = { schemas, securitySchemes: model.securitySchemes };
  const input = {
    tools,
    choice: { languages: ['curl'] },
    messages: '',
  };
  const messages = { ...constraintMessages, ...apiMessages, ...builderMessages };
  return model.operations.slice(0, MOST).map((operation) => ({
    name: `${operation.method} ${operation.path}`,
    data: { ...JSON.parse(printBuilder(operation, input)), messages },
    sample: LANGUAGES.map(({ write }) => write(sampleRequest(operation, tools))).join('\n'),
  }));
}

const nothing = (): void => undefined;

describe('the builder of requests', () => {
  it.each(FILES)(
    'opens for every operation, with the request of its samples: %s',
    (file) => {
      for (const { name, data, sample } of buildersOf(file)) {
        const { model } = data;
        const start = initialValues(model);
        const request = requestOf(model, start);
        const printed = LANGUAGES.map(({ write }) => write(request)).join('\n');
        expect({ name, printed }).toEqual({ name, printed: sample });
        const html = renderToStaticMarkup(
          createElement(Builder, {
            data,
            start,
            isKeeping: false,
            loadTools: () => Promise.reject(new Error('not asked')),
            show: nothing,
            remember: nothing,
            copyLink: () => Promise.resolve(false),
            close: nothing,
          }),
        );
        const required = model.parameters.filter((parameter) => parameter.required);
        const missing = required.filter(
          (one) => !html.includes(`<code>${escaped(one.name)}</code>`),
        );
        expect({ name, missing }).toEqual({ name, missing: [] });
        // Schemas that cannot be read would throw, or have no findings at all.
        for (const { schema, example } of [...model.parameters, ...model.bodies])
          if (schema !== undefined && example !== undefined && 'json' in example)
            expect(problemsOf(example.json, schema, data)).toBeInstanceOf(Map);
        const link = readLink(new URL(linkOf('https://docs.test/a', passable(data, start))).hash);
        expect({ name, link: adopted(data, link) }).toEqual({ name, link: start });
      }
    },
    120_000,
  );
});

describe('mistakes in values', () => {
  const data = {
    shared: [],
    messages: { ...constraintMessages, ...apiMessages, ...builderMessages },
  };

  it('are named at their part, by the messages of the page', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { format: 'date' }, c: { enum: [1, 'x'] } },
      required: ['d'],
      additionalProperties: false,
    };
    const problems = problemsOf({ a: 'x', b: 'y', c: 2, e: 1 }, schema, data);
    expect([...problems]).toEqual([
      ['["a"]', 'must be of the type: \u2068integer\u2069'],
      ['["b"]', 'must be of the type: \u2068date\u2069'],
      ['["c"]', 'must be one of: \u20681, x\u2069'],
      ['["e"]', 'is not allowed here'],
    ]);
    expect(firstProblem({ a: 1 }, schema, data)).toBe('lacks required properties: \u2068d\u2069');
  });

  it('are none for alternatives that fields cannot tell apart', () => {
    const schema = { oneOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] };
    expect(problemsOf({ a: 1 }, schema, data)).toEqual(new Map());
  });
});

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

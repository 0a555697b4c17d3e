import type { Operation, SchemaNode } from '../../../../src/openapi/model/api-model.ts';
import {
  type BuiltModel,
  buildModel,
  type ModelOptions,
} from '../../../../src/openapi/model/build-model.ts';
import type { Description } from '../../../../src/openapi/read/description.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

/** Files by path; the root is `openapi/api.yaml`. A text alone is the root. */
type ApiFiles = string | Readonly<Record<string, string>>;

const ROOT = 'openapi/api.yaml';

/** Opens a description written in a test. */
function describeApi(files: ApiFiles): Description {
  const texts = new Map(Object.entries(typeof files === 'string' ? { [ROOT]: files } : files));
  const { description } = openDescription(toFilePath(ROOT), (file) => {
    const text = texts.get(file);
    return text === undefined
      ? { ok: false, reason: 'missing', message: `there is no ${file}` }
      : { ok: true, text };
  });
  if (description === undefined) throw new Error('the description cannot be read');
  return description;
}

/** Builds the model of a description written in a test. */
export function modelOf(files: ApiFiles, options?: Omit<ModelOptions, 'id'>): BuiltModel {
  return buildModel(describeApi(files), { id: 'api', ...options });
}

/** The operation or webhook with a page name. */
export function operationOf({ model }: BuiltModel, slug: string): Operation {
  const all = [...model.operations, ...model.webhooks];
  const found = all.find((operation) => operation.slug === slug);
  if (found === undefined) {
    throw new Error(`no "${slug}", but ${all.map((operation) => operation.slug).join(', ')}`);
  }
  return found;
}

/** Reads a schema of a model by name and path of properties. */
export function nodeAt(
  { model, schemas }: BuiltModel,
  name: string,
  ...path: string[]
): SchemaNode {
  const named = model.schemas.find((schema) => schema.name === name);
  if (named === undefined) throw new Error(`there is no schema "${name}"`);
  let node = schemas.read(named.schema);
  for (const step of path) {
    const property = node.properties.find((candidate) => candidate.name === step);
    if (property === undefined) throw new Error(`"${name}" has no "${step}"`);
    node = schemas.read(property.schema);
  }
  return node;
}

/** The named schemas of a description that has nothing else, in YAML with two spaces of indentation less. */
export function schemasOf(yaml: string, version = '3.1.0'): BuiltModel {
  const indented = yaml
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return modelOf(
    `openapi: ${version}\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n${indented}\n`,
  );
}

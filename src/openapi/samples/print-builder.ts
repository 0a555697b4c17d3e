/** Prints what the builder of an operation's request loads. */
import type { ConsoleData, PrintedBuilder } from '../../shared/request/builder-data.ts';
import { mediaKind } from '../../shared/request/media-type.ts';
import type { ModelBody, RequestModel } from '../../shared/request/request-model.ts';
import type { Operation } from '../model/api-model.ts';
import { signInOf } from '../model/security.ts';
import { createFieldSchemas, noteOf } from './field-schemas.ts';
import { operationSamples, type SampleChoice } from './operation-samples.ts';
import { requestModel, type SampleTools } from './request.ts';

interface BuilderInput {
  readonly tools: SampleTools;
  readonly choice: SampleChoice;
  /** Address of those that the builder shows, in the page's language: all operations have the same. */
  readonly messages: string;
  /** Undefined if pages do not send requests. */
  readonly console?: Pick<ConsoleData, 'cors' | 'servers' | 'mock' | 'client'> | undefined;
}

/** Returns JSON: the request with the schemas of its fields. */
export function printBuilder(operation: Operation, input: BuilderInput): string {
  const { tools, choice, messages, console } = input;
  const model = requestModel(operation, tools);
  const schemas = createFieldSchemas(tools.schemas, 'request');
  const parameters = model.parameters.map((parameter, index) => {
    const { schema, content, description } = operation.parameters[index] ?? {};
    const source = schema ?? content?.schema;
    const note = noteOf(description?.text ?? '');
    return { ...parameter, note, schema: source === undefined ? undefined : schemas.print(source) };
  });
  const bodies = model.bodies.map((body, index): ModelBody => {
    const media = operation.body?.contents[index];
    const source = media?.schema ?? media?.itemSchema;
    const hasFields = body.kind === 'json' || body.kind === 'form' || body.kind === 'multipart';
    if (source === undefined || !hasFields) return body;
    const schema = schemas.print(source);
    return {
      ...body,
      schema: media?.schema === undefined ? { type: 'array', items: schema } : schema,
    };
  });
  const ways = console?.client === undefined ? model.ways : signInWays(operation, model, tools);
  const whole: RequestModel = { ...model, parameters, bodies, ways };
  const samples = operationSamples(operation, tools, choice);
  const data: PrintedBuilder = {
    model: whole,
    shared: schemas.shared,
    samples: samples.flatMap(({ id, isGenerated }) => (isGenerated ? [id] : [])),
    templates: Object.fromEntries(
      samples.flatMap(({ id, template }) => (template === undefined ? [] : [[id, template]])),
    ),
    messages,
    console: console && { ...console, ...responseSchemas(operation, tools) },
  };
  return `${JSON.stringify(data)}\n`;
}

/** The alternatives of security, with how readers sign in. */
function signInWays(
  { security }: Operation,
  { ways }: RequestModel,
  { securitySchemes }: SampleTools,
): RequestModel['ways'] {
  return ways.map((way, index) =>
    way.map((credential) => {
      const flow = signInOf(securitySchemes.get(credential.scheme));
      const { scopes = [] } =
        security[index]?.find(({ scheme }) => scheme === credential.scheme) ?? {};
      return flow === undefined
        ? credential
        : { ...credential, flow: { ...flow, scopes: scopes.join(' ') } };
    }),
  );
}

function responseSchemas(
  { responses }: Operation,
  { schemas: reader }: SampleTools,
): Pick<ConsoleData, 'responses' | 'shared'> {
  const schemas = createFieldSchemas(reader, 'response');
  const printed = responses.map(({ status, contents }) => {
    const schema = contents.find(({ type }) => mediaKind(type) === 'json')?.schema;
    return [status, schema === undefined ? null : schemas.print(schema)] as const;
  });
  return { responses: Object.fromEntries(printed), shared: schemas.shared };
}

import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { MediaContent, Operation } from '../model/api-model.ts';
import { exampleOf } from '../samples/example.ts';
import { operationSamples } from '../samples/operation-samples.ts';
import { printBody } from '../samples/print-body.ts';
import type { Sample } from '../../shared/request/sample-request.ts';
import type { ApiContext } from './api-page.ts';
import type { PageScope } from './page-scope.ts';
import type { ResponseGroup } from './response-groups.ts';
import type { BodyExample } from './row-cache.ts';

/** Returns every example of the media types; one generated from the schema if none is given. */
function bodyExamples(
  scope: PageScope,
  contents: readonly MediaContent[],
  direction: 'request' | 'response',
): readonly BodyExample[] {
  const several = contents.length > 1;
  const found = contents.flatMap((media) => mediaExamples(scope, media, direction));
  return found.map((example) => {
    const { label, mediaType } = example;
    if (label !== '') return several ? { ...example, label: `${label} (${mediaType})` } : example;
    const alone = found.length === 1 ? '' : scope.messages.example;
    return { ...example, label: several ? mediaType : alone };
  });
}

function mediaExamples(
  { schemas }: ApiContext,
  media: MediaContent,
  direction: 'request' | 'response',
): readonly BodyExample[] {
  const mediaType = media.type;
  if (media.examples.length > 0)
    return media.examples.map((given) => {
      const { name, summary, value, serialized } = given;
      const example = { label: summary || name, mediaType, given };
      if (serialized !== undefined) return { ...example, body: { code: serialized, language: '' } };
      return value ? { ...example, body: printBody(value.json, media, schemas) } : example;
    });
  const schema = media.schema ?? media.itemSchema;
  if (schema === undefined) return [];
  const value = exampleOf(schema, schemas, direction);
  return [{ label: '', mediaType, body: printBody(value, media, schemas) }];
}

/** Returns the examples of a request body that the samples do not show: all, if there are several. */
export function requestExamples(scope: PageScope, operation: Operation): readonly BodyExample[] {
  if (operation.body === undefined) return [];
  const examples = bodyExamples(scope, operation.body.contents, 'request');
  return examples.length > 1 || operation.kind === 'webhook' ? examples : [];
}

/** Returns the examples of a group of responses; those of several errors are named by status. */
export function groupExamples(scope: PageScope, { list }: ResponseGroup): readonly NamedExample[] {
  const known = new Set<string>();
  const isAlone = list.length === 1;
  return list.flatMap((response) => {
    const { status } = response;
    const what = fillMessage(scope.messages.responseStatus, { status });
    const examples = bodyExamples(scope, response.contents, 'response').filter(
      ({ label, body }) => {
        const key = `${label} ${body?.code}`;
        const isNew = isAlone || body === undefined || !known.has(key);
        known.add(key);
        return isNew;
      },
    );
    return examples.map((example): NamedExample => {
      const { label } = example;
      const isNamed = isAlone || (examples.length > 1 && label !== '');
      const id = isNamed ? `example-${status}.${label}` : `example-${status}`;
      const name = label === '' ? status : `${status} ${label}`;
      return { example, what, label: isAlone ? label : name, id };
    });
  });
}

export interface NamedExample {
  readonly example: BodyExample;
  /** Name of the body, for its region. */
  readonly what: string;
  /** Text of the tab or summary. */
  readonly label: string;
  readonly id: string;
}

/** Returns the name of an example's region. */
export function exampleName(messages: ApiMessages, label: string, what: string): string {
  return fillMessage(messages.exampleOf, { name: label === '' ? what : `${what}, ${label}` });
}

/** Returns the samples of an operation's request; none for a webhook. */
export function requestSamples(scope: PageScope, operation: Operation): readonly Sample[] {
  if (operation.kind === 'webhook') return [];
  const { schemas, model } = scope;
  const tools = { schemas, securitySchemes: model.securitySchemes };
  const choice = { own: scope.siteSamples(operation), languages: scope.languages };
  return operationSamples(operation, tools, choice);
}

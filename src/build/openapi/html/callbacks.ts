import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Callback, Operation } from '../model/types.ts';
import { adoptDescription } from './adopt-description.ts';
import { fillInline, heading, inlineHtml } from './elements.ts';
import { mediaHtml } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterSections } from './parameters.ts';
import { responseTabs } from './responses.ts';

/** Requests that the platform sends in the course of an operation. */
export function callbackSection(scope: PageScope, callbacks: readonly Callback[]): string {
  if (callbacks.length === 0) return '';
  const { texts } = scope.context;
  const id = scope.ids.claim('callbacks');
  const title = heading(texts, { level: 2, id, text: texts.callbacks });
  return title + callbacks.map((callback) => callbackHtml(scope, callback)).join('');
}

function callbackHtml(scope: PageScope, { name, expression, operations }: Callback): string {
  const { texts } = scope.context;
  const id = scope.ids.claim(`callback.${name}`);
  const bodies = operations.map((operation) => {
    const lead = fillInline(texts.callbackLead, {
      method: { code: operation.method },
      address: { code: expression },
    });
    return `<p>${inlineHtml(lead)}</p>${callbackOperation(scope, operation, `${id}.`)}`;
  });
  return heading(texts, { level: 3, id, text: name }) + bodies.join('');
}

function callbackOperation(scope: PageScope, operation: Operation, prefix: string): string {
  const { context } = scope;
  const { texts } = context;
  const { body, parameters, responses, description } = operation;
  const title = (text: string): string => `<h4>${escapeHtml(text)}</h4>`;
  const words = adoptDescription(scope, context.describe(description)).html;
  const fields = parameterSections(scope, parameters, { prefix, level: 5 });
  const content =
    body === undefined
      ? ''
      : title(texts.body) +
        mediaHtml(scope, body.contents, {
          id: `${prefix}body`,
          name: 'Body',
          direction: 'request',
        });
  const answers =
    responses.length === 0
      ? ''
      : title(texts.answers) + responseTabs(scope, responses, { prefix, level: 5 });
  return words + (fields === '' ? '' : title(texts.request) + fields) + content + answers;
}

import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { fillText } from '../../shared/texts.ts';
import type { Operation } from '../model/api-model.ts';
import { adoptDescription } from './adopt-description.ts';
import { codeFigure } from './code-figure.ts';
import { exampleName, requestExamples, requestSamples, responseExamples } from './examples.ts';
import { outsideLink } from './external-docs.ts';
import type { PageScope } from './page-scope.ts';
import type { BodyExample } from './row-cache.ts';
import { type TabPanel, tabs } from './tab-list.ts';

/** The right column beside the request: a sample in each language, and the examples of the body. */
export function requestAside(scope: PageScope, operation: Operation): string {
  const { texts } = scope.context;
  const title = `<h3 class="api-aside-title">${escapeHtml(texts.requestSamples)}</h3>`;
  const samples = sampleTabs(scope, operation);
  const examples = requestExamples(scope, operation);
  const bodies =
    examples.length === 0
      ? ''
      : `<h3 class="api-aside-title">${escapeHtml(texts.bodyExamples)}</h3>` +
        exampleBlocks(scope, examples, { id: 'body-example', what: texts.body, level: 4 });
  const words = operation.kind === 'webhook' ? texts.sliceLinkWebhook : texts.sliceLink;
  const slice = `<p class="api-slice"><a href="${escapeHtml(scope.sourceHref)}">${escapeHtml(words)}</a></p>`;
  return (samples === '' ? '' : title + samples) + bodies + slice;
}

function sampleTabs(scope: PageScope, operation: Operation): string {
  const { texts } = scope.context;
  const samples = requestSamples(scope, operation);
  const panels = samples.map(({ id: value, label, language, code }): TabPanel => {
    const id = scope.ids.claim(`sample-${value}`);
    const name = fillText(texts.requestIn, { name: label });
    return { value, id, label, html: codeFigure(scope, { code, language, name }) };
  });
  if (panels.length === 0) return '';
  return tabs(panels, {
    group: 'language',
    remember: true,
    label: texts.requestSamples,
    level: 4,
  });
}

/** The right column beside the responses: one tab per status, which follows the tabs of the left column. */
export function responseAside(scope: PageScope, operation: Operation): string {
  const { texts } = scope.context;
  const examples = operation.responses.map((response) => responseExamples(scope, response));
  if (examples.every((list) => list.length === 0)) return '';
  const panels = operation.responses.map((response, index): TabPanel => {
    const { status } = response;
    const id = scope.ids.claim(`example-${status}`);
    const what = fillText(texts.responseStatus, { status });
    const list = itemAt(examples, index);
    const html =
      list.length === 0
        ? `<p class="api-empty">${escapeHtml(texts.noBody)}</p>`
        : exampleBlocks(scope, list, { id, what, level: 5 });
    return { value: status, id, label: status, html };
  });
  const title = `<h3 class="api-aside-title">${escapeHtml(texts.responseExamples)}</h3>`;
  const label = texts.responseExamples;
  return title + tabs(panels, { group: 'response', label, level: 4 });
}

interface BlockOptions {
  readonly id: string;
  readonly what: string;
  readonly level: 4 | 5;
}

/** Examples as one block, or as tabs where there are several. */
function exampleBlocks(
  scope: PageScope,
  examples: readonly BodyExample[],
  { id, what, level }: BlockOptions,
): string {
  const blocks = examples.map((example) => exampleBlock(scope, example, what));
  if (blocks.length === 1) return blocks.join('');
  const panels = examples.map(
    ({ label }, index): TabPanel => ({
      value: String(index),
      id: scope.ids.claim(`${id}.${label}`),
      label,
      html: itemAt(blocks, index),
    }),
  );
  return tabs(panels, { label: exampleName(scope.context.texts, '', what), level });
}

function exampleBlock(scope: PageScope, example: BodyExample, what: string): string {
  const { label, mediaType, body, given } = example;
  const words =
    given === undefined
      ? ''
      : adoptDescription(scope, scope.context.describe(given.description)).html;
  const elsewhere =
    given?.externalUrl === undefined
      ? ''
      : `<p>${outsideLink(scope.context, { url: given.externalUrl, owner: given.source }, given.externalUrl)}</p>`;
  if (body === undefined) return words + elsewhere;
  const name = exampleName(scope.context.texts, label, what);
  // The tab says it already.
  const caption = label === mediaType ? {} : { caption: mediaType };
  return words + codeFigure(scope, { ...body, name, ...caption }) + elsewhere;
}

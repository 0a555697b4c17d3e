import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { Operation } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import { link, note, outsideLink, type TabPanel, tabs } from './elements.ts';
import {
  exampleName,
  groupExamples,
  type NamedExample,
  requestExamples,
  requestSamples,
} from './examples.ts';
import type { PageScope } from './page-scope.ts';
import {
  groupLabel,
  groupLabelHtml,
  groupResponses,
  groupStatusesHtml,
} from './response-groups.ts';

/** Renders the column beside the text: a sample in each language, the answers, and examples of the body. */
export function asideHtml(scope: PageScope, operation: Operation): string {
  const html =
    sampleTabs(scope, operation) +
    responseExamples(scope, operation) +
    bodyExamples(scope, operation) +
    sliceLink(scope, operation);
  return html === '' ? '' : `<div class="api-aside"><div class="api-sticky">${html}</div></div>`;
}

/** Renders the examples of a body that the samples do not show, closed beside samples. */
function bodyExamples(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const examples = requestExamples(scope, operation).map((example) => ({
    example,
    what: messages.body,
    label: example.label,
    id: `body-example.${example.label}`,
  }));
  if (examples.length === 0) return '';
  const html =
    operation.kind === 'webhook'
      ? exampleBlocks(scope, examples, { label: messages.body, level: 3 })
      : foldedExamples(scope, examples);
  return asideTitle(messages.bodyExamples) + html;
}

function sliceLink({ messages, sliceHref }: PageScope, { kind, slug }: Operation): string {
  const href = sliceHref(slug);
  if (href === undefined) return '';
  const words = kind === 'webhook' ? messages.sliceLinkWebhook : messages.sliceLink;
  return `<p class="api-slice">${link(href, escapeHtml(words))}</p>`;
}

function asideTitle(text: string): string {
  return `<h2 class="api-aside-title">${escapeHtml(text)}</h2>`;
}

function sampleTabs(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const samples = requestSamples(scope, operation);
  const generated = samples.find(({ isGenerated }) => isGenerated);
  const panels = samples.map((sample): TabPanel => {
    const { id: value, label, language, code } = sample;
    const id = scope.ids.claim(`sample-${value}`);
    const name = fillMessage(messages.requestIn, { name: label });
    const html = codeFigure(scope, { code, language, name, header: label });
    return { value, id, label, html, isRepeat: sample.isGenerated && sample !== generated };
  });
  if (panels.length === 0) return '';
  const label = messages.requestSamples;
  return asideTitle(label) + tabs(panels, { group: 'language', remember: true, label, level: 3 });
}

/**
 * Renders the examples of responses: a panel for each tab of the main column, which selects it. The tabs here are for
 * narrow screens, where the others are further down.
 */
function responseExamples(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const groups = groupResponses(scope, operation.responses).map((group) => ({
    group,
    examples: groupExamples(scope, group),
  }));
  if (groups.every(({ examples }) => examples.length === 0)) return '';
  const panels = groups.map(({ group, examples }): TabPanel => {
    const { status } = group.first;
    const label = groupLabel(messages, group);
    const html =
      examples.length === 0
        ? `<p class="api-empty">${escapeHtml(messages.noBody)}</p>`
        : group.list.length > 1 && examples.length > 1
          ? foldedExamples(scope, examples, 'first')
          : exampleBlocks(scope, examples, { label, level: 4 });
    const isStatus = group.list.length === 1 || examples.length < 2;
    const id = scope.ids.claim(`example-${isStatus ? status : 'errors'}`);
    const labelHtml = groupLabelHtml(messages, group);
    const tab = groupStatusesHtml(group);
    return { value: status, id, label, labelHtml, tab, html, isRepeat: examples.length === 0 };
  });
  const label = messages.responseExamples;
  return asideTitle(label) + tabs(panels, { group: 'response', label, level: 3 });
}

/** Renders examples that can be opened by their labels. */
function foldedExamples(
  scope: PageScope,
  examples: readonly NamedExample[],
  open?: 'first',
): string {
  return examples
    .map((example, index) => {
      const id = escapeHtml(scope.ids.claim(example.id));
      const html = exampleBlock(scope, example, { isAlone: false });
      return `<details class="api-folded" id="${id}"${open === 'first' && index === 0 ? ' open' : ''}><summary>${escapeHtml(example.label)}</summary>${html}</details>`;
    })
    .join('');
}

/** Renders examples as one block, or as tabs if there are several. */
export function exampleBlocks(
  scope: PageScope,
  examples: readonly NamedExample[],
  { label, level }: { readonly label: string; readonly level: 3 | 4 | 6 },
): string {
  const isAlone = examples.length === 1;
  const blocks = examples.map((example) => exampleBlock(scope, example, { isAlone }));
  if (isAlone) return blocks.join('');
  const panels = examples.map(
    ({ label: tab, id }, index): TabPanel => ({
      value: String(index),
      id: scope.ids.claim(id),
      label: tab,
      html: itemAt(blocks, index),
    }),
  );
  return tabs(panels, { label: exampleName(scope.messages, '', label), level });
}

function exampleBlock(
  scope: PageScope,
  { example, what }: NamedExample,
  { isAlone }: { readonly isAlone: boolean },
): string {
  const { label, mediaType, body, given } = example;
  const words = given === undefined ? '' : describeHtml(scope, given.description);
  const elsewhere =
    given?.externalUrl === undefined
      ? ''
      : `<p>${outsideLink(scope, { url: given.externalUrl, owner: given.source }, given.externalUrl)}</p>`;
  if (body === undefined) return words + elsewhere;
  const name = exampleName(scope.messages, label, what);
  // A tab or summary already shows the label, which may be the media type.
  const title = isAlone && label !== '' ? `${label} · ${mediaType}` : mediaType;
  const caption = label === mediaType ? { header: mediaType } : { caption: title };
  return words + codeFigure(scope, { ...body, name, ...caption }) + elsewhere;
}

interface CodeFigure {
  readonly code: string;
  /** Name known to the highlighter. */
  readonly language: string;
  readonly name: string;
  readonly caption?: string;
  /** Shown without a caption, for eyes only: a tab has the same text. */
  readonly header?: string;
}

/**
 * Renders a code block like those of Markdown, with copy and wrap buttons. Truncates long code; omits colors when
 * the page has much code.
 */
export function codeFigure(
  scope: PageScope,
  { code, language, name, caption, header = language }: CodeFigure,
): string {
  const { budget, messages } = scope;
  const room = Math.max(LEAST, Math.min(LONGEST, budget.code));
  const shown = code.length > room ? code.slice(0, room) : code;
  budget.code -= shown.length;
  const isColored = shown.length <= budget.colors;
  if (isColored) budget.colors -= shown.length;
  const html = isColored ? scope.highlight(shown, language) : escapeHtml(shown);
  const title = caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  const shownHeader = caption === undefined ? ` data-language="${escapeHtml(header)}"` : '';
  const label = escapeHtml(scope.uniqueName(fillMessage(messages.codeName, { name })));
  const languageClass = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  const figure =
    `<figure class="code" data-code${shownHeader}>${title}<pre role="region" tabindex="0" aria-label="${label}">` +
    `<code${languageClass}>${html}</code></pre></figure>`;
  return shown === code
    ? figure
    : figure + note(fillMessage(messages.textCut, { size: String(code.length) }));
}

/** Length limits of a code block, in characters: at most, and always available. */
const LONGEST = 60_000;
const LEAST = 400;

/** Names the rows that exceed the page's size and links to the full description. */
export function cutNote(scope: PageScope, rows: readonly { readonly name: string }[]): string {
  if (rows.length === 0) return '';
  const { messages } = scope;
  const named = rows
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(', ');
  const rest = rows.length - MOST_NAMES;
  const names =
    rest > 0 ? fillMessage(messages.cutMore, { names: named, count: String(rest) }) : named;
  const href = scope.downloadHref;
  const where =
    href === undefined
      ? ''
      : ` ${escapeHtml(messages.cutWhere).replace('{link}', () => link(href, escapeHtml(messages.description)))}`;
  return `<p class="prop-note">${escapeHtml(fillMessage(messages.cut, { names }))}${where}</p>`;
}

/** Names listed in a note about omitted rows. */
const MOST_NAMES = 100;

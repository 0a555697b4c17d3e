/** @jsxImportSource docwright/html */
import { type Child, type Html, raw } from '../../shared/jsx-runtime.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { Operation } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import { fillInline, note, outsideLink, statusHtml, tabs } from './elements.tsx';
import {
  exampleName,
  groupExamples,
  type NamedExample,
  requestExamples,
  requestSamples,
} from './examples.ts';
import type { PageScope } from './page-scope.ts';
import { groupLabel, groupLabelHtml, groupResponses } from './response-groups.ts';

/** Renders the column beside the text: a sample in each language, the answers, and examples of the body. */
export function asideHtml(scope: PageScope, operation: Operation): Child {
  const { messages, sliceHref } = scope;
  const isWebhook = operation.kind === 'webhook';
  const samples = sampleTabs(scope, operation);
  const responses = responseExamples(scope, operation);
  const bodies = bodyExamples(scope, operation);
  const slice = sliceHref(operation.slug);
  const link = slice !== undefined && (
    <p class="api-slice">
      <a href={slice}>{isWebhook ? messages.sliceLinkWebhook : messages.sliceLink}</a>
    </p>
  );
  return (samples || responses || bodies || link) && [samples, responses, bodies, link];
}

/** Renders the examples of a body that the samples do not show, closed beside samples. */
function bodyExamples(scope: PageScope, operation: Operation): Child {
  const { messages } = scope;
  const examples = requestExamples(scope, operation).map((example) => ({
    example,
    what: messages.body,
    label: example.label,
    id: `body-example.${example.label}`,
  }));
  if (examples.length === 0) return undefined;
  const html =
    operation.kind === 'webhook'
      ? exampleBlocks(scope, examples, { label: messages.body, level: 3 })
      : foldedExamples(scope, examples);
  return [asideTitle(messages.bodyExamples), html];
}

function asideTitle(text: string): Html {
  return <h2 class="api-aside-title">{text}</h2>;
}

function sampleTabs(scope: PageScope, operation: Operation): Child {
  const { messages } = scope;
  const samples = requestSamples(scope, operation);
  const generated = samples.find(({ isGenerated }) => isGenerated);
  const panels = samples.map((sample) => {
    const { id: value, label, language, code } = sample;
    const id = scope.ids.claim(`sample-${value}`);
    const name = fillMessage(messages.requestIn, { name: label });
    const children = codeFigure(scope, { code, language, name, header: label });
    return { value, id, label, children, isRepeat: sample.isGenerated && sample !== generated };
  });
  if (panels.length === 0) return undefined;
  const label = messages.requestSamples;
  return [
    asideTitle(label),
    tabs(scope, panels, { group: 'language', remember: true, label, level: 3 }),
  ];
}

/**
 * Renders the examples of responses: a panel for each tab of the main column, which selects it. The tabs here are for
 * narrow screens, where the others are further down.
 */
function responseExamples(scope: PageScope, operation: Operation): Child {
  const { messages } = scope;
  const groups = groupResponses(scope, operation.responses).map((group) => ({
    group,
    examples: groupExamples(scope, group),
  }));
  if (groups.every(({ examples }) => examples.length === 0)) return undefined;
  const panels = groups.map(({ group, examples }) => {
    const { first, list } = group;
    const label = groupLabel(messages, group);
    const children =
      examples.length === 0 ? (
        <p class="api-empty">{messages.noBody}</p>
      ) : list.length > 1 && examples.length > 1 ? (
        foldedExamples(scope, examples, 'first')
      ) : (
        exampleBlocks(scope, examples, { label, level: 4 })
      );
    const isStatus = list.length === 1 || examples.length < 2;
    const id = scope.ids.claim(`example-${isStatus ? first.status : 'errors'}`);
    // `200`, `400–503`
    const last = list.length > 1 && list.at(-1);
    const tab = [statusHtml(first.status), last && ['–', statusHtml(last.status)]];
    const isRepeat = examples.length === 0;
    return {
      value: first.status,
      id,
      label: groupLabelHtml(messages, group),
      tab,
      children,
      isRepeat,
    };
  });
  const label = messages.responseExamples;
  return [asideTitle(label), tabs(scope, panels, { group: 'response', label, level: 3 })];
}

/** Renders examples that can be opened by their labels. */
function foldedExamples(
  scope: PageScope,
  examples: readonly NamedExample[],
  open?: 'first',
): readonly Html[] {
  return examples.map((example, index) => {
    const id = scope.ids.claim(example.id);
    return (
      <details class="api-folded" id={id} open={open === 'first' && index === 0}>
        <summary>
          <bdi>{example.label}</bdi>
        </summary>
        {exampleBlock(scope, example, { isAlone: false })}
      </details>
    );
  });
}

/** Renders examples as one block, or as tabs if there are several. */
export function exampleBlocks(
  scope: PageScope,
  examples: readonly NamedExample[],
  { label, level }: { readonly label: string; readonly level: 3 | 4 | 6 },
): Child {
  const isAlone = examples.length === 1;
  const blocks = examples.map((example) => exampleBlock(scope, example, { isAlone }));
  if (isAlone) return blocks;
  const panels = examples.map((example, index) => ({
    value: String(index),
    id: scope.ids.claim(example.id),
    label: example.label,
    children: blocks[index],
  }));
  return tabs(scope, panels, { label: exampleName(scope.messages, '', label), level });
}

function exampleBlock(
  scope: PageScope,
  { example, what }: NamedExample,
  { isAlone }: { readonly isAlone: boolean },
): Child {
  const { label, mediaType, body, given } = example;
  const words = given && describeHtml(scope, given.description);
  const url = given?.externalUrl;
  const elsewhere = url !== undefined && (
    <p>{outsideLink(scope, { url, owner: given?.source ?? {} }, url)}</p>
  );
  if (body === undefined) return [words, elsewhere];
  const name = exampleName(scope.messages, label, what);
  // A tab or summary already shows the label, which may be the media type.
  const title = isAlone && label !== '' ? `${label} · ${mediaType}` : mediaType;
  const caption = label === mediaType ? { header: mediaType } : { caption: title };
  return [words, codeFigure(scope, { ...body, name, ...caption }), elsewhere];
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
 * Renders a code block like those of Markdown. Truncates long code; omits colors when the page has much code.
 */
export function codeFigure(
  scope: PageScope,
  { code, language, name, caption, header = language }: CodeFigure,
): Html {
  const { budget, messages, parts } = scope;
  const room = Math.max(LEAST, Math.min(LONGEST, budget.code));
  const shown = code.length > room ? code.slice(0, room) : code;
  budget.code -= shown.length;
  const isColored = shown.length <= budget.colors;
  if (isColored) budget.colors -= shown.length;
  const label = scope.uniqueName(fillMessage(messages.codeName, { name }));
  return (
    <>
      <parts.Code language={language} label={label} caption={caption} header={header}>
        {isColored ? raw(scope.highlight(shown, language)) : shown}
      </parts.Code>
      {shown !== code && note(fillMessage(messages.textCut, { size: String(code.length) }))}
    </>
  );
}

/** Length limits of a code block, in characters: at most, and always available. */
const LONGEST = 60_000;
const LEAST = 400;

/** Names the rows that exceed the page's size and links to the full description. */
export function cutNote(scope: PageScope, names: readonly string[]): Child {
  if (names.length === 0) return undefined;
  const { messages, downloadHref: href } = scope;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const rest = names.length - MOST_NAMES;
  const words =
    rest > 0 ? fillMessage(messages.cutMore, { names: shown, count: String(rest) }) : shown;
  const link = href !== undefined && [
    ' ',
    fillInline(messages.cutWhere, { link: <a href={href}>{messages.description}</a> }),
  ];
  return note([fillMessage(messages.cut, { names: words }), link]);
}

/** Names listed in a note about omitted rows. */
const MOST_NAMES = 100;

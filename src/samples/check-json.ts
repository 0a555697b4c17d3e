/** Compares JSON blocks with the bodies and responses of operations. */
import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { ApiResponse, Operation, RawSchema } from '../openapi/model/api-model.ts';
import type { Match, Operations } from './find-operation.ts';
import { jsonContent, mismatches } from './judge-value.ts';
import { readJson } from './literal.ts';
import type { Value } from './sample.ts';
import {
  add,
  addOptionProblem,
  type Block,
  type Page,
  type Said,
  type WrittenSample,
} from './sample-page.ts';

/** A title that names an operation: `POST /tenants`. */
const OPERATION = /^\[?((?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s\]]*)/;

const SAYS_RESPONSE =
  /\b(?:response|responds?|returns?|returned|answers?|reply|replies|result|output)\b/i;

const EXCERPT =
  /\b(?:includes?|contains?|containing|excerpt|part of|shortened|truncated|abbreviated|simplified|partial)\b/i;

const SAYS_OTHER =
  /\b(?:webhook|event|config|configuration|settings|manifest|package\.json|schema|payload of)\b/i;

export function checkJson(
  page: Page,
  { sample, block, kind, status, match: said }: Block & Said,
): void {
  const { code, title = '', before, heading } = sample;
  const read = readJson(code);
  const [problem] = read.problems;
  if (problem !== undefined) {
    const marks = code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
    // Fragments, comments and several documents are no mistakes.
    if (
      /^\s*[[{]/.test(code) &&
      !/^\s*(?:\/\/|#)|\/\*/m.test(marks) &&
      (problem.fix === '' || !/\.{3}|…/.test(marks)) &&
      sample.language === 'json' &&
      !/^[\s,]*[[{]/.test(code.slice(read.end))
    )
      add(page, sample, { code: 'sample-syntax', ...problem });
    return;
  }
  const [, text] = OPERATION.exec(title) ?? [];
  if (said !== undefined && said.operation.body === undefined)
    judgeResponse(page, { sample, value: read.value, status: '2', of: [said] });
  else if (said !== undefined) judgeBodyOf(page, { sample, value: read.value, match: said });
  else if (text !== undefined && kind === undefined)
    judgeTitle(page, { sample, value: read.value, text });
  else {
    const sentence = before.split(/(?<=[.!?])\s/).at(-1) ?? '';
    const says =
      [title, heading, sentence].some((one) => SAYS_RESPONSE.test(one)) || /^\d{3}\b/.test(title);
    const isNext = page.last !== undefined && block - page.last === 1;
    const isExcerpt = EXCERPT.test(sentence) || /\.{3}|…/.test(code);
    const shown = { sample, value: read.value, isExcerpt };
    if (kind === 'response') judgeResponse(page, { ...shown, status, isCertain: true });
    else if ((says || isNext) && !SAYS_OTHER.test(`${title} ${sentence} ${heading}`))
      judgeResponse(page, { ...shown, status: /\b([1-5]\d\d)\b/.exec(title)?.[1] });
  }
}

/** Compares JSON whose title names an operation, such as `POST /orders`, with the body of that. */
function judgeTitle(page: Page, { text, ...shown }: Shown & { readonly text: string }): void {
  const { operations } = page;
  const match = operations.named(text.replace(/\s+/, ' ')) ?? operationAt(operations, text);
  if (match !== undefined) {
    judgeBodyOf(page, { ...shown, match });
    return;
  }
  const [method = '', path = ''] = text.split(/\s+/);
  const near = operations.all.find(
    ({ operation }) => operation.method === method && operation.path.endsWith(path),
  );
  if (near === undefined) return;
  page.judged += 1;
  add(page, shown.sample, {
    code: 'sample-operation',
    start: 0,
    end: 1,
    message: `the title names ${text}, which the API does not have`,
    hint: `did you mean ${near.operation.path}?`,
  });
}

function operationAt({ find }: Operations, text: string): Match | undefined {
  const [method = '', path = ''] = text.split(/\s+/);
  const found = find({ text: path, start: 0, end: 0 }, method);
  return found === undefined || 'path' in found ? undefined : found[0];
}

interface Shown {
  readonly sample: WrittenSample;
  readonly value: Value;
  /** True if parts of the value are left out. */
  readonly isExcerpt?: boolean;
}

function judgeBodyOf(
  page: Page,
  { sample, value, match }: Shown & { readonly match: Match },
): void {
  page.judged += 1;
  page.shown.add(`${match.api.source.id} ${match.operation.slug}`);
  const schema = jsonContent(match.operation.body?.contents ?? [])?.schema;
  if (schema === undefined) return;
  for (const { isMissing, ...mismatch } of mismatches(value, {
    api: match.api,
    schema,
    direction: 'request',
    what: 'the body',
  }))
    add(page, sample, { code: isMissing ? 'sample-required' : 'sample-body', ...mismatch });
}

/** Least share of the fields of a sample that a response must have for the sample to be it. */
const LEAST_SHARED = 0.5;

interface ShownResponse extends Shown {
  readonly status: string | undefined;
  /** True if the block says that it is this response. */
  readonly isCertain?: boolean;
  /** Default: the operations of the requests above. */
  readonly of?: readonly Match[];
}

/** Compares JSON with the response of the last request, or of an earlier one that it fits better. */
export function judgeResponse(page: Page, shown: ShownResponse): void {
  const { sample, value, status, isExcerpt = false, isCertain = false, of = page.matches } = shown;
  const responses = [...of].reverse().flatMap(({ api, operation }) =>
    responsesOf(operation, status).map(({ contents }) => {
      const schema = jsonContent(contents)?.schema;
      return { api, schema, share: schema === undefined ? 0 : shareOf(api, schema, value) };
    }),
  );
  // The last request comes first, and the sort keeps the order of equal ones.
  const [best] = responses.toSorted((a, b) => b.share - a.share);
  if (isCertain && best === undefined) addMissingResponse(page, sample, status);
  if (best?.schema === undefined || (!isCertain && best.share < LEAST_SHARED)) {
    page.skipped += 1;
    return;
  }
  page.judged += 1;
  const { api, schema } = best;
  for (const { isMissing: _, ...mismatch } of mismatches(value, {
    api,
    schema,
    direction: 'response',
    what: 'the response',
    isExcerpt,
  }))
    add(page, sample, { code: 'sample-response', ...mismatch });
}

/** Reports a block that says that it is a response which no operation above it has. */
function addMissingResponse(page: Page, sample: CodeSample, status: string | undefined): void {
  const last = page.matches.at(-1);
  if (last === undefined) {
    const message = 'no request is above this response, so that it cannot be compared';
    addOptionProblem(page, sample, {
      message,
      hint: 'move it below its request, or name the operation',
    });
    return;
  }
  const { method, path, responses } = last.operation;
  const known = responses.map((response) => response.status).join(', ');
  const message = `${method} ${path} has no response ${status}: the API has ${known || 'none'}`;
  page.diagnostics.push(
    diagnostic('sample-response', { message, location: sample.optionLocation ?? sample.location }),
  );
}

/** The share of the fields of an object, or of the first one in a list, that a schema has. */
function shareOf({ schemas }: LoadedApi, schema: RawSchema, value: Value): number {
  const isList = Array.isArray(value.json);
  const object = isList ? value.parts.get(0) : value;
  const whole = schemas.read(schema);
  const node = !isList ? whole : whole.items === undefined ? undefined : schemas.read(whole.items);
  if (object === undefined || node === undefined || object.keys.size === 0) return 0;
  const variants = node.variants?.list ?? [];
  const fields = [node, ...variants.map((variant) => schemas.read(variant.schema))];
  const known = new Set(fields.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const keys = [...object.keys.keys()];
  return keys.filter((key) => known.has(key)).length / keys.length;
}

/** The responses that a block may show: with the status that it names, else all, successes first. */
function responsesOf({ responses }: Operation, status: string | undefined): readonly ApiResponse[] {
  if (status === undefined) return responses;
  const exact = responses.filter((response) => response.status === status);
  const range = responses.filter(
    (response) =>
      response.status.toUpperCase() === `${status.charAt(0)}XX` ||
      (status.length === 1 && response.status.startsWith(status)),
  );
  return exact.length > 0
    ? exact
    : range.length > 0
      ? range
      : responses.filter((response) => response.status === 'default');
}

/** Compares JSON blocks with the bodies and responses of operations. */
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { ApiResponse, Operation, RawSchema } from '../openapi/model/api-model.ts';
import { type Match, type Operations, pageOf } from './find-operation.ts';
import { bodyFinding } from './judge-request.ts';
import { bodyMismatches, fieldsOf, jsonContent, type Mismatch, mismatches } from './judge-value.ts';
import { readJson } from './literal.ts';
import {
  add,
  addAtOption,
  type Block,
  type Page,
  type Said,
  type WrittenSample,
} from './sample-page.ts';
import { finding, type SyntaxProblem, type Value } from './sample.ts';

/** A title that names an operation: `POST /tenants`. */
const OPERATION = /^\[?((?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s\]]*)/;

/** A path in a sentence, with its method if that is before it. */
const PATH = /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(?<![\w/.:])(\/[\w{}/.-]*[\w}])/g;

const SAYS_RESPONSE =
  /\b(?:response|responds?|returns?|returned|answers?|reply|replies|result|output)\b/i;

const SAYS_BODY = /\b(?:request (?:body|payload)|body of the request|arguments)\b/i;

const EXCERPT =
  /\b(?:includes?|contains?|containing|excerpt|part of|shortened|truncated|abbreviated|simplified|partial)\b/i;

const SAYS_OTHER =
  /\b(?:webhook|event|config|configuration|settings|manifest|package\.json|schema|payload of)\b/i;

/** A status with its reason: `400 Bad Request`. */
const STATUS = /(?:^|\D)([1-5]\d\d)(?= [A-Z][a-z]|\W*$)/;

export function checkJson(
  page: Page,
  { sample, block, kind, status, match: said }: Block & Said,
): void {
  const { code, title = '', before, heading, language } = sample;
  const { value, end, problems } = readJson(code);
  const marks = code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const hasDots = /\.{3}|…/.test(marks);
  if (problems.length > 0) {
    // Fragments, comments and several documents are no mistakes.
    const isJson =
      /^\s*[[{]/.test(code) && !/^[\s,]*[[{]/.test(code.slice(end)) && language === 'json';
    const hasComments = /^\s*(?:\/\/|#)|\/\*/m.test(marks);
    const isMistake = ({ message, fix }: SyntaxProblem): boolean =>
      fix === '' ? !hasComments : !hasDots && (!hasComments || message.endsWith('never closed'));
    const mistakes = isJson ? problems.filter(isMistake) : [];
    page.judged += Math.min(1, mistakes.length);
    for (const problem of mistakes) add(page, sample, { code: 'sample-syntax', ...problem });
    return;
  }
  const { operations } = page;
  const [, text] = OPERATION.exec(title) ?? [];
  const shown = { sample, value };
  if (said !== undefined && said.operation.body === undefined)
    judgeResponse(page, { ...shown, status: '2', of: [said] });
  else if (said !== undefined) judgeBodyOf(page, shown, said);
  else if (text !== undefined && kind === undefined) {
    const match = operations.named(text.replace(/\s+/, ' ')) ?? operationAt(operations, text);
    if (match === undefined) judgeTitle(page, sample, text);
    else judgeBodyOf(page, shown, match);
  } else if (kind === 'response')
    judgeResponse(page, { ...shown, status, isExcerpt: hasDots, isCertain: true });
  else {
    const sentence = before.split(/(?<=[.!?])\s/).at(-1) ?? '';
    const [, written] = STATUS.exec(title) ?? STATUS.exec(heading) ?? [];
    const says =
      written !== undefined || [title, heading, sentence].some((one) => SAYS_RESPONSE.test(one));
    const isNext = page.last !== undefined && block - page.last === 1;
    const named = says ? operationsIn(operations, sentence) : [];
    const isNamed = named.length === 1;
    const isOther = !isNamed && SAYS_OTHER.test(`${title} ${sentence} ${heading}`);
    // The share of the fields of the body of an operation.
    const bodyShare = ({ api, operation }: Match): number => {
      const schema = jsonContent(operation.body?.contents)?.schema;
      return schema === undefined ? 0 : shareOf(api, schema, value);
    };
    const saysBody = !says && SAYS_BODY.test(`${title} ${sentence} ${heading}`);
    const meant = page.matches.findLast((match) => bodyShare(match) >= LEAST_SHARED);
    if (saysBody && !isOther && meant !== undefined) {
      judgeBodyOf(page, shown, meant);
      return;
    }
    if (!(says || isNext) || isOther) return;
    // JSON that follows a request may be another body for it.
    const isBody = (match: Match): boolean =>
      bodyShare(match) === 1 && mismatchesOf(value, match).every(({ isMissing }) => !isMissing);
    if (!says && page.matches.some(isBody)) return;
    const isExcerpt = hasDots || EXCERPT.test(sentence);
    judgeResponse(page, {
      ...shown,
      status: written,
      isExcerpt,
      of: isNamed ? named : page.matches,
    });
  }
}

function operationAt({ find }: Operations, text: string): Match | undefined {
  const [method = '', path = ''] = text.split(/\s+/);
  const found = find({ text: path, start: 0, end: 0 }, method);
  return found === undefined || 'path' in found ? undefined : found[0];
}

/** The operations whose paths a sentence names. */
function operationsIn({ all }: Operations, sentence: string): readonly Match[] {
  const named = [...sentence.matchAll(PATH)];
  const isNamed = ({ method, path }: Operation): boolean =>
    named.some(([, by = method, end = '']) => by === method && path.endsWith(end));
  return all.filter(({ operation }) => isNamed(operation));
}

/** Reports a title that nearly names an operation. */
function judgeTitle(page: Page, sample: WrittenSample, text: string): void {
  const [method = '', path = ''] = text.split(/\s+/);
  const near = page.operations.all.find(
    ({ operation }) => operation.method === method && operation.path.endsWith(path),
  );
  if (near === undefined) return;
  page.judged += 1;
  const message = `the title names ${text}, which the API does not have`;
  const hint = `did you mean ${near.operation.path}?`;
  add(page, sample, finding('sample-operation', { start: 0, end: 1 }, [message, hint]));
}

interface Shown {
  readonly sample: WrittenSample;
  readonly value: Value;
}

function mismatchesOf(value: Value, { api, operation }: Match): readonly Mismatch[] {
  const schema = jsonContent(operation.body?.contents)?.schema;
  return schema === undefined ? [] : bodyMismatches(value, api, schema);
}

function judgeBodyOf(page: Page, { sample, value }: Shown, match: Match): void {
  const { api, operation } = match;
  page.judged += 1;
  page.shown.add(`${api.source.id} ${operation.slug}`);
  for (const mismatch of mismatchesOf(value, match))
    add(page, sample, { ...bodyFinding(mismatch), see: pageOf(match) });
}

/** Least share of the fields of a sample that a response must have for the sample to be it. */
const LEAST_SHARED = 0.5;

interface ShownResponse extends Shown {
  readonly status: string | undefined;
  /** True if parts of the value are left out. */
  readonly isExcerpt?: boolean;
  /** True if the block says that it is this response. */
  readonly isCertain?: boolean;
  /** Default: the operations of the requests above. */
  readonly of?: readonly Match[];
}

/** Compares JSON with the response of the last request, or of an earlier one that it fits better. */
export function judgeResponse(page: Page, shown: ShownResponse): void {
  const { sample, value, status, isExcerpt = false, isCertain = false, of = page.matches } = shown;
  const responses = of.toReversed().flatMap(({ api, operation }) =>
    responsesOf(operation, status).map(({ contents }) => {
      const schema = jsonContent(contents)?.schema;
      return {
        api,
        operation,
        schema,
        share: schema === undefined ? 0 : shareOf(api, schema, value),
      };
    }),
  );
  // The last request comes first, and the sort keeps the order of equal ones.
  const [best] = responses.toSorted((a, b) => b.share - a.share);
  if (isCertain && best === undefined) addMissingResponse(page, sample, status);
  const lacksMost = (): boolean => {
    const fields = best?.schema === undefined ? [] : best.api.schemas.read(best.schema).properties;
    const isMissing = fields.filter(({ name, required }) => required && !value.keys.has(name));
    return status === undefined && isMissing.length > value.keys.size;
  };
  // A value that lacks more than it has is a part of a response.
  if (best?.schema === undefined || (!isCertain && (best.share < LEAST_SHARED || lacksMost()))) {
    page.skipped += 1;
    return;
  }
  page.judged += 1;
  const { api, schema } = best;
  for (const mismatch of mismatches(value, {
    api,
    schema,
    direction: 'response',
    what: 'the response',
    isExcerpt,
  }))
    add(page, sample, { code: 'sample-response', ...mismatch, see: pageOf(best) });
}

/** Reports a block that says that it is a response which no operation above it has. */
function addMissingResponse(page: Page, sample: WrittenSample, status: string | undefined): void {
  const last = page.matches.at(-1)?.operation;
  const known = last?.responses.map((response) => response.status).join(', ') || 'none';
  if (last === undefined)
    addAtOption(page, sample, {
      code: 'code-options',
      message: 'no request is above this response, so that it cannot be compared',
      hint: 'move it below its request, or name the operation',
    });
  else
    addAtOption(page, sample, {
      code: 'sample-response',
      message: `${last.method} ${last.path} has no response ${status}: the API has ${known}`,
    });
}

/** Objects in objects up to which fields are counted. */
const MOST_DEPTH = 4;

/** The share of the fields of a value that a schema has, and of those of the largest object in it: the first may be a wrapper. */
function shareOf(api: LoadedApi, schema: RawSchema, value: Value): number {
  let largest = { size: 0, share: 0 };
  const read = (of: RawSchema, part: Value | undefined, depth: number): number => {
    if (part === undefined || depth > MOST_DEPTH) return 0;
    const node = api.schemas.read(of);
    if (Array.isArray(part.json)) return read(node.items ?? {}, part.parts.get(0), depth);
    const fields = fieldsOf(api, node);
    const keys = [...part.keys.keys()];
    // An object that may have any fields says nothing.
    const isFree = depth > 0 && fields.size === 0 && of !== false && node.additional !== false;
    if (keys.length === 0 || isFree) return 0;
    const share = keys.filter((key) => fields.has(key)).length / keys.length;
    if (keys.length > largest.size) largest = { size: keys.length, share };
    // A field that the schema lacks has no known fields.
    for (const key of keys) read(fields.get(key) ?? false, part.parts.get(key), depth + 1);
    return share;
  };
  return Math.min(read(schema, value, 0), largest.share);
}

/** The responses that a block may show: with the status that it names, else all, successes first. */
function responsesOf({ responses }: Operation, status: string | undefined): readonly ApiResponse[] {
  if (status === undefined) return responses;
  const range = `${status.charAt(0)}XX`;
  const choices = [
    responses.filter((one) => one.status === status),
    responses.filter(
      (one) =>
        one.status.toUpperCase() === range ||
        (status.length === 1 && one.status.startsWith(status)),
    ),
    responses.filter((one) => one.status === 'default'),
  ];
  return choices.find(({ length }) => length > 0) ?? [];
}

/** Checks the samples of a page: their syntax, and that they agree with the descriptions of the site's APIs. */
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { SampleModule } from '../config/api-samples.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { ApiResponse, Operation, RawSchema } from '../openapi/model/api-model.ts';
import { objectsOf, stringOf } from '../openapi/model/model-context.ts';
import { createSiteSamples } from '../openapi/samples/site-samples.ts';
import type { CheckedSamples } from './counts.ts';
import {
  createOperations,
  type Match,
  type Operations,
  type SampleSettings,
} from './find-operation.ts';
import { judgeRequest } from './judge-request.ts';
import { jsonContent, mismatches } from './judge-value.ts';
import { readLiteral } from './literal.ts';
import { isReadable, readSample } from './requests.ts';
import type { Range, SampleFinding, Value } from './sample.ts';

interface Page {
  readonly operations: Operations;
  readonly diagnostics: Diagnostic[];
  readonly shown: Set<string>;
  judged: number;
  skipped: number;
  /** The number of the block with the last request. */
  last: number | undefined;
  /** The operations of requests, each once, the last one at the end. */
  matches: readonly Match[];
  /** The first block that sets a variable, by name. */
  readonly sets: ReadonlyMap<string, number>;
}

export type SampleChecker = ReturnType<typeof createChecker>;

/** Creates what compares samples with some APIs. */
export function createChecker(apis: readonly LoadedApi[], settings: SampleSettings) {
  const operations = createOperations(apis, settings);
  const check = (samples: readonly WrittenSample[]) => checkSamples(samples, operations);
  return {
    operations,
    /** Compares the samples of a doc. */
    check,
    /** Compares those that an API has itself, by operation. */
    checkApi: (api: LoadedApi, modules: readonly SampleModule[]) =>
      samplesOfApi(api, modules).map(check),
  };
}

function checkSamples(samples: readonly WrittenSample[], operations: Operations): CheckedSamples {
  const page: Page = {
    operations,
    diagnostics: [],
    shown: new Set(),
    judged: 0,
    skipped: 0,
    last: undefined,
    matches: [],
    sets: firstSets(samples),
  };
  for (const [block, sample] of samples.entries()) {
    const { match } = sample;
    const said: Said =
      match === undefined ? readOption(sample.option, operations) : { kind: 'operation', match };
    if (said.kind === 'off') continue;
    if (said.kind === 'unknown') addOptionProblem(page, sample, unknownOption(sample, operations));
    if (isReadable(sample.language)) checkRequests(page, { sample, block, named: said.match });
    else if (/^json[c5]?$/.test(sample.language)) checkJson(page, { sample, block, ...said });
  }
  const { diagnostics, shown, judged, skipped } = page;
  return { diagnostics, shown: [...shown], judged, skipped };
}

/** The option `sample="…"` of a block. */
interface Said {
  readonly kind: 'off' | 'response' | 'operation' | 'unknown' | undefined;
  /** Of a response; the first digit stands for all that begin with it. */
  readonly status?: string;
  readonly match?: Match;
}

function readOption(option: string | undefined, { named }: Operations): Said {
  // `exact` and `hidden` are for a run of the samples.
  if (option === undefined || /^\s*(?:exact|hidden)\s*$/.test(option)) return { kind: undefined };
  const [, word = '', status = '2'] =
    /^(off|fails|response)(?:\s+([1-5](?:\d\d|XX)?))?(?:\s+exact)?$/i.exec(option.trim()) ?? [];
  if (word === 'response') return { kind: 'response', status: status.replace(/XX$/i, '') };
  if (word !== '') return { kind: 'off' };
  const match = named(option.trim().replace(/\s+/g, ' '));
  return match === undefined ? { kind: 'unknown' } : { kind: 'operation', match };
}

function unknownOption({ option = '' }: CodeSample, { all }: Operations): OptionProblem {
  const [, word = option, rest = ''] = /^(\S+)(\s.*)$/.exec(option) ?? [];
  const names = all.flatMap(({ operation: { operationId, method, path } }) => [
    operationId,
    `${method} ${path}`,
  ]);
  const near = nearest(
    option,
    names.filter((name) => name !== ''),
  );
  const nearWord = nearest(word, ['response', 'fails', 'off']);
  const meant = near ?? (nearWord && nearWord + rest);
  return {
    message:
      option === '' ? 'the option "sample" has no value' : `"${option}" is no operation of the API`,
    hint:
      meant === undefined
        ? 'name an operation by its operationId or as "GET /orders", or write response, fails or off'
        : `did you mean sample="${meant}"?`,
  };
}

interface OptionProblem {
  readonly message: string;
  readonly hint: string;
}

function addOptionProblem({ diagnostics }: Page, sample: CodeSample, problem: OptionProblem): void {
  const location = sample.optionLocation ?? sample.location;
  diagnostics.push(diagnostic('code-options', { ...problem, location }));
}

/** A sample whose code is not in a block of a page. */
interface WrittenSample extends CodeSample {
  /** Locates a part of the code. */
  readonly locate?: (range: Range) => Location;
  /** The operation that it is for. */
  readonly match?: Match;
  /** Names it at the end of messages. */
  readonly of?: string;
}

/** The samples of an API that are not in docs: those in its description, and of the site's module, by operation. */
function samplesOfApi(
  api: LoadedApi,
  modules: readonly SampleModule[],
): readonly (readonly WrittenSample[])[] {
  const { source, description, model, schemas } = api;
  const module = modules.find(({ file }) => file === source.samples);
  const ofSite = module?.kind === 'loaded' ? createSiteSamples(module) : undefined;
  const tools = { schemas, securitySchemes: model.securitySchemes };
  return model.operations.flatMap((operation) => {
    const { method, path } = operation;
    const common = {
      title: undefined,
      option: undefined,
      match: { api, operation, values: new Map(), server: undefined },
      before: '',
      heading: '',
      isElsewhere: true,
    };
    const written = objectsOf(
      operation.source['x-codeSamples'] ?? operation.source['x-code-samples'],
    ).map(
      (sample): WrittenSample => ({
        ...common,
        language: stringOf(sample['lang']).toLowerCase(),
        code: stringOf(sample['source']),
        location: description.locate(sample, 'source'),
        locate: (range) =>
          description.locateText(sample, 'source', [range])[0] ?? description.locate(sample),
      }),
    );
    const made = (ofSite?.samplesOf(operation, tools) ?? []).map(
      ({ lang, label, source: code }): WrittenSample => ({
        ...common,
        language: lang.toLowerCase(),
        code,
        location: module?.kind === 'loaded' ? module.start : description.locate(operation.source),
        of: ` (in the sample "${label}" of ${method} ${path})`,
      }),
    );
    return written.length + made.length === 0 ? [] : [written, made];
  });
}

/** The number of the first block that sets each variable of a shell. */
function firstSets(samples: readonly CodeSample[]): ReadonlyMap<string, number> {
  const sets = new Map<string, number>();
  for (const [block, { language, code }] of samples.entries()) {
    if (!code.includes('=') || !isReadable(language)) continue;
    for (const { name, isSet } of readSample(language, code).variables)
      if (isSet && !sets.has(name)) sets.set(name, block);
  }
  return sets;
}

interface Block {
  readonly sample: WrittenSample;
  readonly block: number;
}

function checkRequests(
  page: Page,
  { sample, block, named }: Block & { readonly named: Match | undefined },
): void {
  const read = readSample(sample.language, sample.code, page.operations.clients);
  const { operations } = page;
  const found: SampleFinding[] = [];
  let isOurs = read.requests.length === 0;
  if (read.problems.length > 0 && isOurs) page.judged += 1;
  for (const request of read.requests) {
    // Of several requests, the option names one that the addresses do not tell.
    const own =
      read.requests.length > 1 && named !== undefined
        ? operations.find(request.url, request.method)
        : undefined;
    const meant = own === undefined || 'path' in own ? named : own[0];
    const { findings, match } = judgeRequest(request, {
      operations,
      code: sample.code,
      named: meant,
    });
    if (match === undefined && findings.length === 0) page.skipped += 1;
    else page.judged += 1;
    found.push(...findings);
    isOurs ||= match !== undefined || findings.length > 0;
    if (match === undefined) continue;
    page.shown.add(`${match.api.source.id} ${match.operation.slug}`);
    page.last = block;
    page.matches = [
      ...page.matches.filter(({ operation }) => operation !== match.operation),
      match,
    ];
  }
  // Mistakes in requests to other APIs are not looked at.
  if (isOurs)
    for (const problem of read.problems) add(page, sample, { code: 'sample-syntax', ...problem });
  for (const finding of found) add(page, sample, finding);
  if (read.requests.length > 0)
    for (const { name, isSet, ...range } of read.variables) {
      const set = page.sets.get(name);
      if (isSet || set === undefined || set <= block) continue;
      add(page, sample, {
        code: 'sample-variable',
        ...range,
        message: `$${name} is used before a later sample of the page sets it`,
        hint: 'set it first',
      });
    }
  const { response } = read;
  if (response?.body !== undefined)
    judgeResponse(page, { sample, value: response.body, status: response.status });
}

/** A title that names an operation: `POST /tenants`. */
const OPERATION = /^\[?((?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s\]]*)/;
const SAYS_RESPONSE =
  /\b(?:response|responds?|returns?|returned|answers?|reply|replies|result|output)\b/i;
const EXCERPT =
  /\b(?:includes?|contains?|containing|excerpt|part of|shortened|truncated|abbreviated|simplified|partial)\b/i;
const SAYS_OTHER =
  /\b(?:webhook|event|config|configuration|settings|manifest|package\.json|schema|payload of)\b/i;

function checkJson(page: Page, { sample, block, kind, status, match: said }: Block & Said): void {
  const { code, title = '', before, heading } = sample;
  const read = readLiteral(code, { form: 'json' });
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
function judgeResponse(page: Page, shown: ShownResponse): void {
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

function add(page: Page, sample: WrittenSample, finding: SampleFinding): void {
  const { code, location: first, isElsewhere, locate, of = '' } = sample;
  const { hint, fix, start, end } = finding;
  const newline = code.indexOf('\n', start);
  const length = Math.max(1, (newline < 0 ? end : Math.min(end, newline)) - start);
  const message = finding.message + of;
  if (isElsewhere) {
    const location = locate?.({ start, end: start + length }) ?? first;
    page.diagnostics.push(diagnostic(finding.code, { message, hint, location }));
    return;
  }
  const lines = code.slice(0, start).split('\n');
  const column = first.column + (lines.at(-1) ?? '').length;
  const { file, line, includedBy } = first;
  const place = { file, line: line + lines.length - 1, column, endColumn: column + length };
  const location = { ...place, ...(includedBy === undefined ? {} : { includedBy }) };
  const link =
    fix === undefined ? undefined : { href: code.slice(start, end), suggestions: [], fix };
  page.diagnostics.push(diagnostic(finding.code, { message, hint, location, link }));
}

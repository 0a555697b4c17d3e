/** Checks the samples of a page: their syntax, and that they agree with the descriptions of the site's APIs. */
import { collapseSpace } from '../shared/cut-text.ts';
import type { SampleModule } from '../config/api-samples.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { objectsOf, stringOf } from '../openapi/model/model-context.ts';
import { createSiteSamples } from '../openapi/samples/site-samples.ts';
import { append } from '../shared/maps.ts';
import { checkJson, judgeResponse } from './check-json.ts';
import type { CheckedSamples } from './counts.ts';
import {
  createOperations,
  type Match,
  matchOf,
  type Operations,
  pageOf,
  type SampleSettings,
} from './find-operation.ts';
import { judgeRequest } from './judge-request.ts';
import { JSON_CODE, readSample } from './requests.ts';
import {
  add,
  addAtOption,
  type Block,
  type Page,
  type Said,
  type WrittenSample,
} from './sample-page.ts';
import { finding, type ReadSample, type SampleFinding } from './sample.ts';

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
  const reads = samples.map(({ language, code }) => readSample(language, code, operations.clients));
  const page: Page = {
    operations,
    diagnostics: [],
    shown: new Set(),
    judged: 0,
    skipped: 0,
    last: undefined,
    matches: [],
    sets: firstSets(reads),
  };
  for (const [block, sample] of samples.entries()) {
    const { match, option, language } = sample;
    const said: Said = match ? { kind: 'operation', match } : readOption(option, operations);
    if (said.kind === 'off') continue;
    if (said.kind === 'unknown') addUnknownOption(page, sample);
    const read = reads[block];
    if (read !== undefined) checkRequests(page, { sample, block, read }, said.match);
    else if (JSON_CODE.test(language)) checkJson(page, { sample, block, ...said });
  }
  const { diagnostics, shown, judged, skipped } = page;
  return { diagnostics, shown: [...shown], judged, skipped };
}

function readOption(option: string | undefined, { named }: Operations): Said {
  // `exact` and `hidden` are for a run of the samples.
  if (option === undefined || /^\s*(?:exact|hidden)\s*$/.test(option)) return { kind: undefined };
  const [, word = '', status = '2'] =
    /^(off|fails|response)(?:\s+([1-5](?:\d\d|XX)?))?(?:\s+exact)?$/i.exec(option.trim()) ?? [];
  if (word === 'response') return { kind: 'response', status: status.replace(/XX$/i, '') };
  if (word !== '') return { kind: 'off' };
  const match = named(collapseSpace(option));
  return match === undefined ? { kind: 'unknown' } : { kind: 'operation', match };
}

function addUnknownOption(page: Page, sample: WrittenSample): void {
  const { option = '' } = sample;
  const [, word = option, rest = ''] = /^(\S+)(\s.*)$/.exec(option) ?? [];
  const names = page.operations.all.flatMap(({ operation: { operationId, method, path } }) => [
    operationId,
    `${method} ${path}`,
  ]);
  const near = nearest(
    option,
    names.filter((name) => name !== ''),
  );
  const nearWord = nearest(word, ['response', 'fails', 'off']);
  const meant = near ?? (nearWord && nearWord + rest);
  const advice =
    'name an operation by its operationId or as "GET /orders", or write response, fails or off';
  addAtOption(page, sample, {
    code: 'code-options',
    message:
      option === '' ? 'the option "sample" has no value' : `"${option}" is no operation of the API`,
    hint: meant === undefined ? advice : `did you mean sample="${meant}"?`,
  });
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
    const { method, path, source: owner } = operation;
    const match = matchOf(api, operation);
    const common = {
      title: undefined,
      option: undefined,
      match,
      before: '',
      heading: '',
      isElsewhere: true,
    };
    const written = objectsOf(owner['x-codeSamples'] ?? owner['x-code-samples']).map(
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
        location: module?.kind === 'loaded' ? module.start : description.locate(owner),
        of: ` (in the sample "${label}" of ${method} ${path})`,
      }),
    );
    return [written, made].filter(({ length }) => length > 0);
  });
}

/** The first block that sets each variable of a shell, and the address that all of them set it to. */
function firstSets(reads: readonly (ReadSample | undefined)[]): Page['sets'] {
  const sets = new Map<string, { readonly block: number; readonly address: string | undefined }>();
  for (const [block, read] of reads.entries())
    for (const { name, isSet, text = '' } of read?.variables ?? []) {
      if (!isSet) continue;
      const { block: first = block, address = text } = sets.get(name) ?? {};
      const isAddress = address === text && /^https?:\/\/[^\ue000]+$/.test(text);
      sets.set(name, { block: first, address: isAddress ? text : '' });
    }
  return sets;
}

function checkRequests(
  page: Page,
  { sample, block, read }: Block & { readonly read: ReadSample },
  named: Match | undefined,
): void {
  const { operations, sets } = page;
  const { code } = sample;
  const { requests, problems, variables, response } = read;
  const found: SampleFinding[] = [];
  let isOurs = requests.length === 0;
  if (problems.length > 0 && isOurs) page.judged += 1;
  for (const sent of requests) {
    const { url } = sent;
    const address = sets.get(url.variable ?? '')?.address || undefined;
    const request = { ...sent, url: { ...url, address } };
    // Of several requests, the option names one that the addresses do not tell.
    const own =
      requests.length > 1 && named ? operations.find(request.url, request.method) : undefined;
    const meant = own === undefined || 'path' in own ? named : own[0];
    const { findings, match } = judgeRequest(request, { operations, code, named: meant });
    const isJudged = match !== undefined || findings.length > 0;
    page[isJudged ? 'judged' : 'skipped'] += 1;
    append(
      found,
      findings.map((one) => ({ ...one, see: match && pageOf(match) })),
    );
    isOurs ||= isJudged;
    if (match === undefined) continue;
    page.shown.add(`${match.api.source.id} ${match.operation.slug}`);
    page.last = block;
    page.matches = [
      ...page.matches.filter(({ operation }) => operation !== match.operation),
      match,
    ];
  }
  // Mistakes in requests to other APIs are not looked at.
  const syntax = problems.map((problem) => ({ code: 'sample-syntax' as const, ...problem }));
  const early = variables.filter(
    ({ name, isSet }) => requests.length > 0 && !isSet && (sets.get(name)?.block ?? block) > block,
  );
  const unset = early.map((one) =>
    finding('sample-variable', one, [
      `$${one.name} is used before a later sample of the page sets it`,
      'set it first',
    ]),
  );
  for (const one of [...(isOurs ? syntax : []), ...found, ...unset]) add(page, sample, one);
  if (response?.body !== undefined)
    judgeResponse(page, { sample, value: response.body, status: response.status });
}

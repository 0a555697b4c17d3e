/** Calls the functions with which a site adds samples to operations. */
import type { SampleContent, SampleModule, SampleOperation } from '../../config/api-samples.ts';
import { messageOfError } from '../../config/loading/error-location.ts';
import { locateError } from '../../config/loading/load-module.ts';
import { isRecord } from '../../config/problem.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { hintForThrown } from '../../diagnostics/thrown.ts';
import { getOrInsert } from '../../shared/maps.ts';
import type { MediaContent, Operation, VendorSample } from '../model/api-model.ts';
import type { Direction } from './example.ts';
import {
  initialValues,
  jsonOf,
  type RequestModel,
  requestOf,
} from '../../shared/request/request-model.ts';
import { fillTemplate, templateNames } from '../../shared/request/template-sample.ts';
import {
  baseAddress,
  contentExample,
  credentialOf,
  isFileBody,
  requestModel,
  type SampleTools,
  shownParameters,
} from './request.ts';
import { shownValue } from './shown-value.ts';

export interface SiteSamples {
  /** Returns the samples of an operation; none if the module has a problem. */
  readonly samplesOf: (operation: Operation, tools: SampleTools) => readonly VendorSample[];
  /** The problems so far, one for all operations that have it. */
  readonly problems: () => readonly Diagnostic[];
}

/** Calls a module for operations; one that could not be loaded gives its problems. */
export function createSiteSamples(module: SampleModule): SiteSamples {
  if (module.kind === 'failed') return { samplesOf: () => [], problems: () => module.problems };
  const found = new Map<string, Found>();
  return {
    samplesOf: (operation, tools) => {
      const given = callModule(module, sampleOperation(operation, tools));
      const result =
        'words' in given ? given : fillTemplates(module, given, requestModel(operation, tools));
      if (!('words' in result)) return result;
      const { line, column } = result.location;
      const key = `${line}:${column} ${result.words}`;
      const entry = getOrInsert(found, key, () => ({ ...result, operations: new Set() }));
      entry.operations.add(`${operation.method} ${operation.path}`);
      return [];
    },
    problems: () =>
      Array.from(found.values(), ({ words, location, hint, operations }) => {
        const [first = '', ...others] = operations;
        const rest = others.length === 0 ? '' : ` and ${others.length} more`;
        const message = `${module.file}, called for ${first}${rest}, ${words}`;
        return diagnostic('samples-error', { message, location, hint });
      }),
  };
}

interface Problem {
  /** `throws: TypeError: …` */
  readonly words: string;
  readonly location: Location;
  readonly hint: string;
}

interface Found extends Problem {
  /** `GET /things`, in the order of the pages. */
  readonly operations: Set<string>;
}

/** Returns the samples of an operation, or the problem of the call. */
function callModule(
  { write, start, compiled }: Extract<SampleModule, { kind: 'loaded' }>,
  operation: SampleOperation,
): readonly VendorSample[] | Problem {
  try {
    // A copy, so that the function cannot change the description.
    const result = readResult(write(structuredClone(operation)));
    if (typeof result !== 'string') return result;
    const words = `returns ${result}, expected a list of { label, language, code }`;
    const hint = "return [{ label: 'C#', language: 'csharp', code: '…' }], or []";
    return { words, location: start, hint };
  } catch (error) {
    const reason = messageOfError(error);
    const location = locateError(error, compiled) ?? start;
    return { words: `throws: ${reason}`, location, hint: hintForThrown(reason) };
  }
}

/** Prints the samples that are templates, with the values of the examples. */
function fillTemplates(
  { start, locate }: Extract<SampleModule, { kind: 'loaded' }>,
  samples: readonly VendorSample[],
  model: RequestModel,
): readonly VendorSample[] | Problem {
  const values = initialValues(model);
  const request = requestOf(model, values);
  const filled: VendorSample[] = [];
  for (const sample of samples) {
    if (sample.template === undefined) {
      filled.push(sample);
      continue;
    }
    const { code, unknown } = fillTemplate(sample.template, { model, values, request });
    const [name] = unknown;
    if (name !== undefined)
      return {
        words: `uses {{${name}}}, which its request does not have`,
        location: locate(name) ?? start,
        hint: `use one of: ${templateNames(model).join(', ')}`,
      };
    filled.push({ ...sample, source: printable(code) });
  }
  return filled;
}

/** Returns samples, or names the type of another result. */
function readResult(result: unknown): readonly VendorSample[] | string {
  if (result instanceof Promise) {
    // Its rejection would end the process.
    result.catch(() => undefined);
    return 'a promise';
  }
  if (!Array.isArray(result)) return result === null ? 'null' : typeof result;
  const items: readonly unknown[] = result;
  const samples: VendorSample[] = [];
  for (const item of items) {
    const { label, language, code, template } = isRecord(item) ? item : {};
    const text = code ?? template;
    const isSample =
      typeof label === 'string' && typeof language === 'string' && typeof text === 'string';
    if (!isSample || label.trim() === '') return 'a list with another item';
    const sample = { lang: language, label: printable(label), source: printable(text) };
    samples.push(code === undefined ? { ...sample, template: sample.source } : sample);
  }
  return samples;
}

/** Replaces control characters, which no page may have. */
function printable(text: string): string {
  return text.replace(/[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}

/** Describes an operation for the functions of a site. */
function sampleOperation(operation: Operation, tools: SampleTools): SampleOperation {
  const { schemas, securitySchemes } = tools;
  const shown = new Set(shownParameters(operation.parameters));
  const media = operation.body?.contents[0];
  const response = operation.responses.find(({ status }) => status.startsWith('2'));
  const content = response?.contents[0];
  return {
    id: operation.operationId,
    method: operation.method,
    path: operation.path,
    server: baseAddress(operation),
    title: operation.title,
    tags: operation.tags,
    deprecated: operation.deprecated,
    parameters: operation.parameters.map((parameter) => {
      const example = jsonOf(shownValue(parameter, schemas));
      const { name, in: location, required, deprecated } = parameter;
      const facts = { name, in: location, required, deprecated, isShown: shown.has(parameter) };
      return { ...facts, ...(example !== undefined && { example }) };
    }),
    ...(media && { body: sampleContent(media, tools, 'request') }),
    security: operation.security.map((alternative) =>
      alternative.map(({ scheme: name, scopes }) => {
        const scheme = securitySchemes.get(name);
        const credential = scheme && credentialOf(scheme);
        const sent = credential && {
          in: credential.in,
          name: credential.name,
          value: credential.prefix + credential.placeholder,
        };
        const title = scheme?.title === undefined || scheme.title === '' ? name : scheme.title;
        return { scheme: name, title, scopes, ...(sent && { sent }) };
      }),
    ),
    ...(response && {
      response: {
        status: response.status,
        ...(content && { body: sampleContent(content, tools, 'response') }),
      },
    }),
  };
}

function sampleContent(
  media: MediaContent,
  { schemas }: SampleTools,
  direction: Direction,
): SampleContent {
  const given = isFileBody(media, schemas) ? undefined : contentExample(media, schemas, direction);
  const example = jsonOf(given);
  return { mediaType: media.type, ...(example !== undefined && { example }) };
}

/** Prints samples from a site's own templates: in the build with the examples, in the browser with a reader's values. */
import { isObject, type JsonValue } from '../json.ts';
import { jsonOf, keyOf, type RequestModel, type RequestValues } from './request-model.ts';
import { escapeControls, plainText, type SampleRequest } from './sample-request.ts';

/** A part that is there if its value is sent: `{{#query.limit}}…{{/query.limit}}`. */
const PART = /\{\{#([^{}]+)\}\}([^]*?)\{\{\/\1\}\}/g;
/** `{{{path.id}}}` is the value as text, `{{path.id}}` as JSON. */
const PLACE = /\{\{\{(\w+(?:\.[^{}]+)?)\}\}\}|\{\{(\w+(?:\.[^{}]+)?)\}\}/g;

interface FilledRequest {
  readonly model: RequestModel;
  readonly values: RequestValues;
  /** Made of them: who fills a template has it. */
  readonly request: SampleRequest;
}

/** Fills a template with the values of a request; `unknown` are the names that its operation does not have. */
export function fillTemplate(
  template: string,
  filled: FilledRequest,
): { readonly code: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  const valueOf = valueReader(filled);
  const read = (name: string): JsonValue | undefined => {
    const value = valueOf(name);
    if (value !== UNKNOWN) return value;
    unknown.add(name);
    return undefined;
  };
  const kept = template.replace(PART, (_, name: string, inner: string) =>
    read(name) === undefined ? '' : inner,
  );
  let code = '';
  let end = 0;
  for (const { 0: place, 1: raw, 2: name = '', index } of kept.matchAll(PLACE)) {
    code += kept.slice(end, index);
    end = index + place.length;
    const value = read(raw ?? name);
    if (raw !== undefined) code += value === undefined ? '' : plainText(value);
    else {
      const [indent] = /^[ \t]*/.exec(kept.slice(kept.lastIndexOf('\n', index - 1) + 1)) ?? [''];
      const lines = JSON.stringify(value ?? null, null, 2).split('\n');
      code += lines.map((line) => escapeControls(line)).join(`\n${indent}`);
    }
  }
  code += kept.slice(end);
  return { code, unknown: [...unknown] };
}

/** The names that templates of an operation can have. */
export function templateNames({ parameters, bodies }: RequestModel): readonly string[] {
  const named = parameters.map(({ in: place, name }) => `${place}.${name}`);
  return ['method', 'url', ...named, ...(bodies.length > 0 ? ['body'] : [])];
}

const UNKNOWN = Symbol('a name that an operation does not have');

/** Headers that requests have without a parameter. */
const HEADERS = /^(?:accept|content-type|cookie)$/i;

/** Reads values by their names in templates; undefined for those that are not sent. */
function valueReader({
  model,
  values,
  request,
}: FilledRequest): (name: string) => JsonValue | undefined | typeof UNKNOWN {
  const keys = new Set(model.parameters.map(keyOf));
  const sentBody = (): JsonValue | undefined => {
    if (request.body?.kind === 'binary') return request.body.fileName;
    return jsonOf(values.body);
  };
  return (name) => {
    const [, place = '', part] = /^(\w+)(?:\.(.+))?$/.exec(name) ?? [];
    if (part === undefined && (place === 'method' || place === 'url')) return request[place];
    if (place === 'body') {
      if (model.bodies.length === 0) return UNKNOWN;
      const body = values.media === undefined ? undefined : sentBody();
      return part === undefined ? body : isObject(body) ? body[part] : undefined;
    }
    if (part === undefined) return UNKNOWN;
    const key = `${place}:${part}`;
    if (place === 'header') {
      const isSame = (other: { readonly name: string }): boolean =>
        other.name.toLowerCase() === part.toLowerCase();
      const isKnown = [...model.parameters, ...model.ways.flat()].some(
        (one) => one.in === 'header' && isSame(one),
      );
      return isKnown || HEADERS.test(part) ? request.headers.find(isSame)?.value : UNKNOWN;
    }
    if (!keys.has(key)) return UNKNOWN;
    const value = values.parameters[key];
    // Without an example, it is a placeholder.
    if (value === null) return `{${part}}`;
    return jsonOf(value);
  };
}

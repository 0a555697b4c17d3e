/** Runs the samples of pages against a mock of the APIs, or a server, and reports what does not work. */
import { join } from 'node:path';
import { compileConfig } from '../config/loading/compile.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { serverVariants } from '../openapi/model/servers.ts';
import type { JsonValue } from '../openapi/read/description.ts';
import { escapePattern } from '../shared/escape-pattern.ts';
import { parseJson } from '../shared/json.ts';
import { startApiServer } from './api-server.ts';
import { differences } from './compare-response.ts';
import { createOperations } from './find-operation.ts';
import { readJson } from './literal.ts';
import type { MockAnswer } from './mock.ts';
import { JAVASCRIPT as MODULE, JSON_CODE, SHELL } from './requests.ts';
import { compiledName, isModule, openSession, type SessionOptions, stemOf } from './run-session.ts';

export interface RunOptions {
  readonly siteDir: string;
  readonly apis: readonly LoadedApi[];
  /** Addresses of the APIs, and names of variables that stand for them. */
  readonly hosts: readonly string[];
  /** Variables of the environment that samples get. */
  readonly env: Readonly<Record<string, string>>;
  /** Packages that samples import, and the files of the site that stand in for them. */
  readonly clients: readonly { readonly import: string; readonly module?: string | undefined }[];
  /** The address that requests go to; without one, the mock answers. */
  readonly server: string | undefined;
  /** Milliseconds that a block may take. */
  readonly limit: number;
  /** Prints a block before it runs. */
  readonly print: (text: string) => void;
}

const PROMPT = /^[ \t]*(?:\$|%|❯) +/;
const FILE = /^(?!.*\.\.)\w[\w./-]*\.\w+$/;

/** Runs the pages whose code names an address or a client of an API, each one in a separate session. */
export async function runSamples(
  pages: readonly (readonly CodeSample[])[],
  options: RunOptions,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const origins = originsOf(options);
  const operations = options.apis.flatMap(({ model }) =>
    model.operations.map(({ operationId: id, method, path }) => ({ id, method, path })),
  );
  const packages = new Map([['operations.json', JSON.stringify(operations)]]);
  for (const { import: name, module } of options.clients) {
    if (module === undefined) continue;
    const outfile = join(options.siteDir, 'client.mjs');
    const read = await compileConfig({ configFile: join(options.siteDir, module), outfile });
    if (read.kind === 'failed')
      return read.errors.map(({ text }) =>
        diagnostic('sample-run', { message: `${module} cannot be compiled: ${text}` }),
      );
    packages.set(`${name}/package.json`, '{ "type": "module", "exports": "./index.js" }');
    packages.set(`${name}/index.js`, read.compiled.code);
  }
  const marks = [...origins, ...options.clients.map((client) => client.import)];
  for (const page of pages) {
    if (page.some((sample) => isRun(sample) && marks.some((mark) => sample.code.includes(mark))))
      found.push(...(await runPage(page, origins, { ...options, packages })));
  }
  return found;
}

function isRun({ language, option }: CodeSample): boolean {
  return option !== 'off' && (SHELL.test(language) || MODULE.test(language));
}

/** The texts in code that stand for the origin of an API, longest first. */
function originsOf({ apis, hosts }: RunOptions): readonly string[] {
  const servers = apis.flatMap(({ model }) => model.operations.flatMap((one) => one.servers));
  const written = servers.flatMap((server) => [server, ...serverVariants(server)]);
  const urls = [...hosts, ...written.map(({ resolvedUrl }) => resolvedUrl)];
  const origins = urls.flatMap((url) =>
    /^\w+$/.test(url)
      ? [`$${url}`, `\${${url}}`, `process.env.${url}`]
      : (/^https?:\/\/[^/?#{}]+/i.exec(url)?.[0] ?? []),
  );
  return [...new Set(origins)].toSorted((a, b) => b.length - a.length);
}

async function runPage(
  samples: readonly CodeSample[],
  origins: readonly string[],
  options: RunOptions & Pick<SessionOptions, 'packages'>,
): Promise<readonly Diagnostic[]> {
  const { apis, hosts, env, packages, server, print } = options;
  const found: Diagnostic[] = [];
  const report = (message: string, { location }: CodeSample): void => {
    const hint =
      'correct it, or set sample="fails 401" for a block that fails on purpose, sample="off" to leave it out';
    found.push(diagnostic('sample-run', { message, hint, location }));
  };
  let answers: MockAnswer[] = [];
  let current: CodeSample | undefined;
  let stop = (): void => {};
  const api = await startApiServer({
    operationsAt: (origin) => createOperations(apis, { hosts: [...hosts, origin] }),
    credentials: Object.values(env),
    server: server === undefined ? undefined : new URL(server).origin,
    onAnswer: (answer) => {
      answers.push(answer);
      // A loop that waits for a refused request would go on until the limit.
      if (answer.problems.length > 0 && current && !mayFail(current)) stop();
    },
  });
  const local = (code: string): string =>
    origins.reduce(
      (text, one) => (one.startsWith('http') ? text.replaceAll(one, api.origin) : text),
      code,
    );
  // A variable that stands for the address of an API has the path of the first server too.
  const [first] = apis[0]?.model.servers ?? [];
  const base = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(first?.resolvedUrl ?? '')?.[1] ?? '';
  const addresses = hosts.flatMap((host) =>
    /^\w+$/.test(host) ? [[host, api.origin + base.replace(/\/$/, '')] as const] : [],
  );
  const { blocks, files } = blocksOf(samples);
  const session = await openSession({
    ...options,
    packages: new Map([...packages].map(([path, code]) => [path, local(code)] as const)),
    files: new Map([...files].map(([name, parts]) => [name, parts.map(local)] as const)),
    shell: samples.some(({ language }) => /^(?:bash|zsh|console)$/.test(language)) ? 'bash' : 'sh',
    env: { ...env, ...Object.fromEntries(addresses) },
  });
  ({ stop } = session);
  try {
    const all: MockAnswer[] = [];
    for (const [sample, file] of blocks) {
      const { location, code, option = '', save = '' } = sample;
      print(`${location.file}:${location.line}\n${code.replace(/^/gm, '  ')}`);
      current = sample;
      answers = [];
      const { printed, problem } = await (file === undefined
        ? session.runShell(local(commandsOf(code)))
        : session.runFile(file));
      const mistakes = mistakesOf(option, answers, problem);
      for (const message of new Set(mistakes)) report(message, sample);
      // The rest would only fail for the same reason.
      if (mistakes.length > 0 && !mayFail(sample)) return found;
      const seen = { values: valuesOf(printed), answers };
      all.push(...answers);
      if (seen.values.length + answers.length > 0) found.push(...compared(samples, sample, seen));
      for (const text of save.split(/[\s,]+/).filter((one) => one !== '')) {
        const [, name, path = ''] = /^([A-Za-z_]\w*)=\.(.*)$/.exec(text) ?? [];
        const value = [...bodiesOf(answers), ...seen.values].findLast(
          (one) => typeof one === 'object',
        );
        const part = path
          .split(/[.[\]]+/)
          .filter((step) => step !== '')
          .reduce<JsonValue | undefined>(
            (at, step) =>
              typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined,
            value,
          );
        if (name === undefined) report(`save="${text}" is not of the form name=.path`, sample);
        else if (part === undefined) report(`the response has no .${path} to save`, sample);
        else await session.set(name, typeof part === 'string' ? part : JSON.stringify(part));
      }
    }
    // Files that others import are shown with what their functions get.
    for (const sample of samples)
      if (isRun(sample) && !blocks.some(([one]) => one === sample))
        found.push(...compared(samples, sample, { values: [], answers: all }));
  } finally {
    session.close();
    await api.close();
  }
  return found;
}

/** The blocks to run in their order, and the files that blocks with a name as title show: those without continue a file. */
function blocksOf(samples: readonly CodeSample[]) {
  const files = new Map<string, string[]>();
  const blocks: (readonly [sample: CodeSample, file: string | undefined])[] = [];
  let current = 'page.ts';
  for (const sample of samples) {
    const { language, title = '', code, option } = sample;
    if (option === 'off') continue;
    if (FILE.test(title) && isModule(title) && MODULE.test(language)) current = title;
    const name = MODULE.test(language) ? current : FILE.test(title) ? title : undefined;
    if (name !== undefined) files.set(name, [...(files.get(name) ?? []), code]);
    if (isRun(sample)) blocks.push([sample, MODULE.test(language) ? current : undefined]);
  }
  // A file that another one imports, or a command names, runs there.
  const isUsed = (name: string): boolean => {
    const stem = escapePattern(stemOf(name));
    const imports = new RegExp(`['"]\\.{1,2}/(?:[^'"]*/)?${stem}(?:\\.\\w+)?['"]`);
    return (
      [...files].some(([one, parts]) => one !== name && imports.test(parts.join('\n'))) ||
      blocks.some(
        ([{ code }, file]) =>
          file === undefined &&
          code.split(/[\s/]/).some((word) => word === name || word === compiledName(name)),
      )
    );
  };
  const used = new Set([...files.keys()].filter(isUsed));
  return { files, blocks: blocks.filter(([, file]) => file === undefined || !used.has(file)) };
}

/** Of a session in a terminal, only the lines after prompts are commands. */
function commandsOf(code: string): string {
  const commands = code.split(/(?<!\\)\n/).filter((line) => PROMPT.test(line));
  return commands.length === 0 ? code : commands.map((one) => one.replace(PROMPT, '')).join('\n');
}

/** The mistakes of a block, by the answers that it got and how it ended. */
function mistakesOf(
  option: string,
  answers: readonly MockAnswer[],
  problem: string | undefined,
): readonly string[] {
  const statuses = answers.map(({ status }) => status);
  const why = answers.flatMap(({ problems, match, status, body }) => {
    const name = match === undefined ? '' : `${match.operation.method} ${match.operation.path}: `;
    if (problems.length > 0)
      return problems.map((one) => (one.startsWith(name.slice(0, -2)) ? one : name + one));
    return status < 400 ? [] : [`${name}the server answers ${status} ${body.slice(0, 200)}`];
  });
  const [isFailing, expected] = /^fails(?: (\d{3}))?/.exec(option) ?? [];
  if (isFailing === undefined)
    return why.length > 0 || problem === undefined ? why : [`the block ${problem}`];
  const isMet =
    expected === undefined ? problem !== undefined || why.length > 0 : statuses.includes(+expected);
  if (isMet) return [];
  const got = statuses.length === 0 ? 'sends no request' : `gets ${statuses.join(', ')}`;
  const reasons = why.length === 0 ? '' : ` (${why.join('; ')})`;
  return [
    `the block should ${expected === undefined ? 'fail' : `get ${expected}`}, but ${got}${reasons}`,
  ];
}

/** All that was printed, and the answers of the API. */
interface Seen {
  readonly values: readonly JsonValue[];
  readonly answers: readonly MockAnswer[];
}

function bodiesOf(answers: readonly MockAnswer[]): readonly JsonValue[] {
  return answers.flatMap(({ body }) => valuesOf(body));
}

/** The printed text as JSON: all of it is one value, or each line is. */
function valuesOf(printed: string): readonly JsonValue[] {
  const text = printed.trim();
  const value = parseJson(text);
  if (value !== undefined) return [value];
  return text.includes('\n') ? text.split('\n').flatMap(valuesOf) : text === '' ? [] : [text];
}

const SAYS_RESPONSE = /\b(?:response|answer|output|returns?|[1-5]\d\d)\b/i;
const SAYS_REQUEST = /^\[?(?:GET|POST|PUT|PATCH|DELETE)\s/;

/** Compares the responses that a page shows after a block with what came: in order if as many were printed. */
function compared(
  samples: readonly CodeSample[],
  sample: CodeSample,
  { values, answers }: Seen,
): readonly Diagnostic[] {
  const rest = samples.slice(samples.indexOf(sample) + 1);
  const end = rest.findIndex(isRun);
  const after = rest
    .slice(0, end < 0 ? undefined : end)
    .filter(
      ({ language, title = '', option = '' }) =>
        JSON_CODE.test(language) &&
        !SAYS_REQUEST.test(title) &&
        !FILE.test(title) &&
        option !== 'off',
    );
  const isPaired = after.length === values.length;
  return after.flatMap(({ option = '', title = '', before, code, location }, at) => {
    const found = (message: string): Diagnostic =>
      diagnostic('sample-response', { message, location });
    const [, kind, named] = /^(response)?\s*(\d{3})?/.exec(option) ?? [];
    const isExact = /\bexact$/.test(option);
    const isSaid = SAYS_RESPONSE.test(`${title} ${before}`);
    if (kind === undefined && !isExact && !isPaired && !isSaid) return [];
    const status = named ?? /\b([1-5]\d\d)\b/.exec(title)?.[1];
    // The errors that a page lists after a request are not its response.
    if (kind === undefined && status !== undefined && status >= '4' && !mayFail(sample)) return [];
    const fits = answers.some(
      (answer) =>
        String(answer.status) === status ||
        (answer.status < 300 &&
          answer.match?.operation.responses.some((one) => one.status === status)),
    );
    if (status !== undefined && answers.length > 0 && !fits) {
      const got = answers.map((answer) => answer.status).join(', ');
      return [found(`the page shows status ${status}, but the response has ${got}`)];
    }
    const read = readJson(code);
    if (read.problems.length > 0) return [];
    const candidates = isPaired ? values.slice(at, at + 1) : [...values, ...bodiesOf(answers)];
    const [closest = []] = candidates
      .map((got) => differences(read.value.json, got, { path: '', isExact }))
      .toSorted((a, b) => a.length - b.length);
    return closest.map(found);
  });
}

function mayFail({ option = '' }: CodeSample): boolean {
  return option.startsWith('fails');
}

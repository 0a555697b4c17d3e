/** The part of plug-ins when all pages are made: findings, and further files of a build. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { hashOf } from '../cache/file-hashes.ts';
import type { CheckContext, DoneContext, PluginFinding, PluginPage } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { PLUGIN_CODE, type PluginCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { hintForPlugin, nameOf, type PluginPoint } from '../markdown/plugins/call-plugin.ts';
import type { Stage } from '../publish/stage.ts';
import { toFilePath, toOutputPath } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import { PLACE, problemOf } from './added-pages.ts';
import { frozen, guarded } from './plugin-context.ts';
import type { PluginRuns } from './plugin-runs.ts';

interface Site {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
}

const FINDING = v.strictObject({
  ...PLACE,
  code: v.pipe(v.string(), v.regex(/^[a-z\d][\w.-]*$/, 'a word such as unknown-term')),
  message: v.pipe(v.string(), v.nonEmpty('a text that is not empty')),
  endColumn: v.optional(v.number()),
  hint: v.optional(v.string()),
  severity: v.optional(v.picklist(['error', 'warning', 'info'], 'error, warning or info')),
});

const FILE = v.strictObject({
  path: v.pipe(
    v.string(),
    v.regex(
      /^(?!\/)(?!.*(?:^|\/)(?:\.{1,2})?(?:\/|$))[^\\:\0]+$/,
      'a path below the output folder',
    ),
  ),
  content: v.string('a text'),
});

/** Calls a function that hands over a list of values; reports those that are wrong. */
async function handedOver(
  runs: PluginRuns,
  point: PluginPoint,
  {
    key,
    schema,
    run,
  }: {
    readonly key: string;
    readonly schema: v.GenericSchema;
    readonly run: Parameters<PluginRuns['call']>[2];
  },
): Promise<{ readonly values: readonly unknown[]; readonly problems: readonly string[] }> {
  const result = await runs.call(point, key, run);
  if (!result.ok) return { values: [], problems: [result.message] };
  const given: readonly unknown[] = Array.isArray(result.value) ? result.value : [];
  const wrong = given.map((value) => problemOf(schema, value));
  return {
    values: given.filter((_, index) => wrong[index] === undefined),
    problems: wrong.flatMap((problem) =>
      problem === undefined ? [] : `${nameOf(point)} gives a value whose ${problem}`,
    ),
  };
}

function errorsOf(
  problems: readonly string[],
  location: ReturnType<LocateConfig>,
): readonly Diagnostic[] {
  return problems.map((message) =>
    diagnostic('plugin-error', { message, hint: hintForPlugin(message), location }),
  );
}

/** The findings of all plug-ins. */
export async function pluginFindings(
  runs: PluginRuns,
  { config, locate }: Site,
  facts: () => readonly PluginPage[],
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  let pages: readonly PluginPage[] | undefined;
  for (const [index, plugin] of config.plugins.entries()) {
    const { check } = plugin;
    if (check === undefined) continue;
    pages ??= frozen(facts());
    const all = pages;
    const run: Parameters<PluginRuns['call']>[2] = async (context) => {
      const findings: PluginFinding[] = [];
      const report: CheckContext['report'] = (finding) => void findings.push({ ...finding });
      await check(guarded({ ...context, pages: all, report }));
      return findings;
    };
    const point = { plugin, point: 'check' };
    const key = hashOf(JSON.stringify(all));
    const { values, problems } = await handedOver(runs, point, { key, schema: FINDING, run });
    found.push(...errorsOf(problems, locate(['plugins', index, 'check'])));
    for (const value of values) {
      const { code, message, hint, severity = 'warning', ...place } = v.parse(FINDING, value);
      const { file, line = 1, column = 1, endColumn } = place;
      const end = endColumn === undefined ? {} : { endLine: line, endColumn };
      found.push({
        code: pluginCode(plugin.name, code),
        severity,
        defaultLevel: severity,
        message,
        ...(hint === undefined ? {} : { hint }),
        location: { file: toFilePath(file), line, column, ...end },
      });
    }
  }
  return found;
}

/** The code of a finding, after the plug-in's name in the form of a code. */
function pluginCode(name: string, code: string): PluginCode {
  const scope = name
    .toLowerCase()
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^a-z\d]+/, '');
  const full: PluginCode = `${scope === '' ? 'plugin' : scope}/${code}`;
  if (!PLUGIN_CODE.test(full)) throw new Error(`${full} is no code`);
  return full;
}

/** Adds the files of plug-ins to those of a build that is not published yet. */
export async function addPluginFiles(
  runs: PluginRuns,
  { config, locate }: Site,
  stage: Pick<Stage, 'files' | 'put' | 'has'>,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [index, plugin] of config.plugins.entries()) {
    const { done } = plugin;
    if (done === undefined) continue;
    const point = { plugin, point: 'done' };
    const location = locate(['plugins', index, 'done']);
    const files = [...stage.files];
    const staged = files.map(([path, { absolute }]) => ({
      path,
      text: () => readFileSync(absolute, 'utf8'),
    }));
    const run: Parameters<PluginRuns['call']>[2] = async (context) => {
      const added: { path: string; content: string }[] = [];
      const add: DoneContext['add'] = (path, content) => void added.push({ path, content });
      await done(guarded({ ...context, files: frozen(staged), add }));
      return added;
    };
    // Whatever file it reads: all of them are its input.
    const states = files.map(
      ([path, { absolute, hash }]) => `${path} ${hash ?? hashOf(readFileSync(absolute))}`,
    );
    const key = hashOf(states.join());
    const { values, problems } = await handedOver(runs, point, { key, schema: FILE, run });
    found.push(...errorsOf(problems, location));
    for (const value of values) {
      const { path, content } = v.parse(FILE, value);
      const output = toOutputPath(path);
      if (stage.has(output))
        found.push(...errorsOf([`${nameOf(point)} adds ${path}, which the site has`], location));
      else stage.put({ path: output, content, origin: location });
    }
  }
  return found;
}

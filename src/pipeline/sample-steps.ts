/** The steps that compare the samples of a site with its APIs. */
import type { Cell, Memory } from '../cache/memory.ts';
import type { SampleModule } from '../config/api-samples.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { CURRENT } from '../config/versions.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import { findingsOf, type LoadedApi } from '../openapi/load-descriptions.ts';
import type { SampleChecker } from '../samples/check-samples.ts';
import {
  type CheckedSamples,
  countSamples,
  NO_SAMPLES,
  NOTHING_SHOWN,
  type SampleCounts,
} from '../samples/counts.ts';

export type SampleCheck = typeof import('../samples/check-samples.ts');

/** Loads the check of samples; undefined for a site without an API. */
export async function loadSampleCheck({
  openapi,
}: ResolvedConfig): Promise<SampleCheck | undefined> {
  return openapi.length === 0 ? undefined : import('../samples/check-samples.ts');
}

interface SampleInputs {
  readonly check: Cell<SampleCheck | undefined>;
  readonly settings: () => ResolvedConfig['samples'];
  readonly apis: () => readonly LoadedApi[];
  readonly samplesOf: (file: string) => readonly CodeSample[];
  /** The modules with samples of the site. */
  readonly modules: () => readonly SampleModule[];
}

/** Adds the steps of the check of samples. */
export function createSampleSteps(memory: Memory, inputs: SampleInputs) {
  const { check, settings, apis, samplesOf, modules } = inputs;
  const checker = memory.step<SampleChecker | undefined>({
    name: 'operations of APIs',
    run: () => check()?.createChecker(apis(), settings()),
  });
  const ofDoc = memory.step<CheckedSamples>({
    name: 'findings in samples',
    run: (of) => checker('')?.check(samplesOf(of)) ?? NOTHING_SHOWN,
    disk: { write: (found) => JSON.stringify(found), read: (text) => JSON.parse(text) },
  });
  const ofApis = memory.step<readonly CheckedSamples[]>({
    name: 'findings in samples of APIs',
    run: () => {
      const made = modules();
      return apis().flatMap((api) =>
        (checker('')?.checkApi(api, made) ?? []).map((checked) => ({
          ...checked,
          diagnostics: findingsOf(api.source, checked.diagnostics),
        })),
      );
    },
    disk: { write: (found) => JSON.stringify(found), read: (text) => JSON.parse(text) },
  });
  return {
    ofDoc,
    ofApis,
    /** The findings in a doc; of level info by default if it tells of the past. */
    findings: (source: SourceFile | undefined, config: ResolvedConfig): readonly Diagnostic[] => {
      const { diagnostics } = source === undefined ? NOTHING_SHOWN : ofDoc(source.file);
      if (source === undefined || diagnostics.length === 0 || !tellsOfPast(source, config))
        return diagnostics;
      return diagnostics.map((entry) => ({ ...entry, severity: 'info', defaultLevel: 'info' }));
    },
    counts: (files: readonly string[]): SampleCounts => {
      const operations = checker('')?.operations;
      if (operations === undefined) return NO_SAMPLES;
      return countSamples({ docs: files.map((file) => ofDoc(file)), apis: ofApis('') }, operations);
    },
  };
}

/** Names of files and folders of release notes. */
const NOTES =
  /^(?:[\d._-]*(?:changelogs?|change-log|release-?notes?|whats-?new|blog)|(?:changelog|release-?notes?)[-_.]?v?\d.*)$/i;

/** True for a doc that tells of the past: release notes, and those of a frozen version. */
function tellsOfPast({ originalFile: file }: SourceFile, { docs }: ResolvedConfig): boolean {
  return (
    file.split('/').some((part) => NOTES.test(part.replace(/\.mdx?$/, ''))) ||
    docs.some(({ versions }) =>
      versions.some(({ name, path }) => name !== CURRENT && file.startsWith(`${path}/`)),
    )
  );
}

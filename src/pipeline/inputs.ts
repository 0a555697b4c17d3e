/** The inputs of a site's steps: values that a run sets, and files. */
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { Memory } from '../cache/memory.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { createFileRules } from '../content/file-rules.ts';
import type { IsIgnored } from '../content/git-ignored.ts';
import { includeState } from '../content/include-file.ts';
import { readSource, type SourceText } from '../content/read-source.ts';
import { findRepositoryFile, type RepositoryFile } from '../content/repository.ts';
import { allSources, type SourceFile, type Sources } from '../content/source-file.ts';
import type { ComponentFinder } from '../markdown/mdx/find-components.ts';
import type { RunPage } from '../markdown/mdx/page-html.ts';
import type { ApiPast } from '../openapi/past.ts';
import { createPluginRuns, type ResultStore } from '../plugins/plugin-runs.ts';
import { toFilePath } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import type { SampleCheck } from './sample-steps.ts';

/** A memory, with the contents of files that it reads. */
export interface SiteMemory extends ResultStore {
  readonly memory: Memory;
  readonly hashes: FileHashes;
}

export type Inputs = ReturnType<typeof createInputs>;

/** Cells that a run sets, and the inputs of files. */
export function createInputs({ memory, hashes, get, set }: SiteMemory) {
  const config = memory.cell<ResolvedConfig>('config');
  const code = memory.cell<string>('code of the configuration');
  const locate = memory.cell<LocateConfig>('places in the configuration');
  const sources = memory.cell<Sources>('sources');
  const components = memory.cell<ComponentFinder>('component names');
  const run = memory.cell<RunPage>('components');
  const ignored = memory.cell<IsIgnored>('ignored files');
  const sampleCheck = memory.cell<SampleCheck | undefined>('check of samples');
  const pasts = memory.cell<ReadonlyMap<string, ApiPast>>('histories of APIs');

  /** The docs that are no files, by the path that they would have. */
  const madeAt = memory.step({
    name: 'made docs',
    run: () =>
      new Map(
        sources().docs.flatMap(({ absolute, made }) => (made ? [[absolute, made] as const] : [])),
      ),
  });
  /** The text of a source, by absolute path. */
  const text = memory.input<SourceText>({
    name: 'text',
    peek: (absolute) => {
      const made = madeAt('').get(absolute);
      return made === undefined ? hashes.unchanged(absolute) : hashOf(made.text);
    },
    load: (absolute) => {
      const made = madeAt('').get(absolute);
      if (made !== undefined)
        return { value: { ok: true, text: made.text }, print: hashOf(made.text) };
      const value = readSource({
        absolute,
        file: fileAt('').get(absolute) ?? toFilePath(absolute),
      });
      const print = value.ok ? hashes.note(absolute, value.text) : JSON.stringify(value.diagnostic);
      return { value, print };
    },
  });
  /** The content of any file, by absolute path. */
  const file = memory.input({
    name: 'file',
    load: (absolute) => ({ value: undefined, print: hashes.of(absolute) ?? '' }),
  });
  const plugins = createPluginRuns({ memory, hashes, file, ...(get && set && { get, set }) });
  const rules = memory.step({
    name: 'file rules',
    run: () => {
      const { siteDir, configFile, includeRoots } = config();
      return createFileRules({ siteDir, configFile, roots: includeRoots, isIgnored: ignored() });
    },
    print: () => JSON.stringify([config().siteDir, config().configFile, config().includeRoots]),
  });
  const included = memory.input({
    name: 'included file',
    load: (path) => ({ value: undefined, print: includeState(path, hashes, rules('')) }),
  });
  const outside = memory.input<RepositoryFile | undefined>({
    name: 'file of the repository',
    load: (path) => {
      const allowed = { isIgnored: ignored(), fileRules: rules('') };
      const value = findRepositoryFile(path, config().siteDir, allowed);
      return { value, print: JSON.stringify(value) ?? '' };
    },
  });
  const fileAt = memory.step({
    name: 'files',
    run: () => new Map(allSources(sources()).map((source) => [source.absolute, source.file])),
  });
  const textOf = (source: SourceFile): SourceText => text(source.absolute);
  return {
    config,
    code,
    locate,
    sources,
    components,
    run,
    ignored,
    sampleCheck,
    pasts,
    text,
    textOf,
    file,
    plugins,
    rules,
    included,
    outside,
  };
}

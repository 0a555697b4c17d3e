import type { Message } from 'esbuild';
import type { FilePath } from '../shared/paths.ts';
import type { Fact } from './facts.ts';

/** A module that no file stands for, and the output that is made of it. */
export interface JobEntry {
  /** Name of the output, without hash and ending. */
  readonly name: string;
  readonly text: string;
  readonly loader: 'tsx' | 'css';
}

/**
 * One run of esbuild as plain data: with the files that it reads, all that its output depends on. Two jobs
 * with the same JSON make the same output of the same files.
 */
export interface BundleJob {
  /** Absolute. */
  readonly siteDir: string;
  /** Absolute. */
  readonly templatesDir: string;
  /** Default templates that the site replaces, by path below `templates/`, sorted. */
  readonly overrides: readonly string[];
  /** URL of the assets folder, without a final slash. */
  readonly assetsUrl: string;
  readonly entries: readonly JobEntry[];
  /** `browser`: minified ES modules; `server`: a CommonJS module. */
  readonly platform: 'browser' | 'server';
  /** Whether a source map lies beside each script. */
  readonly sourceMap: boolean;
  /**
   * Where React comes from: `bundled` puts it into the output, `app` looks it up where the app shares it with
   * the theme, `host` requires it from what loads the output.
   */
  readonly react: 'bundled' | 'app' | 'host';
  /** Whether entries share what both need in files of their own. */
  readonly splitting: boolean;
  /** URLs that stay imports. */
  readonly external: readonly string[];
}

/** What a run makes. Plain data: it can be kept in memory and on disk. */
export interface BundleOutput {
  /** By path relative to the output folder. */
  readonly files: ReadonlyMap<FilePath, Uint8Array>;
  /** The file of each entry, by the entry's name. */
  readonly entries: ReadonlyMap<string, FilePath>;
  readonly warnings: readonly Message[];
  /** What the run found on disk: the output is right for as long as all of it holds. */
  readonly facts: readonly Fact[];
}

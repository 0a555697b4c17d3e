import type { ResolvedConfig } from '../config/site-config.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { LiveFindings, LiveState } from '../shared/live.ts';
import type { SourcePlace } from './open-source.ts';
import type { OutputPath } from '../shared/paths.ts';

/** A file of the site: made in memory, or one of the author's files, sent unchanged. */
export type ServedFile =
  | { readonly type: 'made'; readonly content: string | Uint8Array }
  | {
      readonly type: 'source';
      readonly absolute: string;
      /** The folders that must contain the file when it is sent. */
      readonly folders: Pick<ResolvedConfig, 'siteDir' | 'includeRoots'>;
    };

/** The site in one state. */
export interface ServedSite {
  readonly config: ResolvedConfig;
  /** Makes the file that a build would write at a path, if any. Rejects if a template throws. */
  readonly file: (path: OutputPath) => Promise<ServedFile | undefined>;
  readonly state: LiveState;
  /** Where a block of a page was written, by the page's address and the block's text. */
  readonly source: (pathname: string, text: string) => SourcePlace | undefined;
  /** The APIs, for their mocks. */
  readonly apis: () => readonly LoadedApi[];
}

/** The server's view of a warm site. */
export interface WarmSite {
  /** The last valid state; undefined until a configuration could be read. */
  readonly current: () => ServedSite | undefined;
  readonly findings: () => LiveFindings;
}

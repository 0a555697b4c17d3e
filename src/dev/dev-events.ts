import type { ResolvedConfig } from '../config/site-config.ts';
import type { LiveFindings, LiveState } from '../shared/live.ts';
import type { OutputPath } from '../shared/paths.ts';

/** A file of the site: made in memory, or one of the author's that is sent as it is. */
export type ServedFile =
  | { readonly type: 'made'; readonly content: string | Uint8Array }
  | {
      readonly type: 'source';
      readonly absolute: string;
      /** Absolute folder that the file must lie in when it is sent, symbolic links followed. */
      readonly root: string;
    };

/** The site as it is at one moment. */
export interface ServedSite {
  readonly config: ResolvedConfig;
  /** Makes what a build would write at a path, if anything. Rejects with what the template of a page throws. */
  readonly file: (path: OutputPath) => Promise<ServedFile | undefined>;
  readonly state: LiveState;
}

/** What the server needs of a site that is kept warm. */
export interface WarmSite {
  /** The last state that can be shown; undefined before a configuration could be read. */
  readonly current: () => ServedSite | undefined;
  readonly findings: () => LiveFindings;
}

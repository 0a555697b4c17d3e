import type { Location } from '../../diagnostics/diagnostic.ts';
import type { FilePath, Route } from '../../shared/paths.ts';
import type { LinkTarget } from '../site-graph.ts';

/** A reference anywhere in the site, resolved, with the place where its author wrote it. */
export interface LinkUse {
  readonly href: string;
  readonly target: LinkTarget;
  readonly location: Location;
  /** The page that the reference stands on; undefined for the configuration. */
  readonly route?: Route;
  /** The Markdown file that relative paths start at. */
  readonly file?: FilePath;
}

/** `docwright`: the public API. */
export { type BuildOptions, type BuildResult, type BuildSummary, build } from './build/build.ts';
export {
  type CheckLinksOptions,
  type CheckLinksResult,
  checkLinks,
  type LinkCoverage,
} from './build/check-links.ts';
export type { ProgressEvent } from './build/pipeline.ts';
export { defineConfig } from './config/define-config.ts';
export type { NavbarItemConfig, SidebarItemConfig, SiteConfig } from './config/types.ts';
export { type DevEvent, type DevOptions, type DevServer, dev } from './dev/dev.ts';
export type { Severity } from './diagnostics/codes.ts';
export type { Diagnostic, Location } from './diagnostics/diagnostic.ts';

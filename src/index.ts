/** `docwright`: the public API. */

export {
  type CodeSample,
  defineSamples,
  type SampleContent,
  type SampleCredential,
  type SampleFunction,
  type SampleOperation,
  type SampleParameter,
  type SampleResponse,
  type SampleValue,
  type TemplateSample,
} from './config/api-samples.ts';
export {
  type AddedPage,
  type BlockComponent,
  type BlockInput,
  type CheckContext,
  type CollectionEntry,
  definePlugin,
  type DoneContext,
  type FenceInput,
  type HeadInput,
  type HeadTag,
  type PageAdditions,
  type Plugin,
  type PluginContext,
  type PluginFinding,
  type PluginLanguage,
  type PluginPage,
  type PluginPlace,
  type RoutesContext,
} from './config/plugins.ts';
export type { NavbarItemConfig, SiteConfig } from './config/schema.ts';
export type { SidebarItemConfig } from './config/schema-docs.ts';
export { defineConfig } from './config/site-config.ts';
export { type DevEvent, type DevOptions, type DevServer, dev } from './dev/dev.ts';
export type { Severity } from './diagnostics/codes.ts';
export type { Diagnostic, Location } from './diagnostics/diagnostic.ts';
export { type BuildOptions, type BuildResult, type BuildSummary, build } from './pipeline/build.ts';
export {
  type CheckLinksOptions,
  type CheckLinksResult,
  checkLinks,
  type LinkCoverage,
} from './pipeline/check-links.ts';
export type { ProgressEvent } from './pipeline/produce.ts';

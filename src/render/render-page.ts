import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { hintForThrown } from '../diagnostics/thrown.ts';
import type { PageInput } from '../shared/page.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import { type DocumentPage, type DocumentSettings, renderDocument } from './document.ts';

export interface RenderInput {
  readonly input: PageInput;
  readonly settings: DocumentSettings;
  readonly page: DocumentPage;
  /** The source file of the page; for a React page, the module to render. */
  readonly file: FilePath | undefined;
  /** Renders the layout; throws if a template does. */
  readonly render: (input: PageInput, reactPage?: FilePath) => string;
}

export type RenderedPage =
  | { readonly ok: true; readonly html: string; readonly body: string }
  | { readonly ok: false; readonly cause: unknown };

/** Renders a page to a complete document; fails if a template throws. */
export function renderPage({ input, settings, page, file, render }: RenderInput): RenderedPage {
  try {
    const body = input.page.kind === 'react' ? render(input, file) : render(input);
    return { ok: true, body, html: renderDocument({ input, settings, page, body }) };
  } catch (cause) {
    return { ok: false, cause };
  }
}

export interface RenderFailure {
  readonly route: Route;
  /** On one line. */
  readonly reason: string;
  /** Where it was thrown; else the React page that was rendered. */
  readonly location: Location | undefined;
}

/** A template that throws fails on many pages: reports each location and reason once. */
export function templateErrors(failures: readonly RenderFailure[]): readonly Diagnostic[] {
  const groups = new Map<string, RenderFailure[]>();
  for (const failure of failures) {
    const key = JSON.stringify([failure.location, failure.reason]);
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const message = `${first.reason} (thrown while ${first.route}${more} was rendered)`;
    const hint = hintForThrown(first.reason);
    return [diagnostic('template-error', { message, hint, location: first.location })];
  });
}

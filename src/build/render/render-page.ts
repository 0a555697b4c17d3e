import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PageInput } from '../../shared/page.ts';
import type { FilePath } from '../../shared/paths.ts';
import { type DocumentPage, type DocumentSettings, renderDocument } from './document.ts';

export interface RenderInput {
  readonly input: PageInput;
  readonly settings: DocumentSettings;
  readonly page: DocumentPage;
  /** The file that the page is made of; for a React page, the module to render. */
  readonly file: FilePath | undefined;
  /** Renders the layout; throws what a template throws. */
  readonly render: (input: PageInput, reactPage?: FilePath) => string;
}

export type RenderedPage =
  | { readonly ok: true; readonly html: string; readonly body: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Renders one page to a complete document. What a template throws becomes a diagnostic of the page. */
export function renderPage({ input, settings, page, file, render }: RenderInput): RenderedPage {
  try {
    const body = input.page.kind === 'react' ? render(input, file) : render(input);
    return { ok: true, body, html: renderDocument({ input, settings, page, body }) };
  } catch (cause) {
    return { ok: false, diagnostic: templateError(cause, input, file) };
  }
}

function templateError(
  cause: unknown,
  { page }: PageInput,
  file: FilePath | undefined,
): Diagnostic {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const where = page.kind === 'react' ? 'the React page' : 'a template';
  return diagnostic('template-error', {
    message: `${where} throws while ${page.route} is rendered: ${reason}`,
    ...(file === undefined ? {} : { location: { file, line: 1, column: 1 } }),
  });
}

import { type CodeBlockProps, type PageServices, PageServicesContext } from 'docwright/components';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { articleMessages } from '../../../src/shared/ui-messages.ts';

export interface Rendered {
  readonly html: string;
  readonly warnings: readonly string[];
}

/** Renders like the build of a page, with one origin of frames and code as its options. */
export function renderComponent(
  component: ReactNode,
  changes: Partial<PageServices> = {},
): Rendered {
  const warnings: string[] = [];
  const ids = new Set<string>();
  const services: PageServices = {
    messages: articleMessages,
    code: ({ code, language, meta }: CodeBlockProps) => (
      <pre>{`${language ?? ''}|${meta ?? ''}|${code}`}</pre>
    ),
    uniqueId: (id) => {
      const unique = ids.has(id) ? `${id}-1` : id;
      ids.add(unique);
      return unique;
    },
    allowsFrame: (address) => /youtube-nocookie|vimeo|codesandbox/.test(address),
    warn: (message, hint = '') => void warnings.push(`${message}: ${hint}`),
    ...changes,
  };
  const html = renderToStaticMarkup(
    <PageServicesContext value={services}>{component}</PageServicesContext>,
  );
  return { html: joined(html), warnings };
}

/** HTML on one line, with attributes without a value as React prints them. */
export function joined(html: string): string {
  return html
    .replaceAll(/\n/g, '')
    .replaceAll(/ (data-tabs|data-tabs-remember|data-selected|open)=""/g, ' $1');
}

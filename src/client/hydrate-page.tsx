import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageInput } from '../shared/page.ts';
import { PageProvider } from './theme/page-context.ts';

/** Makes a React page alive inside its `main`; the server's nodes are kept. */
export function hydratePage(Page: ComponentType): void {
  const main = document.getElementById('main');
  const data = document.getElementById('page-data')?.textContent;
  if (main === null || data === undefined) return;
  // The build wrote this element from a PageInput (render/document.ts).
  const input = JSON.parse(data) as PageInput;
  hydrateRoot(
    main,
    <PageProvider input={input}>
      <Page />
    </PageProvider>,
  );
}

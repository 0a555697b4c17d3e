import type { ReactNode } from 'react';
import { ErrorMessages } from '../theme/ErrorMessages.tsx';
import { useTexts } from '../theme/page-context.ts';

export interface LoaderPanelProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** What stands in the place of a page that could not be loaded (rule 31). */
export function LoaderPanel({ error, retry }: LoaderPanelProps): ReactNode {
  const texts = useTexts();
  return (
    <div className="loader-panel">
      <h1>{texts.loadFailed}</h1>
      <ErrorMessages error={error} />
      <p className="home-actions">
        <button type="button" className="button button-primary" onClick={retry}>
          {texts.retry}
        </button>
      </p>
    </div>
  );
}

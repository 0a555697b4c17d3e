import { useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The first thing that the keyboard reaches; shown when it has the focus (WCAG 2.4.1). */
export function SkipLink(): ReactNode {
  return (
    <a className="skip-link" href="#dw-main">
      {useTexts().skipToContent}
    </a>
  );
}

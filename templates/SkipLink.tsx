import { useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The first focusable element; visible when focused (WCAG 2.4.1). By its class, the client keeps `#dw-main` out of the address. */
export function SkipLink(): ReactNode {
  return (
    <a className="skip-link" href="#dw-main">
      {useMessages().skipToContent}
    </a>
  );
}

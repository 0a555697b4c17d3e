import { useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * Switches between dark and light mode. Rendered only if readers can choose; the client enables it, handles it and names
 * the current mode, which the icon shows. Needs `data-color-mode` on a button that is disabled until scripts run.
 */
export function ColorModeToggle(): ReactNode {
  const { colorMode } = useSite();
  const messages = useMessages();
  if (colorMode.disableSwitch) return null;
  return (
    <button
      type="button"
      className="color-mode-toggle"
      aria-label={messages.colorMode}
      disabled
      data-color-mode
    >
      <span className="icon icon-color-mode" />
    </button>
  );
}

import { useColorMode, useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/** Switches between dark and light mode, and shows the current one. Rendered only if readers can choose. */
export function ColorModeToggle(): ReactNode {
  const { colorMode } = useSite();
  const messages = useMessages();
  const { mode, choose } = useColorMode();
  if (colorMode.disableSwitch) return null;
  const labels = { dark: messages.darkMode, light: messages.lightMode };
  return (
    <button
      type="button"
      className="color-mode-toggle"
      aria-label={mode === undefined ? messages.colorMode : labels[mode]}
      disabled={mode === undefined}
      onClick={() => choose(mode === 'dark' ? 'light' : 'dark')}
    >
      <span className="icon icon-color-mode" aria-hidden="true" />
    </button>
  );
}

// Runs before the first paint as a classic script. It imports nothing, because a module shared with the app would
// become a chunk. Its keys are those of color-mode.ts, docs-sidebar.ts and tab-groups.ts.
{
  const root = document.documentElement;
  const { announcement, sidebar, theme, system } = document.currentScript?.dataset ?? {};
  const read = (key: string): string | null => {
    try {
      return localStorage.getItem(`docwright.${key}`);
    } catch {
      return null;
    }
  };

  // Style rules show some controls only if scripts run.
  root.dataset['script'] = 'on';
  if (announcement !== undefined) {
    const close = (): void => {
      root.dataset['announcementClosed'] = '';
    };
    if (read('announcement.closed') === announcement) close();
    // The button must work before other scripts are there, which move the focus.
    const onClick = ({ target }: Event): void => {
      if (!(target instanceof Element && target.closest('[data-close-announcement]'))) return;
      close();
      try {
        localStorage.setItem('docwright.announcement.closed', announcement);
      } catch {
        // The bar stays closed until the page is left.
      }
    };
    addEventListener('click', onClick, true);
  }
  if (sidebar !== undefined && read('sidebar.hidden')) root.dataset['sidebarHidden'] = '';
  if (theme !== undefined) {
    const query = new URLSearchParams(location.search).get('theme');
    const choice = [query, read('theme')].find((mode) => mode === 'dark' || mode === 'light');
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const given = system === undefined ? theme : dark ? 'dark' : 'light';
    root.dataset['theme'] = choice ?? given;
  }

  // The layout's buttons that are pressed before the controls are there are pressed again then.
  const pressed = new Set<HTMLElement>();
  const note = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.type === 'button' && button.closest('article') === null) pressed.add(button);
  };
  const repeat = (): void => {
    removeEventListener('click', note, true);
    for (const button of pressed) button.click();
  };
  addEventListener('click', note, true);
  addEventListener('dw-controls', repeat, { once: true });

  // Shows remembered tabs while the page is parsed, so that nothing moves when tab-groups.ts does the same.
  const showTabs = (): void => {
    for (const group of root.querySelectorAll<HTMLElement>('article [data-tabs-remember]')) {
      const value = read(`tabs.${group.dataset['tabs']}`);
      const [list, ...panels] = group.children;
      const is = (item: Element): boolean => item.getAttribute('data-value') === value;
      const tabs = [...(list?.children ?? [])];
      if (!tabs.some(is)) continue;
      group.dataset['chosen'] = '';
      for (const tab of tabs) tab.ariaCurrent = is(tab) ? 'true' : null;
      for (const panel of panels) panel.toggleAttribute('data-selected', is(panel));
    }
  };
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith('docwright.tabs.'))) {
      const observer = new MutationObserver(showTabs);
      observer.observe(root, { childList: true, subtree: true });
      addEventListener('DOMContentLoaded', () => observer.disconnect());
    }
  } catch {
    // Storage is blocked.
  }
}

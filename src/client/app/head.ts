// Runs before the first paint as a classic script. It imports nothing, because a module shared with the app would
// become a chunk. Its keys are those of app.tsx, color-mode.ts and docs-sidebar.ts.
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
  if (announcement !== undefined && read('announcement.closed') === announcement)
    root.dataset['announcementClosed'] = '';
  if (sidebar !== undefined && read('sidebar.hidden')) root.dataset['sidebarHidden'] = '';
  if (theme !== undefined) {
    const query = new URLSearchParams(location.search).get('theme');
    const choice = [query, read('theme')].find((mode) => mode === 'dark' || mode === 'light');
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const given = system === undefined ? theme : dark ? 'dark' : 'light';
    root.dataset['theme'] = choice ?? given;
  }
}

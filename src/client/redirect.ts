// Leads from the document of a redirect to its target with the fragment of the address, which a refresh drops. Runs as a
// classic script after the refresh and before it is due; without it, the refresh leads to the page.
// On the page to which authorization servers lead, passes their answer on to the page that has asked.
{
  const { channel } = document.documentElement.dataset;
  if (channel !== undefined) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have one origin
    new BroadcastChannel(channel).postMessage(location.search);
    // The code must not stay in the history.
    history.replaceState(null, '', location.pathname);
    close();
  }
  const target = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  if (target !== undefined && location.hash !== '' && !target.includes('#'))
    location.replace(target + location.hash);
}

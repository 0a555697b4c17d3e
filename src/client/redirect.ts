// Leads from the document of a redirect to its target with the fragment of the address, which a refresh drops. Runs as a
// classic script after the refresh and before it is due; without it, the refresh leads to the page.
{
  const target = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  if (target !== undefined && location.hash !== '' && !target.includes('#'))
    location.replace(target + location.hash);
}

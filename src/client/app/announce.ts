/** Says a text to screen readers when they have finished what they say now. */
export type Announce = (text: string) => void;

/** Adds the page's one live region, outside of what React renders. */
export function createAnnouncer(page: Document): Announce {
  const region = page.createElement('div');
  region.className = 'live-region';
  region.setAttribute('role', 'status');
  page.body.append(region);
  // A new node is a change even when its text is the old one.
  return (text) => region.replaceChildren(page.createTextNode(text));
}

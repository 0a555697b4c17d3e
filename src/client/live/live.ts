/**
 * Added to every document by `docs dev`: follows the server's stream, and shows the author's changes and the problems of
 * the site.
 */
import type { LiveEvents, LiveState } from '../../shared/live.ts';
import { createDocumentLoad, createStyleSwap } from './document-load.ts';
import { createFollower, keepConnected } from './follower.ts';
import { createMorph } from './morph.ts';
import { openOnAltClick } from './open-source.ts';
import { createOverlay } from './overlay.ts';
import { renewPage } from './renew-page.ts';

const tag = [...document.scripts].find(({ src }) => src === import.meta.url);
const { state, status } = { ...tag?.dataset };
if (state !== undefined) start(JSON.parse(state), Number(status));

function start(first: LiveState, answered: number): void {
  const morph = createMorph(document);
  const showFindings = createOverlay(document);
  const follow = createFollower({
    page: document,
    first,
    answered,
    renew: () => renewPage(document, morph),
    styles: createStyleSwap(document),
    documents: createDocumentLoad({ page: window, fetch: (url, how) => fetch(url, how) }),
  });
  const heard: Record<keyof LiveEvents, (data: string, id: string) => void> = {
    state: (data, server) => follow({ state: JSON.parse(data), server }),
    findings: (data) => showFindings(JSON.parse(data)),
  };
  openOnAltClick(document, new URL('open', import.meta.url));
  const open = (): EventSource => new EventSource(new URL('live', import.meta.url));
  keepConnected({ page: document, view: window, open, heard });
}

import type { LiveFindings } from '../../shared/live.ts';
import { OVERLAY_CSS } from './overlay-css.ts';
import { countsOf, findingItem, noteOf, part } from './overlay-list.ts';
import {
  NOTHING_FOUND,
  nextOverlay,
  type OverlayEvent,
  type OverlayState,
} from './overlay-state.ts';

/** Shows the site's problems over the page. */
export interface Overlay {
  readonly show: (findings: LiveFindings) => void;
}

/**
 * The overlay lives in a shadow root outside of what the app renders, with a style sheet of its own that the
 * page's policy lets pass, and made of text nodes alone. It never takes the focus by itself.
 */
export function createOverlay(page: Document): Overlay {
  const parts = createParts(page);
  let state: OverlayState = NOTHING_FOUND;
  const change = (event: OverlayEvent): void => {
    state = nextOverlay(state, event);
    draw(parts, state);
  };
  const close = (): void => {
    const hadFocus = parts.panel.contains(parts.root.activeElement);
    change({ type: 'close' });
    if (hadFocus) parts.badge.focus({ preventScroll: true });
  };
  parts.badge.addEventListener('click', () => {
    change({ type: 'open' });
    parts.close.focus({ preventScroll: true });
  });
  parts.close.addEventListener('click', close);
  page.addEventListener('keydown', (event) => {
    const isFree = !event.defaultPrevented && page.querySelector('dialog[open]') === null;
    if (event.key === 'Escape' && state.view === 'panel' && isFree) close();
  });
  return { show: (findings) => change({ type: 'findings', findings }) };
}

interface Parts {
  readonly page: Document;
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly panel: HTMLElement;
  readonly title: HTMLElement;
  readonly note: HTMLElement;
  readonly list: HTMLElement;
  readonly close: HTMLButtonElement;
  readonly badge: HTMLButtonElement;
  /** What screen readers are told. */
  readonly said: HTMLElement;
}

function createParts(page: Document): Parts {
  const host = page.createElement('div');
  host.lang = 'en';
  host.dir = 'ltr';
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [styles];
  const around = part(page, 'section', { className: '' });
  around.setAttribute('aria-label', 'Problems of the site');
  const panel = part(page, 'div', { className: 'panel' });
  const head = part(page, 'header', { className: '' });
  const title = part(page, 'p', { className: 'title' });
  const note = part(page, 'p', { className: 'note' });
  const close = part(page, 'button', { className: 'close', text: 'Close' });
  const list = part(page, 'ol', { className: 'list' });
  // A list without marks is none to some screen readers.
  list.setAttribute('role', 'list');
  list.tabIndex = 0;
  const badge = part(page, 'button', { className: 'badge' });
  const said = part(page, 'p', { className: 'said' });
  said.setAttribute('role', 'status');
  head.append(title, note, close);
  panel.append(head, list);
  around.append(panel, badge, said);
  root.append(around);
  return { page, host, root, panel, title, note, list, close, badge, said };
}

function draw(parts: Parts, { findings, view }: OverlayState): void {
  const { page, host, panel, badge, title, note, list, said } = parts;
  if (findings === undefined) return;
  if (view === 'nothing') {
    host.remove();
    said.textContent = '';
    return;
  }
  const counts = countsOf(findings);
  const kind = findings.errors > 0 ? 'errors' : 'warnings';
  panel.className = `panel ${kind}`;
  badge.className = `badge ${kind}`;
  setText(title, counts);
  setText(note, noteOf(findings));
  setText(badge, findings.checking ? `${counts} (checking…)` : counts);
  list.replaceChildren(...findings.shown.map((finding) => findingItem(page, finding)));
  panel.hidden = view !== 'panel';
  badge.hidden = view !== 'badge';
  if (!host.isConnected) page.body.append(host);
  if (!findings.checking) setText(said, counts);
}

/** A live region says what is written anew, even if it is the same. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

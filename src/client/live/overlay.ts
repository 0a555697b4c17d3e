import type { LiveFinding, LiveFindings } from '../../shared/live.ts';
import { element } from '../app/root.ts';
import { OVERLAY_CSS } from './overlay-css.ts';

/**
 * Shows the site's problems over the page, in a shadow root with a style sheet that the page's policy allows. Never takes
 * the focus by itself. Returns a function for new findings.
 */
export function createOverlay(page: Document): (findings: LiveFindings) => void {
  const parts = createParts();
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
  return (findings) => change({ type: 'findings', findings });
}

type Parts = ReturnType<typeof createParts>;

function createParts() {
  const host = element('div');
  host.lang = 'en';
  host.dir = 'ltr';
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [styles];
  const around = element('section');
  around.setAttribute('aria-label', 'Problems of the site');
  const panel = element('div', 'panel');
  const head = element('header');
  const title = element('p', 'title');
  const note = element('p', 'note');
  const close = element('button', 'close', 'Close');
  const list = element('ol', 'list');
  // Some screen readers ignore lists without markers.
  list.setAttribute('role', 'list');
  list.tabIndex = 0;
  const badge = element('button', 'badge');
  const status = element('p', 'status');
  status.setAttribute('role', 'status');
  head.append(title, note, close);
  panel.append(head, list);
  around.append(panel, badge, status);
  root.append(around);
  return { host, root, panel, title, note, list, close, badge, status };
}

function draw(parts: Parts, { findings, view }: OverlayState): void {
  const { host, panel, badge, title, note, list, status } = parts;
  if (findings === undefined) return;
  if (view === 'nothing') {
    host.remove();
    status.textContent = '';
    return;
  }
  const counts = countsOf(findings);
  const kind = findings.errors > 0 ? 'errors' : 'warnings';
  panel.className = `panel ${kind}`;
  badge.className = `badge ${kind}`;
  setText(title, counts);
  setText(note, noteOf(findings));
  setText(badge, findings.checking ? `${counts} (checking…)` : counts);
  list.replaceChildren(...findings.shown.map(findingItem));
  panel.hidden = view !== 'panel';
  badge.hidden = view !== 'badge';
  if (!host.isConnected) document.body.append(host);
  if (!findings.checking) setText(status, counts);
}

/** Sets a text only if it changes: a live region would repeat it. */
function setText(part: HTMLElement, text: string): void {
  if (part.textContent !== text) part.textContent = text;
}

export function countsOf({ errors, warnings }: LiveFindings): string {
  const count = (number: number, word: string): readonly string[] =>
    number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`];
  return [...count(errors, 'error'), ...count(warnings, 'warning')].join(', ');
}

export function noteOf({ checking, errors, warnings, shown }: LiveFindings): string {
  const isCut = shown.length < errors + warnings;
  const first = `The first ${shown.length} are shown. The terminal has all of them.`;
  return `${checking ? 'Checking… ' : ''}${isCut ? first : 'The terminal has the same.'}`;
}

/** The entry of a problem. Contains only text nodes, because it can quote anything. */
function findingItem(finding: LiveFinding): HTMLElement {
  const { severity, code, location, message, frame, hint } = finding;
  const item = element('li');
  const where = element('p', 'where');
  where.append(
    element('span', `severity ${severity}`, severity),
    ...(location === undefined ? [] : [element('span', 'location', location)]),
    element('span', 'code', code),
  );
  item.append(where, element('p', 'message', message));
  if (frame !== undefined) {
    const lines = element('pre', 'frame', frame);
    // Long lines can be scrolled by keyboard too.
    lines.tabIndex = 0;
    item.append(lines);
  }
  if (hint !== undefined) item.append(element('p', 'hint', `hint: ${hint}`));
  return item;
}

export interface OverlayState {
  readonly findings: LiveFindings | undefined;
  readonly view: 'nothing' | 'badge' | 'panel';
  /** True if the author has opened the panel: then it also stays open for warnings. */
  readonly isWanted: boolean;
  /** The errors at the time when the author closed the panel. */
  readonly closed: readonly string[] | undefined;
}

export type OverlayEvent =
  | { readonly type: 'findings'; readonly findings: LiveFindings }
  | { readonly type: 'open' | 'close' };

export const NOTHING_FOUND: OverlayState = {
  findings: undefined,
  view: 'nothing',
  isWanted: false,
  closed: undefined,
};

/** Errors open the panel, warnings only show a badge. A closed panel stays closed until there is a new error. */
export function nextOverlay(state: OverlayState, event: OverlayEvent): OverlayState {
  switch (event.type) {
    case 'open':
      return { ...state, view: 'panel', isWanted: true, closed: undefined };
    case 'close':
      return { ...state, view: 'badge', isWanted: false, closed: errorsOf(state.findings) };
    case 'findings':
      break;
  }
  const { findings } = event;
  const errors = errorsOf(findings);
  // The list may be incomplete while the site is checked.
  const closed = state.closed && (findings.checking ? state.closed : errors);
  if (findings.errors + findings.warnings === 0)
    return { findings, view: 'nothing', isWanted: false, closed };
  const isOpen = state.view === 'panel' && state.isWanted;
  if (findings.errors === 0)
    return { ...state, findings, closed, view: isOpen ? 'panel' : 'badge' };
  if (state.closed !== undefined && !hasMore(state.closed, errors))
    return { ...state, findings, closed, view: 'badge' };
  return { ...state, findings, closed: undefined, view: 'panel' };
}

/** The errors without line numbers, which change with edits above them. */
function errorsOf(findings: LiveFindings | undefined): readonly string[] {
  const errors = findings?.shown.filter(({ severity }) => severity === 'error') ?? [];
  return errors.map(({ code, message, location }: LiveFinding) =>
    [code, message, location?.replace(/(?::\d+)+$/, '')].join('\n'),
  );
}

/** True if the second list has an item that the first does not have, or has less often. */
function hasMore(known: readonly string[], now: readonly string[]): boolean {
  const rest = [...known];
  return now.some((error) => {
    const at = rest.indexOf(error);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

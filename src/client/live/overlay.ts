import type { LiveFinding, LiveFindings } from '../../shared/live.ts';
import { OVERLAY_CSS } from './overlay-css.ts';

export interface Overlay {
  readonly show: (findings: LiveFindings) => void;
}

/**
 * Shows the site's problems over the page, in a shadow root with a style sheet that the page's policy allows. Never takes
 * the focus by itself.
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

type Parts = ReturnType<typeof createParts>;

function createParts(page: Document) {
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
  // Some screen readers ignore lists without markers.
  list.setAttribute('role', 'list');
  list.tabIndex = 0;
  const badge = part(page, 'button', { className: 'badge' });
  const status = part(page, 'p', { className: 'status' });
  status.setAttribute('role', 'status');
  head.append(title, note, close);
  panel.append(head, list);
  around.append(panel, badge, status);
  root.append(around);
  return { page, host, root, panel, title, note, list, close, badge, status };
}

function draw(parts: Parts, { findings, view }: OverlayState): void {
  const { page, host, panel, badge, title, note, list, status } = parts;
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
  list.replaceChildren(...findings.shown.map((finding) => findingItem(page, finding)));
  panel.hidden = view !== 'panel';
  badge.hidden = view !== 'badge';
  if (!host.isConnected) page.body.append(host);
  if (!findings.checking) setText(status, counts);
}

/** Sets a text only if it changes: a live region would repeat it. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function countsOf({ errors, warnings }: LiveFindings): string {
  const count = (number: number, word: string): readonly string[] =>
    number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`];
  return [...count(errors, 'error'), ...count(warnings, 'warning')].join(', ');
}

export function noteOf({ checking, errors, warnings, shown }: LiveFindings): string {
  const isCut = shown.length < errors + warnings;
  return [
    checking ? 'Checking…' : '',
    isCut ? `The first ${shown.length} are shown.` : '',
    isCut ? 'The terminal has all of them.' : 'The terminal has the same.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The entry of a problem. Contains only text nodes, because it can quote anything. */
function findingItem(page: Document, finding: LiveFinding): HTMLElement {
  const { severity, code, location, message, frame, hint } = finding;
  const item = page.createElement('li');
  const text = (name: 'p' | 'span' | 'pre', className: string, content: string): HTMLElement =>
    part(page, name, { className, text: content });
  const where = text('p', 'where', '');
  where.append(
    text('span', `severity ${severity}`, severity),
    ...(location === undefined ? [] : [text('span', 'location', location)]),
    text('span', 'code', code),
  );
  item.append(where, text('p', 'message', message));
  if (frame !== undefined) {
    const lines = text('pre', 'frame', frame);
    // Long lines can be scrolled by keyboard too.
    lines.tabIndex = 0;
    item.append(lines);
  }
  if (hint !== undefined) item.append(text('p', 'hint', `hint: ${hint}`));
  return item;
}

function part<Name extends keyof HTMLElementTagNameMap>(
  page: Document,
  name: Name,
  { className, text = '' }: { readonly className: string; readonly text?: string },
): HTMLElementTagNameMap[Name] {
  const element = page.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
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
      return withFindings(state, event.findings);
  }
}

function withFindings(state: OverlayState, findings: LiveFindings): OverlayState {
  const errors = errorsOf(findings);
  // The list may be incomplete while the site is checked.
  const closed = state.closed && (findings.checking ? state.closed : errors);
  if (findings.errors + findings.warnings === 0)
    return { findings, view: 'nothing', isWanted: false, closed };
  if (findings.errors === 0) return { ...state, findings, closed, view: viewOfWarnings(state) };
  if (state.closed !== undefined && !hasMore(state.closed, errors))
    return { ...state, findings, closed, view: 'badge' };
  return { ...state, findings, closed: undefined, view: 'panel' };
}

function viewOfWarnings({ view, isWanted }: OverlayState): OverlayState['view'] {
  return view === 'panel' && isWanted ? 'panel' : 'badge';
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

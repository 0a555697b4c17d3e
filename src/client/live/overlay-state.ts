import type { LiveFinding, LiveFindings } from '../../shared/live.ts';

/** What the overlay shows of the site's problems. */
export interface OverlayState {
  readonly findings: LiveFindings | undefined;
  readonly view: 'nothing' | 'badge' | 'panel';
  /** True where the author has opened the panel: then it also stays for warnings. */
  readonly isWanted: boolean;
  /** The errors that were there when the author closed the panel. */
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

/**
 * Errors open the panel, warnings only show a badge. A panel that was closed stays closed until there is an error
 * that was not there then.
 */
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
  // While the site is checked, what is missing in the list may come again.
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

/** The errors without their lines: an edit above a problem moves it. */
function errorsOf(findings: LiveFindings | undefined): readonly string[] {
  const errors = findings?.shown.filter(({ severity }) => severity === 'error') ?? [];
  return errors.map(({ code, message, place }: LiveFinding) =>
    [code, message, place?.replace(/(?::\d+)+$/, '')].join('\n'),
  );
}

/** True where a list has something that another one does not have, or has less often. */
function hasMore(known: readonly string[], now: readonly string[]): boolean {
  const rest = [...known];
  return now.some((error) => {
    const at = rest.indexOf(error);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

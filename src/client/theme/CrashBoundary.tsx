import { Component, type ReactNode } from 'react';
import type { PageData } from '../../shared/page.ts';
import { CrashPanel } from './CrashPanel.tsx';
import { usePage } from './page-context.ts';

/**
 * Shows what crashed instead of its children, until the reader tries again or goes to another page
 * (rule 30). While the site is built, errors pass through.
 */
export function CrashBoundary({ children }: { readonly children?: ReactNode }): ReactNode {
  return <Boundary page={usePage()}>{children}</Boundary>;
}

interface BoundaryProps {
  readonly page: PageData;
  readonly children?: ReactNode;
}

interface BoundaryState {
  readonly crashed: boolean;
  readonly error?: unknown;
  /** The page that crashed; undefined until the first render with the error. */
  readonly page?: PageData | undefined;
}

const SOUND: BoundaryState = { crashed: false, error: undefined, page: undefined };

// React offers error boundaries to classes only.
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = SOUND;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { crashed: true, error, page: undefined };
  }

  // React applies an error to the last state that was shown: that may be another page's crash.
  static getDerivedStateFromProps(
    { page }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    if (!state.crashed || state.page === page) return null;
    return state.page === undefined ? { ...state, page } : SOUND;
  }

  // The button that the reader has used is gone.
  override componentDidUpdate(before: BoundaryProps, { crashed }: BoundaryState): void {
    const mended = crashed && !this.state.crashed && before.page === this.props.page;
    if (mended) document.getElementById('dw-main')?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    const { crashed, error } = this.state;
    if (!crashed) return this.props.children;
    return <CrashPanel error={error} retry={() => this.setState(SOUND)} />;
  }
}

import { Component, type ReactNode, useEffect } from 'react';
import { documentTitle, type PageData } from '../../shared/page.ts';
import { errorChain } from '../app/panel.ts';
import { useMessages, usePage, useSite } from './page-context.ts';

/**
 * Shows a rendering error instead of its children, until the reader tries again or goes to another page. Errors during
 * the build are not caught.
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
  readonly error: unknown;
  /** The page that crashed; undefined until the first render with the error. */
  readonly page: PageData | undefined;
}

const SOUND: BoundaryState = { crashed: false, error: undefined, page: undefined };

// React supports error boundaries only as classes.
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = SOUND;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { crashed: true, error, page: undefined };
  }

  // React applies an error to the last shown state, which may be another page's crash.
  static getDerivedStateFromProps(
    { page }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    if (!state.crashed || state.page === page) return null;
    return state.page === undefined ? { ...state, page } : SOUND;
  }

  // The button that was clicked is gone.
  override componentDidUpdate(before: BoundaryProps, { crashed }: BoundaryState): void {
    const recovered = crashed && !this.state.crashed && before.page === this.props.page;
    if (recovered) document.getElementById('dw-main')?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    const { crashed, error } = this.state;
    if (!crashed) return this.props.children;
    return <CrashPanel error={error} retry={() => this.setState(SOUND)} />;
  }
}

function CrashPanel({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const messages = useMessages();
  const site = useSite();
  const page = usePage();
  // After the title of the navigation.
  useEffect(() => {
    document.title = documentTitle(messages.crashed, site.title);
  }, [messages, site]);
  const tryAgain = (): void => {
    document.title = documentTitle(page.title, site.title, page.titleTemplate);
    retry();
  };
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice">
      <h1>{messages.crashed}</h1>
      <ErrorMessages error={error} />
      <p className="home-actions">
        <button type="button" className="button button-primary" onClick={tryAgain}>
          {messages.tryAgain}
        </button>
        <a className="button" href={site.navbar.homeHref}>
          {messages.notFoundHome}
        </a>
      </p>
    </main>
  );
}

/** Lists the messages of an error and its causes, outermost first. */
export function ErrorMessages({ error }: { readonly error: unknown }): ReactNode {
  return (
    <ul className="error-messages">
      {errorChain(error).map((message, index) => (
        <li key={index}>{message}</li>
      ))}
    </ul>
  );
}

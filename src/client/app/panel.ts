import { element } from './root.ts';

interface PanelOptions {
  /** The heading. */
  readonly title: string;
  /** Messages of errors, as a list. */
  readonly lines: readonly string[];
  readonly paragraphs?: readonly string[];
  readonly button: { readonly label: string; readonly press: () => void };
  readonly home: { readonly label: string; readonly href: string };
}

/** Creates the content of `main` for a page that could not be loaded or has crashed. */
export function createPanel(options: PanelOptions): HTMLElement {
  const { title, lines, paragraphs = [], button, home } = options;
  const retry = element('button', 'button button-primary', button.label);
  retry.type = 'button';
  retry.addEventListener('click', button.press);
  const link = element('a', 'button', home.label);
  link.href = home.href;
  const actions = element('p', 'home-actions');
  actions.append(retry, ' ', link);
  const list = element('ul', 'error-messages');
  list.append(...lines.map((line) => element('li', '', line)));
  const panel = element('div', 'loader-panel');
  panel.append(element('h1', '', title), ...paragraphs.map((text) => element('p', '', text)));
  if (lines.length > 0) panel.append(list);
  panel.append(actions);
  return panel;
}

/** Maximum length of the chain: getters can create causes without end. */
const LONGEST = 20;

/** The messages of an error and all of its causes, outermost first. Handles cycles and any thrown value. */
export function errorChain(error: unknown): readonly string[] {
  const causes = new Set<unknown>();
  let cause = error;
  while (!causes.has(cause) && causes.size < LONGEST) {
    causes.add(cause);
    if (!(cause instanceof Error) || cause.cause === undefined) break;
    cause = cause.cause;
  }
  return Array.from(causes, describe);
}

function describe(error: unknown): string {
  try {
    if (error instanceof Error) return error.message === '' ? error.name : error.message;
    return typeof error === 'object' && error !== null ? JSON.stringify(error) : String(error);
  } catch {
    return typeof error;
  }
}

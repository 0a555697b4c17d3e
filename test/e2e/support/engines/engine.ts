/** What both protocols offer to tests: pages of one window, read by expressions and driven by input. */
export interface Engine {
  /** Loads a document, and waits for its scripts. */
  readonly navigate: (url: string) => Promise<void>;
  /** The value of an expression, without waiting for promises. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Sources of actions as in WebDriver. */
  readonly perform: (actions: readonly object[]) => Promise<void>;
  /** Sets the size of the viewport, or of the window around it. */
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** True for an object of an answer. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

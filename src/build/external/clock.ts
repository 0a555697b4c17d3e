/** Where time comes from. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  readonly now: () => number;
  /** Calls back once after that many milliseconds; what is returned takes the call back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The clock of the machine as it stood at the start of the process, so that setting it moves nothing. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};

import type { ProgressEvent } from '../pipeline/produce.ts';

/** Shows where a run is: one line that is written over on a terminal, nothing elsewhere. */
export interface Progress {
  readonly update: (event: ProgressEvent) => void;
  readonly end: () => void;
}

/** A line is shown only after this time, so that a quick build prints its result alone. */
const DELAY = 500;

export function createProgress({ enabled }: { enabled: boolean }): Progress {
  const shown = enabled && process.stderr.isTTY === true;
  const started = performance.now();
  let visible = false;
  return {
    update(event) {
      if (!shown || performance.now() - started < DELAY) return;
      visible = true;
      process.stderr.write(`\r\u001B[K${describe(event, performance.now() - started)}`);
    },
    end() {
      if (visible) process.stderr.write('\r\u001B[K');
    },
  };
}

function describe({ step, done, total }: ProgressEvent, elapsed: number): string {
  if (done === undefined || total === undefined || done === 0) return `${step} …`;
  const left = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return `${step} ${done} of ${total} pages, about ${left} s left`;
}

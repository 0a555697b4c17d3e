import type { ProgressEvent } from '../pipeline/produce.ts';

/** Time of a step in milliseconds: of all threads of the process, and on the clock. */
interface Time {
  cpu: number;
  wall: number;
}

const SLOWEST = 10;

/** Measures the steps and pages of a build for `--profile`. */
export function createBuildProfile() {
  const steps = new Map<string, Time>();
  const pages: { readonly route: string; readonly wall: number }[] = [];
  let step = 'start';
  let last = { cpu: 0, wall: 0 };
  const enter = (next: string): void => {
    const { user, system } = process.cpuUsage();
    // Both since the start of the process.
    const now = { cpu: (user + system) / 1000, wall: performance.now() };
    const time = steps.get(step) ?? { cpu: 0, wall: 0 };
    time.cpu += now.cpu - last.cpu;
    time.wall += now.wall - last.wall;
    steps.set(step, time);
    last = now;
    step = next;
  };
  return {
    onProgress: (event: ProgressEvent): void => {
      if (event.step !== step) enter(event.step);
    },
    onPage: (route: string, wall: number): void => {
      pages.push({ route, wall });
    },
    /** Ends the last step; returns the report. */
    text: (): string => {
      enter('');
      const total = last;
      const inColumn = (time: number): string => time.toFixed(0).padStart(10);
      const rows = [...steps, ['total', total] as const].map(
        ([name, { cpu, wall }]) =>
          `  ${name.padEnd(10)}${inColumn(wall)}${inColumn(cpu)}${`${((wall / total.wall) * 100).toFixed(0)} %`.padStart(7)}`,
      );
      const slow = pages.toSorted((a, b) => b.wall - a.wall).slice(0, SLOWEST);
      return [
        '  step         time ms    CPU ms   time',
        ...rows,
        ...(slow.length === 0 ? [] : ['', `  slowest pages, in ms`]),
        ...slow.map(({ route, wall }) => `  ${wall.toFixed(1).padStart(8)}  ${route}`),
      ].join('\n');
    },
  };
}

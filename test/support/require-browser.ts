import { findChromium } from '../../scripts/browser.mjs';

/** Vitest's global setup of the browser tests: without a browser the run fails before the first test. */
export function setup(): void {
  if (findChromium() !== undefined) return;
  throw new Error('There is no Chromium, Chrome or Edge. `npm test` tells how to get one.');
}

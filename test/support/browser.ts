import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium } from '../../scripts/browser.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** True in `npm run test:full`: all widths and states instead of the representative ones. */
export const fullRun = process.env['TEST_FULL'] === '1';

/** The machine's Chromium, without a window. Throws where there is none. */
export function browserOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('There is no Chromium, Chrome or Edge. `npm test` tells how to get one.');
  return { executablePath, args: ARGUMENTS, headless: true };
}

/** Starts a browser. The caller closes it. */
export function launchBrowser(
  options: { readonly ignoreDefaultArgs?: string[] } = {},
): Promise<Browser> {
  return chromium.launch({ ...browserOptions(), ...options });
}

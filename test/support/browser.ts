import { type Browser, chromium } from 'playwright-core';
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

/** Starts the machine's Chromium without a window. The caller closes it. */
export async function launchBrowser(
  options: { readonly ignoreDefaultArgs?: string[] } = {},
): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium, Chrome or Edge.');
  return chromium.launch({ ...options, executablePath, args: ARGUMENTS, headless: true });
}

import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findTestBrowser } from '../../scripts/browser.mjs';

/**
 * Chromium keeps two pages ready for the address bar of each window, though no window is shown, and a process for the
 * next page: more work than most pages of these tests. The switch replaces Playwright's, so that its list is here too.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

const ARGUMENTS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
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
  const executablePath = findTestBrowser();
  if (executablePath === undefined)
    throw new Error('There is no Chromium, Chrome or Edge. `npm test` tells how to get one.');
  return { executablePath, args: ARGUMENTS, headless: true };
}

/** Starts a browser. The caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...browserOptions(), ...options });
}

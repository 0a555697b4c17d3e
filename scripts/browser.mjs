import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment in which a browser is searched, replaceable in tests.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} home Absolute path of the user's folder.
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => readonly string[]} list Names in a folder; empty if there is no such folder.
 */

/** @type {Machine} */
const THIS_MACHINE = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
  list: (path) => (existsSync(path) ? readdirSync(path) : []),
};

/** Executables inside a folder of Playwright's browser cache, for all platforms and layouts. */
const PLAYWRIGHT_EXECUTABLES = [
  'chrome-linux64/chrome',
  'chrome-linux-arm64/chrome',
  'chrome-linux/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-linux-arm64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
];

/**
 * Absolute path of a Chromium, Chrome or Edge, or undefined if there is none.
 * If CHROME_PATH is set, it is the only candidate: a wrong value is not ignored silently.
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
export function findChromium(machine = THIS_MACHINE) {
  const chosen = machine.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') return machine.exists(chosen) ? chosen : undefined;
  return [...installedBrowsers(machine), ...playwrightBrowsers(machine)].find(machine.exists);
}

/** Chromium's headless shell, as a package of Debian. */
export const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The browser of the tests: each of them opens a profile, which the shell does in half the processor time.
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
export function findTestBrowser(machine = THIS_MACHINE) {
  return !machine.env['CHROME_PATH'] && machine.exists(SHELL) ? SHELL : findChromium(machine);
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function installedBrowsers(machine) {
  if (machine.platform === 'darwin') return macBrowsers(machine);
  if (machine.platform === 'win32') return windowsBrowsers(machine);
  return [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
    '/usr/bin/chromium-browser',
  ];
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function macBrowsers(machine) {
  const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  return ['/Applications', join(machine.home, 'Applications')].flatMap((folder) =>
    names.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function windowsBrowsers(machine) {
  const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
    (name) => machine.env[name] ?? [],
  );
  const paths = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  return roots.flatMap((root) => paths.map((path) => `${root}\\${path}`));
}

/**
 * Browsers in the cache of `playwright install`, newest revision first, full browsers before headless shells.
 * @param {Machine} machine
 * @returns {string[]}
 */
function playwrightBrowsers(machine) {
  const cache = playwrightCache(machine);
  const sorted = machine
    .list(cache)
    .filter((name) => name.startsWith('chromium'))
    .toSorted((a, b) => isShell(a) - isShell(b) || revision(b) - revision(a));
  return sorted.flatMap((folder) =>
    PLAYWRIGHT_EXECUTABLES.map((path) => join(cache, folder, path)),
  );
}

/** @param {string} name */
function isShell(name) {
  return Number(name.startsWith('chromium_headless'));
}

/** @param {string} name */
function revision(name) {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

/**
 * @param {Machine} machine
 * @returns {string}
 */
function playwrightCache(machine) {
  const chosen = machine.env['PLAYWRIGHT_BROWSERS_PATH'];
  if (chosen !== undefined && chosen !== '' && chosen !== '0') return chosen;
  if (machine.platform === 'darwin')
    return join(machine.home, 'Library', 'Caches', 'ms-playwright');
  if (machine.platform === 'win32') {
    return join(machine.env['LOCALAPPDATA'] ?? machine.home, 'ms-playwright');
  }
  return join(machine.env['XDG_CACHE_HOME'] ?? join(machine.home, '.cache'), 'ms-playwright');
}

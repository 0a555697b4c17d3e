import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findTestBrowser, SHELL as SHELL_PATH } from './browser.mjs';

// Runs before the tests: those of a browser or a web server fail without it; they are never skipped.
// Older lists of packages have the whole Chromium only.
const SHELL = 'chromium-headless-shell';
const BROWSER = `$(apt-cache show ${SHELL} >/dev/null 2>&1 && echo ${SHELL} || echo chromium)`;
const PACKAGES = { chromium: `${BROWSER} fonts-dejavu-core`, nginx: 'nginx-light', caddy: 'caddy' };

const missing = findMissing();
const packages = missing.filter(canInstall).map((name) => PACKAGES[name]);
// A whole browser would do, but takes a quarter longer for the tests than the shell to install and run them.
if (packages.length === 0 && canInstall('chromium') && !existsSync(SHELL_PATH))
  packages.push(PACKAGES.chromium);
install(packages);
const left = findMissing();
if (left.length > 0) {
  console.error(left.map(advice).join('\n'));
  process.exit(1);
}

/** @returns {(keyof typeof PACKAGES)[]} */
function findMissing() {
  /** @type {(keyof typeof PACKAGES)[]} */
  const names = ['chromium', 'nginx', 'caddy'];
  return names.filter((name) =>
    name === 'chromium' ? findTestBrowser() === undefined : !isInstalled(name),
  );
}

/** @param {string} name */
function isInstalled(name) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** @param {string} name */
function canInstall(name) {
  const root = process.getuid?.() === 0;
  const debian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  return root && debian && !(name === 'chromium' && process.env['CHROME_PATH']);
}

/** @param {readonly string[]} names */
function install(names) {
  if (names.length === 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;
  console.log(`The tests need programs that are missing here; running: ${command}`);
  spawnSync('sh', ['-c', command], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** @param {keyof typeof PACKAGES} name */
function advice(name) {
  if (name !== 'chromium') return `The tests of hosts need ${name}: install it.`;
  const chosen = process.env['CHROME_PATH'];
  return chosen
    ? `CHROME_PATH names ${chosen}, which does not exist: the browser tests cannot run.`
    : 'The browser tests need Chromium, Chrome or Edge: install one (npx playwright-core install chromium) or set CHROME_PATH.';
}

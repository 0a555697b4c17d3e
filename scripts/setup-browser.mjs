import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './browser.mjs';

// Runs before the tests: browser tests fail without a browser; they are never skipped.
const INSTALL =
  'apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core';

if (findChromium() === undefined) {
  if (canInstall()) install();
  if (findChromium() === undefined) {
    console.error(advice());
    process.exit(1);
  }
}

function canInstall() {
  const root = process.getuid?.() === 0;
  const debian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  return root && debian && !process.env['CHROME_PATH'];
}

function install() {
  console.log(`The browser tests need Chromium and there is none; running: ${INSTALL}`);
  spawnSync('sh', ['-c', INSTALL], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function advice() {
  const chosen = process.env['CHROME_PATH'];
  return chosen
    ? `CHROME_PATH names ${chosen}, which does not exist: the browser tests cannot run.`
    : 'The browser tests need Chromium, Chrome or Edge: install one (npx playwright-core install chromium) or set CHROME_PATH.';
}

import { existsSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

interface Installed {
  readonly name: string;
  /** Undefined if the engine is installed. */
  readonly missing: string | undefined;
  readonly start: () => Promise<Engine>;
}

const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';

/** The engines besides Chromium, where Debian installs them. */
export function otherEngines(): readonly Installed[] {
  const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
  const display = process.env['DISPLAY'] !== undefined || existsSync('/usr/bin/Xvfb');
  return [
    {
      name: 'Firefox',
      missing: firefox === undefined ? 'install firefox-esr' : undefined,
      start: () => startFirefox(firefox ?? ''),
    },
    {
      name: 'WebKit',
      missing:
        existsSync(WEBKIT_DRIVER) && display ? undefined : 'install webkit2gtk-driver and xvfb',
      start: () => startWebKit(WEBKIT_DRIVER),
    },
  ];
}

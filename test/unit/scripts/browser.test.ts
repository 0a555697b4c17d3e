import { describe, expect, it } from 'vitest';
import { findChromium, findTestBrowser } from '../../../scripts/browser.mjs';

interface Stand {
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly folders?: Readonly<Record<string, readonly string[]>>;
}

function find(stand: Stand) {
  return findChromium(machineOf(stand));
}

function machineOf({ platform = 'linux', env = {}, files = [], folders = {} }: Stand) {
  return {
    platform,
    env,
    home: '/home/me',
    exists: (path: string) => files.includes(path),
    list: (path: string) => folders[path] ?? [],
  };
}

describe('findChromium', () => {
  it('takes CHROME_PATH before everything else', () => {
    const files = ['/opt/mine/chrome', '/usr/bin/chromium'];
    expect(find({ env: { CHROME_PATH: '/opt/mine/chrome' }, files })).toBe('/opt/mine/chrome');
  });

  it('does not replace a CHROME_PATH that does not exist', () => {
    const files = ['/usr/bin/chromium'];
    expect(find({ env: { CHROME_PATH: '/nowhere' }, files })).toBeUndefined();
  });

  it('finds the browsers of a Linux distribution', () => {
    expect(find({ files: ['/usr/bin/google-chrome', '/usr/bin/chromium'] })).toBe(
      '/usr/bin/chromium',
    );
    expect(find({ files: ['/usr/bin/microsoft-edge'] })).toBe('/usr/bin/microsoft-edge');
  });

  it('finds Chrome on macOS and Edge on Windows', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const env = { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(find({ platform: 'darwin', files: [chrome] })).toBe(chrome);
    expect(find({ platform: 'win32', env, files: [edge] })).toBe(edge);
  });

  it('falls back to the newest full browser in the cache of Playwright', () => {
    const cache = '/home/me/.cache/ms-playwright';
    const names = ['chromium-999', 'chromium_headless_shell-1200', 'ffmpeg-1', 'chromium-1100'];
    const files = [
      `${cache}/chromium-999/chrome-linux/chrome`,
      `${cache}/chromium-1100/chrome-linux64/chrome`,
      `${cache}/chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell`,
    ];
    const folders = { [cache]: names };
    expect(find({ files, folders })).toBe(files[1]);
    expect(find({ files: files.slice(2), folders })).toBe(files[2]);
  });

  it('returns undefined where there is no browser', () => {
    expect(find({})).toBeUndefined();
  });
});

describe('findTestBrowser', () => {
  const shell = '/usr/bin/chromium-headless-shell';

  it('prefers the headless shell, unless CHROME_PATH says otherwise', () => {
    const files = ['/usr/bin/chromium', shell];
    expect(findTestBrowser(machineOf({ files }))).toBe(shell);
    const env = { CHROME_PATH: '/usr/bin/chromium' };
    expect(findTestBrowser(machineOf({ env, files }))).toBe('/usr/bin/chromium');
  });

  it('takes any other browser where there is no shell', () => {
    expect(findTestBrowser(machineOf({ files: ['/usr/bin/chromium'] }))).toBe('/usr/bin/chromium');
    expect(findTestBrowser(machineOf({}))).toBeUndefined();
  });
});

import { spawn } from 'node:child_process';

/** Shows an address in the browser of the system. A system without one stays as it is. */
export function openBrowser(url: string): void {
  const [program, ...parameters] = opener(process.platform);
  const child = spawn(program, [...parameters, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

// None of these is a shell: an address is never read as a command.
function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

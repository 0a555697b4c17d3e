import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ResolvedConfig } from '../../../src/config/site-config.ts';
import { validateConfig } from '../../../src/config/validate.ts';
import type { ServedFile, ServedSite, WarmSite } from '../../../src/dev/dev-events.ts';

type Content = ServedFile | string | Error;

/** A site made of a table. */
export interface FakeSite {
  readonly files?: Readonly<Record<string, Content>>;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A document as the renderer makes it. */
export function page(text: string): string {
  return `<!doctype html>\n<html><head><title>${text}</title></head><body><div id="dw-root">${text}</div></body></html>\n`;
}

export const FILES: Readonly<Record<string, Content>> = {
  'index.html': page('home'),
  '404.html': page('not found'),
  'fr/404.html': page('introuvable'),
  'docs/a/index.html': page('a'),
  'docs/é #1?/index.html': page('odd'),
  'old/index.html': '<!doctype html><html><head><title>moved</title></head><body></body></html>',
  'site.json': '{"title":"a"}',
  'robots.txt': 'User-agent: *\n',
  '.env': 'SECRET=1',
  '.well-known/security.txt': 'Contact: mailto:a@example.com',
};

/** The state of a site made of a table. */
export function servedSite({ files = FILES, config = {} }: FakeSite = {}): ServedSite {
  const table = new Map(Object.entries(files));
  return {
    config: resolved(config),
    state: {
      version: 7,
      shell: 'shell"<&>',
      styles: { href: '/dw-assets/s.css', integrity: 'sha' },
    },
    source: (pathname) =>
      pathname === '/docs/a/' ? { file: '/site/content/docs/a.md', line: 3 } : undefined,
    apis: () => [],
    file: async (path) => {
      const content = table.get(path);
      if (content instanceof Error) throw content;
      return typeof content === 'string' ? { type: 'made', content } : content;
    },
  };
}

/** A warm site whose state can be exchanged. */
export function warmSite(
  site: ServedSite | undefined,
): WarmSite & { set: (next: ServedSite) => void } {
  let current = site;
  return {
    current: () => current,
    findings: () => ({ checking: false, errors: 0, warnings: 0, shown: [] }),
    set: (next) => {
      current = next;
    },
  };
}

function resolved(changes: Readonly<Record<string, unknown>>): ResolvedConfig {
  const place = {
    siteDir: '/site',
    configFile: 'site.config.ts',
    outDir: undefined,
    exists: () => false,
    folders: () => [],
  };
  const value = { title: 'Site', url: 'https://docs.example.com', ...changes };
  const { config, diagnostics } = validateConfig(value, { ...place, source: '' });
  if (config === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return resolveConfig(config, place);
}

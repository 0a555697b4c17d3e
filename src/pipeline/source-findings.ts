/** Findings about descriptions, located in the configuration. */
import { basename, dirname, join } from 'node:path/posix';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type LoadedApis } from '../openapi/load-descriptions.ts';
import { findServer } from '../openapi/model/servers.ts';
import { type FilePath } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import { namesIn } from '../config/folders.ts';

/** Reports a description that cannot be opened at its path in the configuration. */
export function atConfig(
  entry: Diagnostic,
  { config, locate }: { readonly config: ResolvedConfig; readonly locate: LocateConfig },
): Diagnostic {
  if (entry.code !== 'file-unreadable') return entry;
  const source = config.openapi.find(({ spec }) => spec === entry.location?.file);
  if (source === undefined) return entry;
  const near = nearDescription(config.siteDir, source.spec);
  return {
    ...entry,
    message: entry.message.replace('the file:', `"${source.spec}":`),
    location: locate([...source.path, 'spec']),
    hint:
      near === undefined
        ? 'name a YAML or JSON file below the site folder'
        : `did you mean "${near}"?`,
  };
}

/** Reports values of `server` that match no server of the description. */
export function missingServers({ apis }: LoadedApis, locate: LocateConfig): readonly Diagnostic[] {
  return apis.flatMap(({ source: { server, path }, model: { servers } }) => {
    if (server === undefined || findServer(servers, server) !== undefined) return [];
    const known = servers.map(({ resolvedUrl, description }) =>
      description === '' ? resolvedUrl : `${resolvedUrl} (${description})`,
    );
    return diagnostic('config-value', {
      message: `openapi[${String(path[1])}].server matches no server: ${JSON.stringify(server)}`,
      location: locate([...path.slice(0, 2), 'server']),
      hint: `its servers are: ${known.join(', ')}`,
    });
  });
}

/** Suggests the description in the named folder, or the file with the most similar name next to it. */
function nearDescription(siteDir: string, spec: FilePath): string | undefined {
  const descriptionsIn = (folder: string): readonly string[] =>
    namesIn(join(siteDir, folder))
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .toSorted(compareStrings);
  const [inside] = descriptionsIn(spec);
  if (inside !== undefined) return `${spec}/${inside}`;
  const near = nearest(basename(spec), descriptionsIn(dirname(spec)));
  return near && join(dirname(spec), near);
}

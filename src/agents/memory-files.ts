import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../cache/file-hashes.ts';
import { type BuiltFolder, createReadFolder } from '../mcp/read-folder.ts';
import type { SiteSink } from '../publish/output-file.ts';

/** A site that is made without being published; files that would stay as they are remain in the output folder. */
export interface MemoryFiles {
  readonly sink: SiteSink;
  readonly folder: BuiltFolder;
  /** The paths of all files. */
  readonly paths: ReadonlySet<string>;
}

/** Collects the files of a site; of those that no agent reads, the paths only. */
export function createMemoryFiles(outDir: string): MemoryFiles {
  const texts = new Map<string, string>();
  const sources = new Map<string, string>();
  const paths = new Set<string>();
  const readBytes = (file: string): Uint8Array | undefined => {
    try {
      return readFileSync(file);
    } catch {
      return undefined;
    }
  };
  const read = (path: string): Uint8Array | undefined => {
    const text = texts.get(path);
    if (text !== undefined) return Buffer.from(text);
    const source = sources.get(path);
    return source === undefined ? undefined : readBytes(source);
  };
  const sink: SiteSink = {
    put: ({ path, content }) => {
      paths.add(path);
      if (!/\.(?:html|md|txt|json)$/.test(path)) return;
      const text = Buffer.from(content).toString();
      texts.set(path, path.endsWith('.html') ? startOfPage(text) : text);
    },
    copy: ({ path, from }) => {
      paths.add(path);
      sources.set(path, from);
    },
    keep: (files) => {
      const isSame = files.every(({ path, hash }) => {
        const bytes = readBytes(join(outDir, path));
        return bytes !== undefined && (hash === undefined || hashOf(bytes) === hash);
      });
      if (!isSame) return false;
      for (const { path } of files) {
        paths.add(path);
        sources.set(path, join(outDir, path));
      }
      return true;
    },
    read,
  };
  const folder = createReadFolder(async (path) => {
    const bytes = read(path);
    return bytes && Buffer.from(bytes).toString();
  });
  return { sink, folder, paths };
}

/** The parts of a document that are read: where it leads, and the line for agents. */
function startOfPage(html: string): string {
  const line = html.indexOf('class="for-agents"');
  return html.slice(0, 4000) + (line < 0 ? '' : `<p ${html.slice(line, line + 1000)}`);
}

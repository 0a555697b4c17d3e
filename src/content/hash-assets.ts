import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FILES_FOLDER, type OutputPath, toOutputPath } from '../shared/paths.ts';
import type { SourceFile } from './source-file.ts';

/** The output path of a file beside the content: in a folder of its own, with a hash of its content in the name. */
export type AssetPaths = (source: SourceFile) => OutputPath;

/** Reads each file when its path is first asked for. */
export function createAssetPaths(): AssetPaths {
  const paths = new Map<string, OutputPath>();
  return (source) => {
    const path = paths.get(source.absolute) ?? assetPath(source);
    paths.set(source.absolute, path);
    return path;
  };
}

function assetPath({ absolute, path }: SourceFile): OutputPath {
  const hash = createHash('sha256').update(contentOf(absolute)).digest('hex').slice(0, 10);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return toOutputPath(`${FILES_FOLDER}${stem}-${hash}${extension}`);
}

/** What cannot be read has no content here; whoever copies it tells why. */
function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array();
  }
}

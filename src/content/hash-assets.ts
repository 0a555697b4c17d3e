import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FILES_FOLDER, type OutputPath, toOutputPath } from '../shared/paths.ts';
import type { SourceFile } from './source-file.ts';

/** Returns the output path of a file next to the content: in a separate folder, with a content hash in its name. */
export type AssetPaths = (source: SourceFile) => OutputPath;

/** Creates a function that reads each file when its path is first requested. */
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

/** Treats an unreadable file as empty; it is reported when it is copied. */
function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array();
  }
}

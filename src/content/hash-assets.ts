import { createHash } from 'node:crypto';
import type { FileHashes } from '../cache/file-hashes.ts';
import { FILES_FOLDER, type OutputPath, toOutputPath } from '../shared/paths.ts';
import type { SourceFile } from './source-file.ts';

/** Returns the output path of a file next to the content: in a separate folder, with a content hash in its name. */
export type AssetPaths = (source: SourceFile) => OutputPath;

/** Creates a function that reads each file when its path is first requested, unless its content is known. */
export function createAssetPaths(hashes: Pick<FileHashes, 'of'>): AssetPaths {
  const paths = new Map<string, OutputPath>();
  return (source) => {
    const path = paths.get(source.absolute) ?? assetPath(source, hashes);
    paths.set(source.absolute, path);
    return path;
  };
}

/** Treats an unreadable file as empty; it is reported when it is copied. */
function assetPath({ absolute, path }: SourceFile, hashes: Pick<FileHashes, 'of'>): OutputPath {
  // Names do not differ in case alone, as those of `hashOf` could.
  const content = hashes.of(absolute) ?? '';
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return toOutputPath(`${FILES_FOLDER}${stem}-${hash}${extension}`);
}

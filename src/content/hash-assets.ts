import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { FILES_FOLDER, type OutputPath, toOutputPath } from '../shared/paths.ts';
import type { SourceFile } from './source-file.ts';

/** Returns the output path of a file next to the content: in a separate folder, with a content hash in its name. */
export type AssetPaths = (source: SourceFile) => OutputPath;

/** `content` is the hash of the file's content; an unreadable file is treated as empty and reported when it is copied. */
export function assetPath(absolute: string, content: string): OutputPath {
  // Names do not differ in case alone, as those of `hashOf` could.
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const name = basename(absolute);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return toOutputPath(`${FILES_FOLDER}${stem}-${hash}${extension}`);
}

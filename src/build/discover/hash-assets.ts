import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type OutputPath, toOutputPath } from '../../shared/paths.ts';
import type { SourceFile } from '../types.ts';

/** The output path of each file, under `assets/` with a hash of its content in the name. */
export function hashAssets(sources: readonly SourceFile[]): ReadonlyMap<SourceFile, OutputPath> {
  return new Map(sources.map((source) => [source, assetPath(source)]));
}

function assetPath(source: SourceFile): OutputPath {
  const hash = createHash('sha256')
    .update(readFileSync(source.absolute))
    .digest('hex')
    .slice(0, 10);
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return toOutputPath(`assets/${stem}-${hash}${extension}`);
}

import { createHash } from 'node:crypto';
import type { Message } from 'esbuild';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import type { BundleOutput } from './bundle-job.ts';
import type { Fact } from './facts.ts';

/** The first line of a kept output; the bytes of its files follow, one after the other. */
interface Header {
  readonly files: readonly (readonly [path: string, size: number])[];
  readonly entries: readonly (readonly [name: string, path: string])[];
  readonly warnings: readonly Message[];
  readonly facts: readonly Fact[];
}

const HASH_SIZE = 32;

/** An output as bytes that tell whether they are whole: their hash, a line of JSON, the files. */
export function writeKept({ files, entries, warnings, facts }: BundleOutput): Uint8Array {
  const header: Header = {
    files: [...files].map(([path, { length }]) => [path, length]),
    entries: [...entries],
    warnings,
    facts,
  };
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files.values()]);
  return Buffer.concat([hashOf(body), body]);
}

/** The output that `writeKept` wrote; undefined for anything else, and for what has lost or changed a byte. */
export function readKept(bytes: Uint8Array): BundleOutput | undefined {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(HASH_SIZE);
  if (!hashOf(body).equals(bytes.subarray(0, HASH_SIZE))) return undefined;
  const end = body.indexOf('\n');
  // The hash says that `writeKept` wrote it.
  const header = JSON.parse(body.subarray(0, end).toString()) as Header;
  let offset = end + 1;
  const files = new Map<FilePath, Uint8Array>();
  for (const [path, size] of header.files) {
    files.set(toFilePath(path), body.subarray(offset, offset + size));
    offset += size;
  }
  const entries = header.entries.map(([name, path]) => [name, toFilePath(path)] as const);
  return { files, entries: new Map(entries), warnings: header.warnings, facts: header.facts };
}

function hashOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest();
}

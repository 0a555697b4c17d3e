import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from 'esbuild';
import { codeHash } from '../cache/code-hash.ts';
import { type Fact, holds, type Probe } from '../cache/fact-recorder.ts';
import type { SealedFolder } from '../cache/sealed-folder.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import type { BundleJob, BundleOutput } from './run-job.ts';

/** Outputs of earlier runs on disk, shared by all processes. Unusable entries are ignored without an error. */
export interface BundleCache {
  /** Returns a job's cached output if the disk still matches all of its facts. */
  readonly read: (name: string, job: BundleJob, probe: Probe) => BundleOutput | undefined;
  readonly write: (name: string, job: BundleJob, output: BundleOutput) => void;
}

/** Number of outputs kept for each name: other sites in the folder, other values of `baseUrl`, other lists of pages. */
const KEPT = 4;

/** Stores one file for each job, named by a hash of the job and of docwright's code. */
export function createBundleCache(folder: SealedFolder): BundleCache {
  const fileOf = (name: string, job: BundleJob): string => {
    const parts = [codeHash(), process.env['NODE_PATH'] ?? '', JSON.stringify(job)];
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    return `${name}-${hash.slice(0, 24)}`;
  };
  return {
    read: (name, job, probe) => {
      const bytes = folder.read(fileOf(name, job));
      const output = bytes === undefined ? undefined : parseOutput(bytes);
      return output?.facts.every((fact) => holds(fact, probe)) === true ? output : undefined;
    },
    write: (name, job, output) => {
      const file = fileOf(name, job);
      attempt(() => {
        folder.write(file, serializeOutput(output));
        prune(folder.path, name, file);
      });
    },
  };
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Removes the oldest outputs of a name, and temporary files of killed processes. */
function prune(folder: string, name: string, written: string): void {
  const pattern = new RegExp(`^${name}-[\\da-f]{24}(\\.\\d+\\.new)?$`);
  const old = readdirSync(folder)
    .filter((file) => pattern.test(file) && file !== written)
    .map((file) => ({ file, time: attempt(() => statSync(join(folder, file)).mtimeMs) ?? 0 }))
    .toSorted((a, b) => b.time - a.time || compareStrings(a.file, b.file));
  for (const { file } of old.slice(KEPT - 1)) rmSync(join(folder, file), { force: true });
}

/** The first line of a cached output; the contents of its files follow. */
interface Header {
  readonly files: readonly (readonly [path: string, size: number])[];
  readonly entries: readonly (readonly [name: string, path: string])[];
  readonly islands: readonly (readonly [name: string, file: string])[];
  readonly warnings: readonly Message[];
  readonly missing: BundleOutput['missing'];
  readonly facts: readonly Fact[];
}

/** Serializes an output: a line of JSON, the contents of the files. */
export function serializeOutput(output: BundleOutput): Uint8Array {
  const { files, entries, islands, ...others } = output;
  const header: Header = {
    files: [...files].map(([path, { length }]) => [path, length]),
    entries: [...entries],
    islands: [...islands],
    ...others,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files.values()]);
}

/** Reads what `serializeOutput` wrote, and nothing else. */
export function parseOutput(bytes: Uint8Array): BundleOutput {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = body.indexOf('\n');
  const header = JSON.parse(body.subarray(0, end).toString()) as Header;
  let offset = end + 1;
  const files = new Map<FilePath, Uint8Array>();
  for (const [path, size] of header.files) {
    files.set(toFilePath(path), body.subarray(offset, offset + size));
    offset += size;
  }
  const entries = header.entries.map(([name, path]) => [name, toFilePath(path)] as const);
  const { warnings, missing, facts } = header;
  const islands = new Map(header.islands);
  return { files, entries: new Map(entries), islands, warnings, missing, facts };
}

import type { BuildFailure } from 'esbuild';

type Esbuild = typeof import('esbuild');

let loading: Promise<Esbuild> | undefined;

/** Loads esbuild on first use: most commands need none. */
export function loadEsbuild(): Promise<Esbuild> {
  loading ??= import('esbuild');
  return loading;
}

/** Ends esbuild's service, which complains if the process ends before it. */
export async function stopEsbuild(): Promise<void> {
  await (await loading)?.stop();
}

export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

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

/** A reader that stops early (`docs build --format json | head`) is no error. */
export function acceptClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Waits until all that was written to the standard streams has left the process. */
export async function flushStreams(): Promise<void> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map((stream) => new Promise<void>((resolve) => stream.write('', () => resolve()))),
  );
}

/**
 * Sends what is printed on the output stream to the error stream, so that code of a site does not mix with a report
 * for machines. Returns what ends it.
 */
export function redirectOutput(): () => void {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    process.stdout.write = write;
  };
}

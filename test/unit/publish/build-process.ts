// A build in a separate process: `node build-process.mjs <outDir> <mode> <number> <files as JSON>`.
import { cleanUpOnSignal, openStage } from '../../../src/publish/stage.ts';

import { toOutputPath } from '../../../src/shared/paths.ts';
import { watchedDisk } from './watched-disk.ts';

const [outDir = '', mode = '', number = '0', json = '{}'] = process.argv.slice(2);

// `kill` and `interrupt`: the signal is sent before the change with the given number; `wait`: the stage stays open;
// `exit`: the process exits by itself.
const signal = mode === 'kill' ? 'SIGKILL' : mode === 'interrupt' ? 'SIGINT' : undefined;
const disk = watchedDisk((count) => {
  if (signal !== undefined && count === Number(number)) process.kill(process.pid, signal);
});

const { stage, diagnostics } = await openStage(outDir, { disk });
if (stage === undefined) {
  process.stdout.write(`${diagnostics.map((diagnostic) => diagnostic.code).join()}\n`);
  process.exit(1);
}
cleanUpOnSignal(stage);
const files: Record<string, string> = JSON.parse(json);
for (const [path, content] of Object.entries(files))
  stage.put({ path: toOutputPath(path), content });
process.stdout.write('staged\n');
if (mode === 'exit') process.exit(4);
if (mode === 'wait') await new Promise((resolve) => setTimeout(resolve, 600_000));
await stage.commit();
// Gives a signal that came during the commit its turn.
await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write('published\n');

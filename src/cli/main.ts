import { guardExit } from '../config/loading/run-module.ts';
import { EXIT } from './exit-codes.ts';
import { endOnInterrupt } from './interrupt.ts';
import { acceptClosedStreams, flushStreams } from './streams.ts';

// Node ends with 0 when the event loop drains early; only a command that ran to its end may do so.
process.exitCode = EXIT.internal;
// The configuration runs under another `process.exit`, which must not stop an interrupt.
const exit = process.exit.bind(process);
// Code of the site that wants to end the process is told as a fault of the site.
guardExit(() => {});
endOnInterrupt(exit);
acceptClosedStreams();
// Loaded now, when an interrupt is heard already: this is most of the time before a command starts.
const { runProgram } = await import('./program.ts');
await runProgram(process.argv);
await flushStreams();
// Timers of the site may still run.
exit();

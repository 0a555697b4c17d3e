#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// A build ends before most of V8's optimized code pays off, whose compilation is a fifth of its processor time. V8 optimizes a
// function after several times as much work in it, and copies less of others into it: a build of 100 pages takes a seventh
// less, one of 1,000 or 4,000 a twelfth. Versions of Node name the limit of work differently, and print unknown flags.
const limits = new Map([
  ['v20', '--interrupt-budget=400000'],
  ['v22', '--invocation-count-for-turbofan=9000'],
  ['v24', '--invocation-count-for-turbofan=9000'],
]);
const limit = limits.get(process.version.split('.')[0]);
if (limit !== undefined) setFlagsFromString(limit);
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
// Garbage is collected when the heap has grown by 70 percent, not when it is four times as large: a build of 1,000 pages
// has its peak at 212 MB instead of 270, one of 4,000 at 480 instead of 650, for 2 percent more processor time.
setFlagsFromString('--heap-growing-percent=70');

// Replaced by the command; a process that cannot open the files of docwright ends with 1.
import('../dist/lib/main.js').catch((error) => {
  process.stderr.write(`error: docwright cannot be loaded: ${error.message}\n`);
  process.exitCode = 1;
});

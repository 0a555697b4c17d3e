#!/usr/bin/env node
// Replaced by the command; a process that cannot open the files of docwright ends with 1.
import('../dist/lib/main.js').catch((error) => {
  process.stderr.write(`error: docwright cannot be loaded: ${error.message}\n`);
  process.exitCode = 1;
});

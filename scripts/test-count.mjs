import { readFileSync } from 'node:fs';

// Prints `N passed, M failed` from Vitest's JSON report; fails on a failed, skipped or missing test.
const [file] = process.argv.slice(2);
const text = file === undefined ? '' : readFileSync(file, 'utf8');
/** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, success: boolean }} */
const report =
  text === ''
    ? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, success: false }
    : JSON.parse(text);

if (report.numPendingTests > 0) console.error(`${report.numPendingTests} tests were skipped`);
// A file that cannot be loaded has no tests to count.
const failed = report.success ? report.numFailedTests : Math.max(1, report.numFailedTests);
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode =
  failed === 0 && report.numPendingTests === 0 && report.numPassedTests > 0 ? 0 : 1;

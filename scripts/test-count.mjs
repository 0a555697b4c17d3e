import { readFileSync } from 'node:fs';

// Prints failures and `N passed, M failed` from Vitest's JSON report; fails on a failed, skipped or missing test.
const [file] = process.argv.slice(2);
const text = file === undefined ? '' : readFileSync(file, 'utf8');
/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile
 * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, success: boolean, testResults: TestFile[] }}
 */
const report =
  text === ''
    ? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, success: false, testResults: [] }
    : JSON.parse(text);

const MOST_SHOWN = 20;
const failures = report.testResults.flatMap((entry) => {
  const tests = entry.assertionResults.filter(({ status }) => status === 'failed');
  if (tests.length === 0 && entry.status === 'failed') return [`${entry.name}\n${entry.message}`];
  return tests.map(
    ({ fullName, failureMessages }) => `${entry.name}\n${fullName}\n${failureMessages.join('\n')}`,
  );
});
for (const failure of failures.slice(0, MOST_SHOWN)) {
  console.error(`failed: ${failure.split('\n').slice(0, 12).join('\n  ')}\n`);
}

if (report.numPendingTests > 0) console.error(`${report.numPendingTests} tests were skipped`);
// A file that cannot be loaded has no tests to count.
const failed = report.success ? report.numFailedTests : Math.max(1, report.numFailedTests);
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode =
  failed === 0 && report.numPendingTests === 0 && report.numPassedTests > 0 ? 0 : 1;

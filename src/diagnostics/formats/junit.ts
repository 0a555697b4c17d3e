import type { Diagnostic } from '../diagnostic.ts';
import { groupBy } from '../../shared/maps.ts';
import { type FormatInput, isFailure, messageWithHint, reportedFile } from './report-input.ts';

/**
 * Prints JUnit XML: one `testsuite` per file with problems, one `testcase` per problem. A run without problems is one
 * passing test, because CI servers reject a report without tests.
 */
export function junitReport(input: FormatInput): string {
  const byFile = groupBy(input.diagnostics, ({ location }) => location?.file ?? '');
  const suites = [...byFile].map(([file, entries]): Suite => {
    const name = file === '' ? 'site' : reportedFile(input, file);
    const failures = entries.filter((entry) => isFailure(input, entry)).length;
    const cases = entries.flatMap((entry) => testCase(input, name, entry));
    return suiteOf(name, { tests: entries.length, failures, errors: 0 }, cases);
  });
  if (!input.complete || suites.length === 0) suites.push(runSuite(input.complete));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${xmlTag('testsuites', { name: 'docwright', ...sum(suites) })}>`,
    ...suites.flatMap(({ lines: inside }) => inside),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

interface Totals {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

interface Suite extends Totals {
  readonly lines: readonly string[];
}

function sum(suites: readonly Suite[]): Totals {
  const add = (key: keyof Totals): number => suites.reduce((total, suite) => total + suite[key], 0);
  return { tests: add('tests'), failures: add('failures'), errors: add('errors') };
}

function suiteOf(name: string, totals: Totals, cases: readonly string[]): Suite {
  const open = xmlTag('testsuite', { name, ...totals, skipped: 0 });
  return { ...totals, lines: [`  <${open}>`, ...cases, '  </testsuite>'] };
}

function testCase(input: FormatInput, classname: string, entry: Diagnostic): readonly string[] {
  const { code, location, link, message } = entry;
  const position = location === undefined ? '' : `${location.line}:${location.column} `;
  const name = `${position}${code}${link === undefined ? '' : ` ${link.href}`}`;
  const text = xmlText(
    `${location === undefined ? '' : `${classname}:${position}`}${messageWithHint(entry)}`,
  );
  const told = isFailure(input, entry)
    ? `<${xmlTag('failure', { message, type: code })}>${text}</failure>`
    : `<system-out>${text}</system-out>`;
  const tag = xmlTag('testcase', { name, classname, file: classname, line: location?.line });
  return [`    <${tag}>`, `      ${told}`, '    </testcase>'];
}

function runSuite(complete: boolean): Suite {
  const totals = { tests: 1, failures: 0, errors: complete ? 0 : 1 };
  const name = complete ? 'no problems' : 'the run ended early';
  const tag = xmlTag('testcase', { name, classname: 'docwright' });
  if (complete) return suiteOf('docwright', totals, [`    <${tag}/>`]);
  const error = xmlTag('error', { message: 'not everything was seen', type: 'incomplete' });
  return suiteOf('docwright', totals, [`    <${tag}>`, `      <${error}/>`, '    </testcase>']);
}

/** Prints the name and the defined attributes of a start tag. */
function xmlTag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  const printed = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  return `${name}${printed.join('')}`;
}

/** Escapes character data (XML 1.0, 2.4). */
function xmlText(text: string): string {
  // Removes characters that XML 1.0 forbids even as a reference (2.2, `Char`), and the controls it discourages.
  return text
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu,
      '',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Escapes an attribute value; white space that a parser would normalize is kept (XML 1.0, 3.3.3). */
function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

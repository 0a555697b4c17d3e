import { entryOf, type Severity } from '../codes.ts';
import { compareStrings, type Diagnostic, type Location } from '../diagnostic.ts';
import { type FindingIdentity, fingerprint, identify } from '../fingerprint.ts';
import { type FormatInput, messageWithHint, reportedFile } from './report-input.ts';

/** SARIF 2.1.0 (OASIS), for code scanning. Baseline findings are results with a suppression. */
export function sarifReport(input: FormatInput): string {
  const { diagnostics, known = [], version } = input;
  const all = [...diagnostics, ...known];
  const rules = [...new Set(all.map(({ code }) => code))].sort(compareStrings);
  const identities = identify(all);
  const result = (entry: Diagnostic, suppressed: boolean): object =>
    sarifResult(input, entry, {
      suppressed,
      ruleIndex: rules.indexOf(entry.code),
      identity: identities.get(entry),
    });
  const driver = {
    name: 'docwright',
    ...(version === undefined ? {} : { version }),
    rules: rules.map((code) => {
      const { severity, summary } = entryOf(code);
      const defaultConfiguration = { level: levelOf(severity) };
      return { id: code, shortDescription: { text: summary }, defaultConfiguration };
    }),
  };
  const run = {
    tool: { driver },
    invocations: [{ executionSuccessful: input.complete }],
    originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    results: [
      ...diagnostics.map((entry) => result(entry, false)),
      ...known.map((entry) => result(entry, true)),
    ],
    ...(input.checked === undefined ? {} : { properties: { checked: input.checked } }),
  };
  const $schema =
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
  return `${JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}

function levelOf(severity: Severity): string {
  return severity === 'info' ? 'note' : severity;
}

interface ResultContext {
  readonly suppressed: boolean;
  readonly ruleIndex: number;
  readonly identity: FindingIdentity | undefined;
}

function sarifResult(
  input: FormatInput,
  entry: Diagnostic,
  { suppressed, ruleIndex, identity }: ResultContext,
): object {
  const { code, severity, location, link } = entry;
  const replacement = suppressed ? undefined : input.replacement?.(entry);
  return {
    ruleId: code,
    ruleIndex,
    level: levelOf(severity),
    message: { text: messageWithHint(entry) },
    locations: location === undefined ? [] : [sarifLocation(input, location)],
    ...(identity === undefined
      ? {}
      : { partialFingerprints: { 'docwrightFinding/v1': fingerprint(identity) } }),
    ...(suppressed ? { suppressions: [BASELINE] } : {}),
    ...(location === undefined || replacement === undefined
      ? {}
      : { fixes: [sarifFix(input, location, replacement)] }),
    ...(link === undefined ? {} : { properties: link }),
  };
}

const BASELINE = { kind: 'external', justification: 'The baseline lists it.' };

function sarifLocation(input: FormatInput, location: Location): object {
  const { pointer } = location;
  return {
    physicalLocation: { artifactLocation: artifact(input, location), region: region(location) },
    ...(pointer === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function artifact(input: FormatInput, { file }: Location): object {
  return { uri: fileUri(reportedFile(input, file)), uriBaseId: 'SRCROOT' };
}

/** A relative URI reference (RFC 3986); a colon in its first segment would be a scheme. */
function fileUri(file: string): string {
  const wellFormed = file.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
  return wellFormed.split('/').map(encodeURIComponent).join('/');
}

/** SARIF's end column is exclusive, like ours (3.30.8). */
function region({ line, column, endLine, endColumn }: Location): object {
  return {
    startLine: line,
    startColumn: column,
    ...(endColumn === undefined ? {} : { endLine: endLine ?? line, endColumn }),
  };
}

function sarifFix(input: FormatInput, location: Location, text: string): object {
  const replacement = { deletedRegion: region(location), insertedContent: { text } };
  return {
    description: { text: `Write ${text}` },
    artifactChanges: [{ artifactLocation: artifact(input, location), replacements: [replacement] }],
  };
}

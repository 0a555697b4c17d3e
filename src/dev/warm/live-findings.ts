import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { codeFrame, sourceLines, stripControls } from '../../diagnostics/frame.ts';
import type { LiveFinding, LiveFindings } from '../../shared/live.ts';

/** Findings that an open page is told of; the terminal has all of them. */
const SHOWN = 50;

/** Puts problems into words for open pages; `read` gives the text of a file for its frame. */
export function liveFindings(
  diagnostics: readonly Diagnostic[],
  checking: boolean,
  read: (file: string) => string | undefined,
): LiveFindings {
  const of = (severity: Diagnostic['severity']): readonly Diagnostic[] =>
    diagnostics.filter((entry) => entry.severity === severity).toSorted(compareDiagnostics);
  const [errors, warnings, others] = [of('error'), of('warning'), of('info')];
  const shown = [...errors, ...warnings, ...others].slice(0, SHOWN);
  return {
    checking,
    errors: errors.length,
    warnings: warnings.length,
    shown: shown.map((entry) => liveFinding(entry, read)),
  };
}

function liveFinding(
  { code, severity, message, location, hint, link }: Diagnostic,
  read: (file: string) => string | undefined,
): LiveFinding {
  const text = location === undefined ? undefined : read(location.file);
  const frame =
    location === undefined || text === undefined
      ? undefined
      : codeFrame(sourceLines(text), location);
  const [near] = link?.suggestions ?? [];
  const advice = near === undefined ? hint : `did you mean ${near}?`;
  return {
    code,
    severity,
    message: stripControls(message),
    ...(location === undefined
      ? {}
      : { place: stripControls(`${location.file}:${location.line}:${location.column}`) }),
    ...(frame === undefined ? {} : { frame }),
    ...(advice === undefined ? {} : { hint: stripControls(advice) }),
  };
}

import type { DiagnosticCode } from '../../../src/diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../../src/diagnostics/diagnostic.ts';

interface FindingParts {
  readonly code?: DiagnosticCode;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly href?: string;
  readonly resolved?: string;
  readonly fix?: string;
}

/** A finding about a link whose destination stands on one line. */
export function linkFinding(parts: FindingParts = {}): Diagnostic {
  const { code = 'page-not-found', file = 'a.md', line = 1, column = 1, href = './x.md' } = parts;
  return diagnostic(code, {
    message: `${code}: ${href}`,
    location: { file, line, column, endLine: line, endColumn: column + href.length },
    link: {
      href,
      suggestions: [],
      ...(parts.resolved === undefined ? {} : { resolved: parts.resolved }),
      ...(parts.fix === undefined ? {} : { fix: parts.fix }),
    },
  });
}

/** `file:line:column code`, for comparisons. */
export function lineOf({ code, location }: Diagnostic): string {
  return `${location?.file}:${location?.line}:${location?.column} ${code}`;
}

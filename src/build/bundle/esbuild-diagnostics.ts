import { relative, resolve } from 'node:path';
import type { Message } from 'esbuild';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { toFilePath } from '../../shared/paths.ts';

/** What a failed esbuild call says, as diagnostics. Anything else that was thrown is thrown on. */
export function bundleDiagnostics(cause: unknown, siteDir: string): readonly Diagnostic[] {
  if (!isBuildFailure(cause)) throw cause;
  return cause.errors.map((message) => messageDiagnostic(message, siteDir));
}

function isBuildFailure(cause: unknown): cause is { errors: readonly Message[] } {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}

function messageDiagnostic(message: Message, siteDir: string): Diagnostic {
  const place = message.location;
  const location =
    place === null
      ? undefined
      : {
          file: sourceFile(place.file, siteDir),
          line: place.line,
          // esbuild counts columns in UTF-8 bytes from 0.
          column: utf16Column(place.lineText, place.column),
          endLine: place.line,
          endColumn: utf16Column(place.lineText, place.column + place.length),
        };
  const suggestion = place?.suggestion ? `did you mean ${place.suggestion}` : undefined;
  return diagnostic('bundle-error', {
    message: message.text,
    location,
    hint: suggestion ?? message.notes[0]?.text,
  });
}

/** Modules of the site are named `source:site/…` (see resolve-plugin.ts). */
function sourceFile(name: string, siteDir: string): string {
  const inSite = /^source:site\/(.*)$/.exec(name)?.[1];
  return inSite ?? toFilePath(relative(siteDir, resolve(siteDir, name.replace(/^source:/, ''))));
}

function utf16Column(line: string, byteOffset: number): number {
  return Buffer.from(line).subarray(0, byteOffset).toString().length + 1;
}

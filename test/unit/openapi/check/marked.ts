import { compareDiagnostics, type Diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { checkDescription } from '../../../../src/openapi/check/check.ts';
import { openDescription, type ReadSpecFile } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

/** Files of a description, the first is the root. `▸` marks each location of an expected problem. */
export type MarkedFiles = Readonly<Record<string, string>>;

/** Reads files from memory. */
export function readerOf(files: MarkedFiles): ReadSpecFile {
  return (file) => {
    const text = files[file];
    if (text === undefined) return { ok: false, reason: 'missing', message: `no file "${file}"` };
    return { ok: true, text: text.replaceAll('▸', '') };
  };
}

/** All problems of a description, sorted by place. */
export function problemsOf(files: MarkedFiles): readonly Diagnostic[] {
  const root = toFilePath(Object.keys(files)[0] ?? '');
  const { description, diagnostics } = openDescription(root, readerOf(files));
  const found = description === undefined ? [] : checkDescription(description);
  return [...diagnostics, ...found].sort(compareDiagnostics);
}

/** `api.yaml:3:7` of each problem. */
export function locationsOf(problems: readonly Diagnostic[]): readonly string[] {
  return problems.map(({ location }) => `${location?.file}:${location?.line}:${location?.column}`);
}

/** `api.yaml:3:7` of each mark, in the order of the files. */
export function marksOf(files: MarkedFiles): readonly string[] {
  return Object.keys(files)
    .sort()
    .flatMap((file) =>
      (files[file] ?? '').split('\n').flatMap((line, index) => {
        const parts = line.split('▸').slice(0, -1);
        let column = 1;
        return parts.map((part) => {
          column += part.length;
          return `${file}:${index + 1}:${column}`;
        });
      }),
    );
}

import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { collectSuppressions, type SiteSuppressions } from '../../../src/links/suppress.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import type { SuppressedRange } from '../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const parser = createDocParser({ html: 'trusted', searchHeadingLevel: 4 });

export interface ReadSuppressions {
  readonly byFile: SiteSuppressions['byFile'];
  /** The comments and elements of the file. */
  readonly ranges: readonly SuppressedRange[];
  /** Problems of suppressions, of no other kind. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the suppressions of one file. */
export function readSuppressions(text: string, file = 'a.md'): ReadSuppressions {
  const doc = parser.parse(toFilePath(file), text);
  const { suppressions, add } = collectSuppressions();
  add(doc, doc.suppressions);
  const isAbout = ({ code }: Diagnostic): boolean => code === 'invalid-suppression';
  return {
    byFile: suppressions.byFile,
    ranges: doc.suppressions,
    diagnostics: [...suppressions.diagnostics, ...doc.diagnostics.filter(isAbout)],
  };
}

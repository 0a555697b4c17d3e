import { LINK_CODES } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Codes about the gate's own comments and files: neither a comment nor a baseline can silence them. */
const ABOUT_THE_GATE: ReadonlySet<string> = new Set([
  'stale-baseline',
  'unused-suppression',
  'invalid-suppression',
  'nothing-checked',
]);

/** The rules that a comment or a baseline may name. */
export const SILENCEABLE: ReadonlySet<string> = new Set(
  LINK_CODES.filter((code) => !ABOUT_THE_GATE.has(code)),
);

/** True for findings that a comment or a baseline may silence. */
export function isSilenceable({ code }: Diagnostic): boolean {
  return SILENCEABLE.has(code);
}

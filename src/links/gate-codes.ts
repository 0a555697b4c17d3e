import { LINK_CODES } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isDangerousHref } from '../shared/paths.ts';

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

/** True for findings that a comment or a baseline may silence: not for links that are never published. */
export function isSilenceable({ code, link }: Diagnostic): boolean {
  if (code === 'unsafe-scheme' && (link === undefined || isDangerousHref(link.href))) return false;
  return SILENCEABLE.has(code);
}

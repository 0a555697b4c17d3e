import type { JsonObject } from '../../read/description.ts';
import { type Check, report } from '../check-context.ts';
import { isExtension } from '../value-kinds.ts';

/** The status codes of an operation's responses (OpenAPI 3, Responses Object). */
export function checkResponses(check: Check, responses: JsonObject): void {
  for (const code of Object.keys(responses)) {
    if (code === 'default' || isExtension(code) || code === '$ref') continue;
    if (/^[1-5]\d\d$/.test(code)) continue;
    const range = /^[1-5]XX$/i.test(code);
    if (range && check.version !== '2.0' && code.endsWith('XX')) continue;
    const message = `"${code}" is not a status code`;
    report(check, 'openapi-response', {
      message,
      at: check.description.locateKey(responses, code),
      hint: statusHint(check, code, range),
    });
  }
}

function statusHint(check: Check, code: string, range: boolean): string {
  const ranges = check.version !== '2.0';
  if (range && ranges) return `write "${code.toUpperCase()}"`;
  return ranges ? 'write "200", "4XX" or "default"' : 'write "200" or "default"';
}

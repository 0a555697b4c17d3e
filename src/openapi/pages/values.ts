import type { JsonValue } from '../read/description.ts';

/** A value as readers see it in a line: texts without quotes, unless they could be taken for something else. */
export function printValue(value: JsonValue): string {
  if (typeof value !== 'string') return printJson(value);
  return isPlainText(value) ? value : JSON.stringify(value);
}

function isPlainText(text: string): boolean {
  if (text === '' || text.trim() !== text) return false;
  if (text === 'true' || text === 'false' || text === 'null') return false;
  return !JSON_NUMBER.test(text) && !text.includes('\n');
}

const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A value on one line. What JSON has no word for (YAML's `.inf`) is named. */
function printJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value) ?? 'null';
}

const ESCAPES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }));

/** Escapes text for HTML content and double-quoted attribute values. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character)
    : text;
}

/** Escapes JSON, which has many double quotes, for a single-quoted attribute value. */
export function escapeJson(json: string): string {
  return json.replace(/[&<>']/g, (character) => ESCAPES.get(character) ?? '&#39;');
}

/** Prints JSON for `<script type="application/json">`, without `<`, so that it cannot close the element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Replaces unpaired surrogates, which UTF-8 cannot encode. */
export function wellFormed(text: string): string {
  return HAS_SURROGATES.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

// Fast check, since most texts have none.
const HAS_SURROGATES = /[\ud800-\udfff]/;

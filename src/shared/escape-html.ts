const ESCAPES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }));

/** Escapes text for HTML content and double-quoted attribute values. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character)
    : text;
}

/** JSON for a `<script type="application/json">`: no `<`, so that nothing can close the element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

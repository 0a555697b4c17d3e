import { definePlugin } from 'docwright';

/** Diagrams as code blocks of the language `mermaid`, drawn in the browser; the source is shown without JavaScript. */
export const diagrams = definePlugin({
  name: 'mermaid',
  fences: {
    mermaid: ({ code }) => `<pre class="mermaid">${escape(code)}</pre>`,
  },
  // The same on all pages, so that pages are shown without loading documents.
  head: () => [{ tag: 'script', attributes: { type: 'module', src: '/diagrams/diagrams.js' } }],
  policy: { inlineStyles: true, trustedTypes: ['default', 'dompurify'] },
});

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

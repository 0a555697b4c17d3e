/** Independent of the site's styles, so that the overlay is always readable. */
export const OVERLAY_CSS = `
:host {
  all: initial;
  color-scheme: inherit;
  --text: light-dark(#23272e, #dde2ea);
  --muted: light-dark(#565d68, #a0a9b7);
  --back: light-dark(#ffffff, #15181e);
  --code: light-dark(#f4f4f1, #0d0f13);
  --line: light-dark(#8a8f98, #6d7684);
  --error: light-dark(#b0271f, #ff9a94);
  --warning: light-dark(#8a4600, #f0a65c);
  font: 14px/1.5 system-ui, sans-serif;
  color: var(--text);
}
* { box-sizing: border-box; }
.panel, .badge {
  position: fixed;
  z-index: 2147483647;
  inset-block-end: 12px;
  inset-inline-end: 12px;
  background: var(--back);
  color: var(--text);
  border: 1px solid var(--line);
  border-radius: 8px;
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.3);
}
.panel {
  inline-size: min(54rem, 100vw - 24px);
  max-block-size: min(60vh, 40rem);
  display: flex;
  flex-direction: column;
  border-block-start: 3px solid var(--warning);
}
.panel.errors { border-block-start-color: var(--error); }
[hidden] { display: none !important; }
header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 12px;
  padding: 10px 12px 8px;
  border-block-end: 1px solid var(--line);
}
p { margin: 0; overflow-wrap: anywhere; }
.title { font-weight: 700; font-size: 15px; }
.note { flex: 1; color: var(--muted); min-inline-size: 10em; }
button {
  font: inherit;
  font-weight: 600;
  min-block-size: 28px;
  padding: 2px 10px;
  color: var(--text);
  background: var(--code);
  border: 1px solid var(--line);
  border-radius: 6px;
  cursor: pointer;
}
button.badge { padding: 4px 12px; }
button:focus-visible, pre:focus-visible, ol:focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }
.errors .title, button.errors { color: var(--error); }
.warnings .title, button.warnings { color: var(--warning); }
ol {
  list-style: none;
  margin: 0;
  padding: 0 12px;
  overflow-y: auto;
  overscroll-behavior: contain;
}
li { padding-block: 10px; }
li + li { border-block-start: 1px solid var(--line); }
.where { color: var(--muted); }
.location, .code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
.location { color: var(--text); font-weight: 600; margin-inline-end: 8px; }
.severity { font-weight: 700; margin-inline-end: 8px; }
.severity.error { color: var(--error); }
.severity.warning { color: var(--warning); }
pre {
  margin: 6px 0;
  padding: 6px 10px;
  overflow-x: auto;
  background: var(--code);
  border: 1px solid var(--line);
  border-radius: 6px;
  white-space: pre;
  tab-size: 1;
}
.status {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media print { :host { display: none; } }
`;

// Draws the diagrams of the page, and of each page that is shown later. Mermaid is loaded for the first diagram.
let mermaid;

async function draw() {
  const nodes = [...document.querySelectorAll('pre.mermaid:not([data-processed])')];
  if (nodes.length === 0) return;
  mermaid ??= load();
  await (await mermaid).run({ nodes });
}

async function load() {
  // Mermaid sets HTML as text, which it has sanitized.
  globalThis.trustedTypes?.createPolicy('default', { createHTML: (html) => html });
  const { default: loaded } = await import('mermaid');
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'default';
  loaded.initialize({ startOnLoad: false, securityLevel: 'strict', theme });
  return loaded;
}

document.addEventListener('docs-page', draw);
draw();

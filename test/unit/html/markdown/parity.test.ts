import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../../../src/markdown/parse-doc.ts';
import { escapeHtml } from '../../../../src/shared/escape-html.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { compareMarkdown, differences } from '../../../support/markdown-parity.ts';
import { generate } from '../../markdown/support/generate.ts';
import { generateArticle } from './generate-article.ts';

const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });

function toHtml(text: string): string {
  const { chunks, links } = parser.parse(toFilePath('a.md'), text);
  return chunks.map((chunk, index) => chunk + escapeHtml(links[index]?.href ?? '')).join('');
}

const folder = fileURLToPath(new URL('../../../markdown/', import.meta.url));

const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((file) => {
    const parts = readFileSync(`${folder}/${file}`, 'utf8').split(/^\.\n/m);
    return parts.flatMap((title, index) =>
      index % 3 === 0 && index + 2 < parts.length
        ? [[`${file} ${title.trim()}`, (parts[index + 1] ?? '').replaceAll('→', '\t')] as const]
        : [],
    );
  });

/** Text that would be markup if it were not escaped. */
const TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- x -->',
  '<?php x ?>',
  '<!DOCTYPE x>',
  '<![CDATA[x]]>',
  '</details>',
  '</summary><script>x</script>',
  '<a href="javascript:x">y</a>',
  '[x](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '```\n<script>x</script>',
  '`',
  '``` `',
  '&lt;script&gt;',
  '&#60;script>',
  '\\<script>',
  '\\\\<script>',
  '\\',
  '<x',
  '<\nscript>',
  '<svg/onload=x>',
  '$$<script>x</script>$$',
  '| <script>x</script> |',
  '    <script>x</script>',
  '- <script>x</script>',
  '[^1]: <script>x</script>',
  '<https://a.example/<script>x</script>>',
];

/** The places of a page that have text. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => `<p>${text}</p>`,
  (text) => `<h2>${text}</h2>`,
  (text) => `<p>a<em>${text}</em><strong>${text}</strong>b</p>`,
  (text) => `<p>a <code>${text}</code></p>`,
  (text) => `<pre><code class="language-ts">${text}</code></pre>`,
  (text) => `<pre><code class="language-${text.replaceAll('"', '')}">x</code></pre>`,
  (text) =>
    `<figure class="code"><figcaption>${text}</figcaption><pre><code>x</code></pre></figure>`,
  (text) =>
    `<table><tr><th>${text}</th></tr><tr><td>${text}<p>${text}</p><pre>${text}</pre></td></tr></table>`,
  (text) => `<details><summary>${text} <code>${text}</code></summary><p>${text}</p></details>`,
  (text) => `<ul><li>${text}<ul><li><p>${text}</p></li></ul></li></ul>`,
  (text) => `<dl><dt>${text}</dt><dd>${text}</dd></dl>`,
  (text) => `<blockquote>${text}</blockquote>`,
  (text) =>
    `<aside class="admonition admonition-note"><p class="admonition-title">${text}</p><p>${text}</p></aside>`,
  (text) => `<p><a href="/a" title="${text}">${text}</a> <a href="${text}">b</a></p>`,
  (text) => `<p><img src="${text}" alt="${text}" title="${text}"></p>`,
  (text) => `<p><kbd>${text}</kbd><sub>${text}</sub>a<b>${text}</b>b</p>`,
  (text) => `<p>${text}<br>${text}</p>`,
  (text) => `<div class="tab-panel"><h3 class="tab-heading">${text}</h3></div>`,
  (text) => `<iframe src="/a" title="${text}"></iframe>`,
  (text) =>
    `<select data-server aria-label="${text}"><option value="${text}">${text}</option></select>`,
  (text) =>
    `<math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">${text}</annotation></semantics></math>`,
  (text) => `<math><mi>${text}</mi></math>`,
];

describe('the Markdown version of an article', () => {
  it.each(cases)('says what the page says, and has no other elements: %s', (_, text) => {
    expect(differences(toHtml(text))).toEqual([]);
  });

  it('does so for generated documents', () => {
    for (let seed = 1; seed <= 1000; seed += 1)
      expect({ seed, found: differences(toHtml(generate(seed).text)) }).toEqual({
        seed,
        found: [],
      });
  }, 120_000);

  it('does so for generated articles with hostile texts', () => {
    for (let seed = 1; seed <= 1500; seed += 1)
      expect({ seed, found: differences(generateArticle(seed)) }).toEqual({ seed, found: [] });
  }, 120_000);

  it.each(TEXTS)('has text as text wherever it is: %s', (text) => {
    const found = PLACES.flatMap((place) =>
      [text, `a ${text} b`, `${text}${text}`].flatMap((one) => {
        const html = place(escapeHtml(one));
        const { strange, markdown } = compareMarkdown(html);
        return strange.length === 0 ? [] : [{ strange: strange.join(), html, markdown }];
      }),
    );
    expect(found).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { articleMarkdown } from '../../../../src/html/markdown/article-markdown.ts';
import { scanHtml } from '../../../../src/html/scan-fragment.ts';
import { createDocParser } from '../../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { generate } from '../../markdown/support/generate.ts';

const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });

function toHtml(text: string): string {
  const { chunks, links } = parser.parse(toFilePath('a.md'), text);
  const escaped = (href: string): string => href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return chunks.map((chunk, index) => chunk + escaped(links[index]?.href ?? '')).join('');
}

/** The headings, the texts of code and the number of links that readers see. */
function outline(article: string) {
  const html = article.replaceAll(/<(div|sup) class="(?:tab-list|footnote-ref)".*?<\/\1>/gs, '');
  const headings: string[] = [];
  const code: string[] = [];
  let links = 0;
  const open: { name: string; text: string }[] = [];
  const left = /class="(?:heading-anchor|footnote-backref|line-link)"|href="#fn/;
  scanHtml(html, {
    startTag: ({ name, start, end }) => {
      const tag = html.slice(start, end);
      if (name === 'a' && !left.test(tag)) links += 1;
      if (/^(?:h[1-6]|code)$/.test(name)) open.push({ name, text: '' });
    },
    endTag: (name) => {
      if (open.at(-1)?.name !== name) return;
      const { text } = open.pop() ?? { text: '' };
      const line = text.replace(/\s+/g, ' ').trim();
      // The style sheet shows the signs of a diff.
      if (name === 'code') code.push(line.replace(/(^| )[-+](?=\w)/g, '$1'));
      else if (line !== '') headings.push(`${name} ${line}`);
    },
    text: (start, end) => {
      for (const entry of open) entry.text += html.slice(start, end);
    },
  });
  return { headings, code, links };
}

function twice(text: string) {
  const html = toHtml(text);
  const markdown = articleMarkdown(html, { linkOf: (href) => href });
  return { markdown, before: outline(html), after: outline(toHtml(markdown)) };
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

describe('the Markdown version of an article, read again', () => {
  it.each(cases)('has the same headings, code and links: %s', (_, text) => {
    const { before, after } = twice(text);
    expect(after).toEqual(before);
  });

  it('does so for generated documents', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { before, after, markdown } = twice(generate(seed).text);
      expect({ ...after, seed, markdown }).toEqual({ ...before, seed, markdown });
    }
  });
});

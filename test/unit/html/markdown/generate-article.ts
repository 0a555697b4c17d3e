import { escapeHtml } from '../../../../src/shared/escape-html.ts';
import { createRandom } from '../../markdown/support/generate.ts';

/** Text that is markup, or part of it, where it is not escaped. */
const SIGNS =
  'a|b c| |!|*|**|_|__|`|``|~|~~|[|]|(|)|<|>|&|&lt;|&copy;|#|# |- |+ |1. |1) |---|===|:|:::|\\|$|$$|{|}|{#x}|[^1]|[x]|[ ]|[x] |[a](b)|![|https://a.example/b_c|www.a.example|me@a.example|<a|<script>|</p>|<!--|snake_case|__init__|é|😀|"|\'|\n|.|,|=|%|@|^|;|    |> |```|~~~|a*b|1|\u00a0|\u200b|10.|x_y_|&#35;'.split(
    '|',
  );
const ADDRESSES =
  '/a /b_c/#x https://a.example/?a=1&b=2 /c(d) /g\\h /i&lt;j mailto:x@a.example /*k* /[l] /é #m /n%20o /p"q /s&copy;t /u`v`'.split(
    ' ',
  );

/** Composes the HTML of an article at random, with hostile texts; the same seed gives the same one. */
export function generateArticle(seed: number): string {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const some = (most: number, make: () => string): string[] =>
    Array.from({ length: 1 + below(most) }, make);
  const one = <Item>(list: readonly [Item, ...Item[]]): Item => list[below(list.length)] ?? list[0];
  const sign = (): string => (below(12) === 0 ? '|' : (SIGNS[below(SIGNS.length)] ?? ''));
  const text = (): string => escapeHtml(some(3, sign).join(''));
  let inLink = false;

  function link(depth: number): string {
    if (inLink) return text();
    inLink = true;
    const words = inline(depth);
    inLink = false;
    return `<a href="${escapeHtml(ADDRESSES[below(ADDRESSES.length)] ?? '')}">${words}</a>`;
  }

  function inline(depth: number): string {
    const within = (name: string): string => `<${name}>${inline(depth + 1)}</${name}>`;
    const image = (): string => `<img src="/${below(9)}.png" alt="${text()}">`;
    const parts: readonly (() => string)[] = [
      ...['em', 'strong', 's', 'sub', 'span'].map((name) => () => within(name)),
      () => link(depth + 1),
      () => `<code>${text()}</code>`,
      () => `<kbd>${text()}</kbd>`,
      () => '<br>',
      image,
    ];
    return some(4, () => (below(10) < 4 || depth > 2 ? text() : (parts[below(10)]?.() ?? ''))).join(
      '',
    );
  }

  const paragraph = (): string => `<p>${inline(0)}</p>`;
  const items = (depth: number): string =>
    some(3, () => {
      const start = one([inline(0), paragraph(), '']);
      return `<li>${start}${start === '' || below(2) === 0 ? block(depth + 1) : ''}</li>`;
    }).join('\n');
  const row = (name: string, depth: number): string => {
    const cell = (): string =>
      `<${name}>${below(5) === 0 && depth < 2 ? one([paragraph(), code(), list(depth + 2)]) : inline(0)}</${name}>`;
    return `<tr>${cell()}${cell()}</tr>`;
  };
  const code = (): string =>
    `<pre><code class="language-${one(['ts', 'c++', 'diff', 'c#'])}">${some(3, text).join('\n')}</code></pre>`;
  const list = (depth: number): string => `<ul>\n${items(depth)}\n</ul>`;

  function block(depth: number): string {
    if (depth > 2) return one([paragraph, code])();
    const inner = (): string => block(depth + 1);
    const level = 2 + below(4);
    const blocks: readonly [() => string, ...(() => string)[]] = [
      paragraph,
      () => inline(0),
      code,
      () => `<h${level}>${inline(0)}</h${level}>`,
      () => list(depth),
      () => `<ol start="${one([0, 1, 2, 9, 10, 123])}">\n${items(depth)}\n</ol>`,
      () => `<blockquote>${inner()}${inner()}</blockquote>`,
      () =>
        `<aside class="admonition admonition-${one(['note', 'tip', 'danger'])}"><p class="admonition-title">${one(['Note', 'Tip', text()])}</p>\n${inner()}</aside>`,
      () =>
        `<details><summary>${inline(0).replace(/<img[^>]*>/g, '')}</summary>\n${inner()}</details>`,
      () =>
        `<table><thead>${row('th', depth)}</thead><tbody>${row('td', depth)}${row('td', depth)}</tbody></table>`,
      () =>
        `<div class="tabs"><div class="tab-list"><a class="tab" href="#t">x</a></div><div class="tab-panel"><p class="tab-heading">${text()}</p>${inner()}</div></div>`,
      () => `<dl><dt>${inline(0)}</dt><dd>${inline(0)}</dd><dd>${inner()}</dd></dl>`,
      () => '<hr>',
    ];
    return one(blocks)();
  }

  return some(3, () => block(0)).join('\n');
}

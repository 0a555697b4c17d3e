import { folderOf, labelOf, navigationOf } from './navigation.js';

export function render({ title, description, content, page, collections }) {
  const { tree, at } = navigationOf(collections.pages);
  const position = at.get(page.url);
  const link = (rel, other) =>
    other === undefined ? '' : `<a rel="${rel}" href="${other.url}">${other.data.title}</a>`;
  const headings = [...content.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?) <a /g)];
  const toc = headings.map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`);
  const folder = page.url === '/' ? '' : `<li>${labelOf(folderOf(page.url))}</li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Benchmark</title>
<meta name="description" content="${description}">
<link rel="canonical" href="https://docs.example.com${page.url}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="https://docs.example.com${page.url}">
</head>
<body>
<a href="#main">Skip to main content</a>
<header><nav aria-label="Main"><a href="/">Benchmark</a></nav></header>
<nav aria-label="Docs"><ul>${tree}</ul></nav>
<main id="main">
<nav aria-label="Breadcrumbs"><ol><li><a href="/">Home</a></li>${folder}<li aria-current="page">${title}</li></ol></nav>
<article>${content}</article>
<nav aria-label="Pages">
${link('prev', collections.pages[position - 1])}
${link('next', collections.pages[position + 1])}
</nav>
</main>
<aside aria-label="On this page"><ul>${toc.join('')}</ul></aside>
<footer>Benchmark</footer>
</body>
</html>
`;
}

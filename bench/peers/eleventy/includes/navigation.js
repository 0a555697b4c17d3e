import { readFileSync } from 'node:fs';

let navigation;

/** The sidebar's tree, printed once for all pages, and the position of each page. */
export function navigationOf(pages) {
  navigation ??= { tree: printTree(pages), at: new Map(pages.map(({ url }, at) => [url, at])) };
  return navigation;
}

/** The folder of a page: `guide-0001`. */
export function folderOf(url) {
  return url.split('/')[2];
}

const labels = new Map();

/** The title of a folder. */
export function labelOf(folder) {
  if (!labels.has(folder)) {
    const text = readFileSync(`content/docs/${folder}/_category_.yml`, 'utf8');
    labels.set(folder, /^label: (.*)$/m.exec(text)[1]);
  }
  return labels.get(folder);
}

function printTree(pages) {
  const folders = new Map();
  for (const page of pages.filter(({ url }) => url !== '/')) {
    const folder = folderOf(page.url);
    if (!folders.has(folder)) folders.set(folder, []);
    folders.get(folder).push(`<li><a href="${page.url}">${page.data.title}</a></li>`);
  }
  return [...folders]
    .map(([folder, links]) => `<li>${labelOf(folder)}<ul>\n${links.join('\n')}\n</ul></li>`)
    .join('\n');
}

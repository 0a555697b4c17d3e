import { readdirSync, readFileSync } from 'node:fs';

const DOCS = 'content/docs';

function valueOf(file, key) {
  return new RegExp(`^${key}: (.*)$`, 'm').exec(readFileSync(file, 'utf8'))[1];
}

const sidebar = readdirSync(DOCS).map((folder) => ({
  text: valueOf(`${DOCS}/${folder}/_category_.yml`, 'label'),
  collapsed: true,
  items: readdirSync(`${DOCS}/${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      text: valueOf(`${DOCS}/${folder}/${name}`, 'title'),
      link: `/docs/${folder}/${name.slice(0, -3)}`,
    })),
}));

export default {
  title: 'Benchmark',
  srcDir: 'content',
  cleanUrls: true,
  sitemap: { hostname: 'https://docs.example.com' },
  themeConfig: { sidebar, search: { provider: 'local' } },
};

import { readdirSync, readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

const DOCS = 'src/content/docs/docs';

const sidebar = readdirSync(DOCS).map((folder) => {
  const category = readFileSync(`${DOCS}/${folder}/_category_.yml`, 'utf8');
  return {
    label: /^label: (.*)$/m.exec(category)[1],
    collapsed: true,
    items: [{ autogenerate: { directory: `docs/${folder}` } }],
  };
});

export default defineConfig({
  site: 'https://docs.example.com',
  // Not below node_modules, which copies of the site share.
  cacheDir: './.astro-cache',
  vite: { cacheDir: './.vite-cache' },
  integrations: [starlight({ title: 'Benchmark', sidebar })],
});

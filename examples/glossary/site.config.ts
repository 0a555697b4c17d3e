import { defineConfig } from 'docwright';
import { glossary } from './glossary.ts';

export default defineConfig({
  title: 'Glossary',
  url: 'https://docs.example.com',
  collections: {
    terms: {
      dir: 'terms',
      sort: 'name',
      schema: {
        type: 'object',
        required: ['name', 'text'],
        properties: { name: { type: 'string' }, text: { type: 'string' } },
      },
    },
  },
  plugins: [glossary('terms', '/docs/glossary')],
});

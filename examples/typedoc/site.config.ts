import { defineConfig } from 'docwright';
import { typedoc } from './typedoc.ts';

export default defineConfig({
  title: 'Tides',
  url: 'https://docs.example.com',
  plugins: [typedoc('api.json', '/docs/reference')],
});

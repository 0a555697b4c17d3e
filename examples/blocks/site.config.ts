import { defineConfig } from 'docwright';
import { blocks } from './blocks.ts';

export default defineConfig({
  title: 'Blocks',
  url: 'https://docs.example.com',
  plugins: [blocks],
});

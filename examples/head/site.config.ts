import { defineConfig } from 'docwright';
import { head } from './head.ts';

export default defineConfig({
  title: 'Head',
  url: 'https://docs.example.com',
  plugins: [head],
});

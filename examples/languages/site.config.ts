import { defineConfig } from 'docwright';
import { languages } from './languages.ts';

export default defineConfig({
  title: 'Languages',
  url: 'https://docs.example.com',
  plugins: [languages],
});

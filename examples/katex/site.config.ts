import { defineConfig } from 'docwright';
import { formulas } from './katex-plugin.ts';

export default defineConfig({
  title: 'Formulas',
  url: 'https://docs.example.com',
  plugins: [formulas],
});

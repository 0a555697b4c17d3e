import { defineConfig } from 'docwright';
import { diagrams } from './mermaid-plugin.ts';

export default defineConfig({
  title: 'Diagrams',
  url: 'https://docs.example.com',
  plugins: [diagrams],
});

import { defineConfig } from 'docwright';
import { graphs } from './graphs.ts';

export default defineConfig({
  title: 'Graphs',
  url: 'https://docs.example.com',
  plugins: [graphs],
});

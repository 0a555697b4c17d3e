import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Quill',
  url: 'https://quill.example.com',
  contentDir: 'docs',
});

import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Interactive components',
  url: 'https://docs.example.com',
});

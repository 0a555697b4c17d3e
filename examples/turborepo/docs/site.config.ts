import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Workspace',
  url: 'https://docs.example.com',
  baseUrl: process.env['PREVIEW_PATH'] ?? '/',
});

import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Parts of API pages',
  url: 'https://docs.example.com',
  openapi: [{ spec: 'openapi/lamps.yaml', routeBase: '/api' }],
});

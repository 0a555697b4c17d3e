import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Diagrams',
  url: 'https://docs.example.com',
  plugins: [
    {
      name: 'mermaid',
      fences: {
        mermaid: ({ code, title }) => ({ component: 'Diagram', props: { code, title } }),
      },
    },
  ],
});

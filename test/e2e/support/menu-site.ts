import type { SiteFiles } from '../../support/site.ts';

const TEXT = Array.from(
  { length: 8 },
  (_, index) => `Paragraph ${index}. ${'Words to fill the page. '.repeat(12)}\n`,
).join('\n');

const SECTIONS = ['guide', 'recipes', 'reference'];
const NAMES = Array.from({ length: 20 }, (_, index) => `page-${index}`);

/** What the configuration of the site adds. */
export interface MenuSiteOptions {
  readonly sidebar?: string;
  readonly navbar?: string;
  readonly locale?: string;
}

/** Docs in categories with and without their own page, long enough to scroll. */
export function menuSite({
  sidebar = '',
  navbar = '',
  locale = '',
}: MenuSiteOptions = {}): SiteFiles {
  return {
    'site.config.ts': `export default {
      title: 'Menus',
      url: 'https://docs.example.com',
      favicon: 'favicon.svg',
      docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
      ${sidebar}
      ${locale}
      navbar: {
        title: 'Menus',
        ${navbar}
        items: [
          { type: 'docSidebar', sidebarId: 'docs', label: 'Docs' },
          { type: 'dropdown', label: 'More', items: [{ label: 'Inside', to: '/docs/guide/page-3' }] },
          { label: 'Plain', to: '/plain' },
          { label: 'Part', to: '/docs/intro#second-part' },
          { label: 'Elsewhere', href: 'https://elsewhere.example' },
        ],
      },
      announcementBar: { content: 'News', isCloseable: true },
    };\n`,
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/index.md': '# Start\n\n[Intro](./docs/intro.md)\n',
    'content/plain.md': `# Plain\n\n${TEXT}`,
    'content/docs/intro.md': `# Intro\n\n${TEXT}\n## First part\n\n${TEXT}\n### Detail\n\n${TEXT}\n## Second part\n\n${TEXT}\n## Last part\n\nEnd.\n`,
    'content/docs/short.md': '# Short\n\nA line.\n',
    'content/docs/loose/one.md': `# One\n\n${TEXT}`,
    'content/docs/loose/two.md': '# Two\n\nText.\n',
    ...Object.fromEntries(
      SECTIONS.flatMap((section) => [
        [`content/docs/${section}/index.md`, `# The ${section}\n\n${TEXT}`],
        ...NAMES.map((name) => [
          `content/docs/${section}/${name}.md`,
          `# ${name} of ${section}\n\n${TEXT}\n## Part a\n\n${TEXT}\n## Part b\n\n${TEXT}\n`,
        ]),
      ]),
    ),
  };
}

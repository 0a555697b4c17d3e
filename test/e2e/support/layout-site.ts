import type { SiteFiles } from '../../support/site.ts';

const LONG = Array.from(
  { length: 30 },
  (_, index) => `Paragraph ${index}. ${'Words to fill the page. '.repeat(12)}`,
).join('\n\n');

/** Properties that a test adds to the site's configuration, as source text. */
export interface LayoutSiteConfig {
  readonly announcementBar?: string;
  readonly footer?: string;
  readonly colorMode?: string;
}

const FOOTER = `{
  links: [
    { title: 'Learn', items: [{ label: 'Start', to: '/docs/start' }, { html: '<em class="x">Free</em> HTML' }] },
    { title: 'Out', items: [{ label: 'Elsewhere', href: 'https://elsewhere.example/' }] },
  ],
  copyright: 'Copyright <b>us</b>',
}`;

/** A small site below a base path with all parts of the layout. */
export function layoutSite(config: LayoutSiteConfig = {}): SiteFiles {
  const { announcementBar = 'undefined', footer = FOOTER, colorMode = '{}' } = config;
  return {
    'site.config.ts': `export default {
      title: 'Layout',
      url: 'https://docs.example.com',
      baseUrl: '/base/',
      favicon: 'favicon.svg',
      docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
      navbar: {
        title: 'Layout',
        items: [
          { type: 'docSidebar', sidebarId: 'docs', label: 'Guides' },
          { label: 'Elsewhere', href: 'https://elsewhere.example/' },
          { label: 'Plain', to: '/plain' },
        ],
      },
      announcementBar: ${announcementBar},
      footer: ${footer},
      colorMode: ${colorMode},
    };\n`,
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/index.md': '---\ntitle: Layout\n---\n\n[Guides](./docs/start.md)\n',
    'content/plain.md': '# Plain\n\n[Guides](/docs/start) <a href="/docs/start">Raw</a>\n',
    'content/literal.md': '---\nslug: /literal.html\n---\n# Literal\n',
    'content/react.tsx': `import { Link } from 'docwright/theme';
      export const meta = { title: 'React' };
      export default function Page() {
        return <><h1>React</h1><p><Link to="/docs/start">Guides</Link></p></>;
      }\n`,
    'content/docs/start.md': `# Start here\n\n[Outside](https://elsewhere.example/x) [By file](./group/one.md#part) [By route](/docs/group/one) [Alone](./alone.md)\n\n${LONG}\n\n[Last](./group/two.md)\n`,
    'content/docs/group/_category_.yml': 'label: Group of pages\n',
    'content/docs/group/one.md': `---\nsidebar_position: 1\n---\n# One\n\n${LONG}\n\n## Part\n\n${LONG}\n`,
    'content/docs/group/two.md':
      '---\nsidebar_position: 2\npagination_prev: start\npagination_next: null\n---\n# Two\n',
    'content/docs/group/three.md': '---\nsidebar_position: 3\nsidebar_label: Third\n---\n# Three\n',
    'content/docs/alone.md': '---\nsidebar: false\n---\n# Alone\n\nUnlistedword.\n',
  };
}

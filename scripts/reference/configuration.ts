import { describedSchema } from '../json-schemas.ts';
import { fence, printPage } from './markdown.ts';
import { keySections, keyTables, type Schema } from './schema-page.ts';

/** Guides that explain a key of the configuration. */
const GUIDES: Readonly<Record<string, string>> = {
  announcementBar: '[Identity](../identity.md)',
  docs: '[Organize](../navigation.md)',
  favicon: '[Identity](../identity.md#icons)',
  frontmatter: '[Frontmatter](./frontmatter.md)',
  hosting: '[Deploying](../deploying.md#hosts)',
  i18n: '[Versions and locales](../versions-and-locales.md#locales)',
  image: '[Identity](../identity.md#link-previews)',
  includeRoots: '[Code from files](../code.md#code-from-files)',
  links: '[Link check](../check-links.md)',
  markdown: '[Writing](../writing.md)',
  navbar: '[Organize](../navigation.md#navbar)',
  openapi: '[API reference](../api-reference.md)',
  plugins: '[Plug-ins](../plug-ins.md)',
  rules: '[Levels](../levels.md)',
  search: '[Search](../search.md)',
  security: '[Security](../security.md)',
  socialImage: '[Identity](../identity.md#an-image-for-each-page)',
  variables: '[Variables](../writing.md#variables)',
};

const EXAMPLE = `import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'My product',
  tagline: 'Everything about My product',
  url: 'https://docs.example.com',
  baseUrl: '/product/',
  colorMode: { default: 'dark' },
});
`;

/** The page of every key of `site.config.ts`. */
export function configurationPage(): string {
  const schema: Schema = describedSchema('site-config');
  const intro = `\`site.config.ts\` exports one object. \`title\` and \`url\` are required; everything else is optional.

${fence('ts title="site.config.ts"', EXAMPLE)}
The file is TypeScript and may import other files and packages. It may also be \`site.config.mts\`, \`.js\` or \`.mjs\`; \`--config\`
names another file. \`defineConfig\` only adds types. Mistakes are reported at their line, with a suggestion for misspelled
keys. Paths of the site begin with \`/\` and leave out \`baseUrl\`; paths of files are relative to the site folder.

The same keys are in \`node_modules/docwright/schema/site-config.schema.json\`.
`;
  const elsewhere = { plugins: '[`Plugin[]`](./plug-ins.md)' };
  return printPage({
    title: 'Configuration',
    description: 'Every key of site.config.ts with its type, default and meaning.',
    position: 1,
    from: 'src/config/schema.ts',
    body: `${intro}\n${keySections(schema, { level: 2, see: GUIDES, elsewhere })}`,
  });
}

/** The page of the keys between the two lines `---` of a page. */
export function frontmatterPage(): string {
  const schema: Schema = describedSchema('frontmatter');
  const example = `---
title: Install the client
description: Install the client on Linux, macOS and Windows.
sidebar_label: Install
sidebar_position: 2
tags: [setup, download]
---

Run the installer.
`;
  const body = `Frontmatter is YAML between two lines \`---\` at the start of a page. Every key is optional.

${fence('md title="content/docs/install.md"', example)}
An unknown key and a wrong value are warnings, listed once with the number of files; the value is left out.
[\`frontmatter.ignore\`](./configuration.md#frontmatter) of the configuration allows further keys.

${keyTables({ path: '', schema }, 2).replace(/^\|/, '## Keys\n\n|')}
## Ids and slugs {#slug}

A doc id is the path below the docs folder without extension: \`guides/login\` for \`content/docs/guides/login.md\`.

| File | \`slug\` | Address |
|---|---|---|
| \`content/docs/guides/login.md\` | \`sign-in\` | \`/docs/guides/sign-in/\` |
| \`content/docs/guides/login.md\` | \`/start/login\` | \`/start/login/\` |

A slug that starts with \`/\` is the whole address; any other slug replaces the last part. Links to the file follow. Add a
[redirect](./configuration.md#redirects) for the old address if it was published.
`;
  return printPage({
    title: 'Frontmatter',
    description: 'Every key that a Markdown page may have between its two --- lines.',
    position: 2,
    from: 'src/content/frontmatter.ts',
    body,
  });
}

/** The page of `_category_.yml`. */
export function categoryPage(): string {
  const schema: Schema = describedSchema('category');
  const example = `# yaml-language-server: $schema=../../../node_modules/docwright/schema/category.schema.json
label: Guides
position: 2
collapsed: false
`;
  const body = `A file \`_category_.yml\` in a folder of docs describes the category that a [generated sidebar](../navigation.md#sidebars) makes
of the folder. \`_category_.json\` works too. Every key is optional.

${fence('yaml title="content/docs/guides/_category_.yml"', example)}
The first line lets editors with a YAML language server complete and check the keys. Its path is relative to the file.

${keyTables({ path: '', schema }, 2).replace(/^\|/, '## Keys\n\n|')}`;
  return printPage({
    title: 'Category files',
    description: 'The keys of _category_.yml: label, position and page of a folder in the sidebar.',
    position: 3,
    from: 'src/content/category-file.ts',
    body,
  });
}

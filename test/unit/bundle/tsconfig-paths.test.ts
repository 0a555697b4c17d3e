import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

const OPTIONS = `{
  // Settings for other tools do not change how docwright compiles.
  "extends": "./base.json",
  "compilerOptions": { "jsx": "preserve", "jsxImportSource": "preact", },
}
`;

function paths(folder: string): string {
  return JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { '@/*': [`./${folder}/*`] } } });
}

it('resolves imports by the `paths` of tsconfig.json, everywhere and after they changed', async () => {
  const made = site({
    'tsconfig.json': OPTIONS,
    'base.json': paths('src'),
    'src/parts/word.ts': "export const word = 'First';\n",
    'other/parts/word.ts': "export const word = 'Second';\n",
    'src/parts/Size.tsx':
      "import { word } from '@/parts/word';\nexport const Size = () => <b>{`${word} size`}</b>;\n",
    'other/parts/Size.tsx': 'export const Size = () => <b>Other size</b>;\n',
    'templates/components/Note.tsx':
      "import { word } from '@/parts/word';\nexport default () => <b>{`${word} note`}</b>;\n",
    'templates/Footer.tsx':
      "import { word } from '@/parts/word';\nexport const Footer = () => <footer>{`${word} footer`}</footer>;\n",
    'content/index.md': '# Home\n',
    'content/a.mdx': "import { Size } from '@/parts/Size';\n\n# A\n\n<Size />\n\n<Note />\n",
    'content/page.tsx':
      "import { word } from '@/parts/word';\nexport const meta = { title: 'P', description: '' };\nexport default () => <p>{`${word} page`}</p>;\n",
    'site.config.ts':
      "import { word } from '@/parts/word';\nexport default { title: `${word} title`, url: 'https://example.org' };\n",
  });
  onTestFinished(made.dispose);
  await made.build();
  expect(made.diagnostics()).toEqual([]);
  expect(made.page('/a')).toContain('<b>First size</b>');
  expect(made.page('/a')).toContain('<b>First note</b>');
  expect(made.page('/a')).toContain('First footer');
  expect(made.page('/a')).toContain('First title');
  expect(made.page('/page')).toContain('First page');
  writeFileSync(join(made.dir, 'base.json'), paths('other'));
  await made.rebuild();
  expect(made.page('/a')).toContain('<b>Other size</b>');
  expect(made.page('/a')).toContain('<b>Second note</b>');
  expect(made.page('/a')).toContain('Second footer');
  expect(made.page('/a')).toContain('Second title');
  expect(made.page('/page')).toContain('Second page');
});

it('finds a module that comes to be where `paths` lead', async () => {
  const made = site({
    'tsconfig.json': paths('src'),
    'content/index.mdx': "import { Size } from '@/parts/Size';\n\n# A\n\n<Size>Content.</Size>\n",
  });
  onTestFinished(made.dispose);
  await made.build();
  expect(made.diagnostics()).toEqual(['content/index.mdx:1:1 unknown-component']);
  made.write('src/parts/Size.tsx', 'export const Size = () => <b>Size</b>;\n');
  await made.rebuild();
  expect(made.diagnostics()).toEqual([]);
  expect(made.page('/')).toContain('<b>Size</b>');
});
